// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The half of the web page that belongs to Coir @VERSION@, a library of Emscripten: functions that src/ calls, and the folder
// of the saves, which the browser stores. The page's own script sets Module; each field may be missing:
//
//     Module.game        name of the game, under which the browser keeps the saves; missing: the title of the page
//     Module.onGameEnd   called when the game has ended

mergeInto(LibraryManager.library, {
    // IndexedDB is used directly: Emscripten's IDBFS stores whole folders, so that a second page of the game, with older
    // files, would replace what the first page has stored since.
    $coirSaves__deps: ['$FS', '$ENV'],
    $coirSaves__postset: 'coirSaves.begin();',
    $coirSaves: {
        folder: '/saves/',
        database: null, // null: the browser has none for this page, and the files end with the page

        // Mounts the folder before the program begins. Node has no storage.
        begin: function() {
            if (typeof indexedDB !== 'undefined')
                addOnPreRun(coirSaves.open);
        },

        // The names of two games must differ: pages of one site share one storage.
        open: function() {
            var asked = indexedDB.open('coir ' + (Module['game'] || document.title || 'game'), 1);
            FS.mkdirTree(coirSaves.folder);
            ENV['COIR_SAVES'] = coirSaves.folder;
            addRunDependency('saves');
            asked.onupgradeneeded = function() {
                asked.result.createObjectStore('files');
            };
            asked.onsuccess = function() {
                coirSaves.database = asked.result;
                coirSaves.load();
            };
            asked.onerror = function() {
                coirSaves.warn('could not open the saves', asked.error);
                removeRunDependency('saves');
            };
        },

        // Copies all files from the storage into the folder.
        load: function() {
            var reading = coirSaves.database.transaction('files');
            reading.objectStore('files').openCursor().onsuccess = function(event) {
                var file = event.target.result;
                if (file) {
                    FS.writeFile(coirSaves.folder + file.key, file.value);
                    file.continue();
                }
            };
            reading.oncomplete = reading.onabort = function() {
                if (reading.error)
                    coirSaves.warn('could not read the saves', reading.error);
                removeRunDependency('saves');
            };
        },

        // Copies a file of the folder into the storage, or removes the file there. The browser keeps the order.
        store: function(name) {
            var path = coirSaves.folder + name, writing = coirSaves.database.transaction('files', 'readwrite');
            if (FS.analyzePath(path).exists)
                writing.objectStore('files').put(FS.readFile(path), name);
            else
                writing.objectStore('files').delete(name);
            writing.onabort = function() {
                coirSaves.warn("could not store the save '" + name + "'", writing.error);
            };
        },

        warn: function(what, error) {
            console.warn('coir: the browser ' + what + ' of the game: ' + error);
        },
    },

    // SDL's sound calls the last two without naming them.
    coir_web_store__deps: ['$coirSaves', '$autoResumeAudioContext', '$dynCall'],
    coir_web_store: function(address, length) {
        var path = new TextDecoder().decode(HEAPU8.subarray(address, address + length));
        if (coirSaves.database && path.startsWith(coirSaves.folder))
            coirSaves.store(path.slice(coirSaves.folder.length));
    },

    coir_web_tell_of_end: function() {
        if (Module['onGameEnd'])
            Module['onGameEnd']();
    },
});
