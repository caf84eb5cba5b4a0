// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The beginning of each program of the tests in node.

Module.preRun = [() => {
    if (typeof ENV !== 'undefined')
        Object.assign(ENV, process.env);
    // SDL listens to the window of the page for controllers. This window sends no events.
    if (typeof specialHTMLTargets !== 'undefined')
        specialHTMLTargets[2] = {addEventListener() {}, removeEventListener() {}};
}];
globalThis.navigator ??= {};
navigator.getGamepads ??= () => [];
