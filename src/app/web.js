// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The half of the web page that belongs to Coir, a library of Emscripten: functions that src/ calls, and the folder of
// the saves, which the browser stores. The page's own script sets Module; each field may be missing:
//
//     Module.game        name of the game, under which the browser keeps the saves; missing: the title of the page
//     Module.onGameEnd   called when the game has ended

mergeInto(LibraryManager.library, {
    $coirSaves__deps: ['$FS', '$IDBFS', '$ENV'],
    $coirSaves__postset: 'coirSaves.begin();',
    $coirSaves: {
        isMounted: false, isBusy: false, isAsked: false,

        // Mounts the folder before the program begins. Node, and a browser without storage, lose the files.
        begin: function() {
            if (typeof indexedDB === 'undefined')
                return;
            addOnPreRun(coirSaves.mount);
            addEventListener('pagehide', coirSaves.store);
            document.addEventListener('visibilitychange', function() {
                if (document.hidden)
                    coirSaves.store();
            });
        },

        // The names of two games must differ: pages of one site share one storage.
        mount: function() {
            var game = String(Module['game'] || document.title || 'game').replace(/[^A-Za-z0-9 ._-]/g, '_');
            var folder = '/saves/' + game;
            FS.mkdirTree(folder);
            FS.mount(IDBFS, {}, folder);
            ENV['COIR_SAVES'] = folder;
            addRunDependency('saves');
            FS.syncfs(true, function(error) {
                coirSaves.isMounted = !error;
                if (error)
                    console.warn('coir: the browser does not give the saves of the game: ' + error);
                removeRunDependency('saves');
            });
        },

        // Copies the files to the browser's storage. A call during a copy makes one more copy.
        store: function() {
            if (!coirSaves.isMounted)
                return;
            coirSaves.isAsked = coirSaves.isBusy;
            if (coirSaves.isBusy)
                return;
            coirSaves.isBusy = true;
            FS.syncfs(false, function(error) {
                coirSaves.isBusy = false;
                if (error)
                    console.warn('coir: the browser could not store a save of the game: ' + error);
                if (coirSaves.isAsked)
                    coirSaves.store();
            });
        },
    },

    // SDL's sound calls the last two without naming them.
    coir_web_store__deps: ['$coirSaves', '$autoResumeAudioContext', '$dynCall'],
    coir_web_store: function() {
        coirSaves.store();
    },

    coir_web_tell_of_end: function() {
        if (Module['onGameEnd'])
            Module['onGameEnd']();
    },
});
