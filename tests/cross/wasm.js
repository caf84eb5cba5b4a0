// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Code at the beginning of each test program, for node.

Module.preRun = [() => {
    if (typeof ENV !== 'undefined')
        Object.assign(ENV, process.env);
    // SDL adds listeners for controllers to the window of the page. In node, this object takes the place of the window.
    if (typeof specialHTMLTargets !== 'undefined')
        specialHTMLTargets[2] = {addEventListener() {}, removeEventListener() {}};
}];
globalThis.navigator ??= {};
navigator.getGamepads ??= () => [];
