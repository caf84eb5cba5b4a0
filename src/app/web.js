// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The JavaScript part of Coir @VERSION@, a library of Emscripten: functions that src/ calls, and the folder of the
// saves, which the browser stores. The page's own script sets Module; each field may be missing:
//
//     Module.game        name of the game, under which the browser stores the saves; missing: the title of the page
//     Module.onGameEnd   function that is called when the game has ended

mergeInto(LibraryManager.library, {
    // IndexedDB is used directly. Emscripten's IDBFS stores whole folders: a second page of the game, with older
    // files, would overwrite newer files of the first page.
    $coirSaves__deps: ['$FS', '$ENV'],
    $coirSaves__postset: 'coirSaves.begin();',
    $coirSaves: {
        folder: '/saves/',
        database: null, // null: not open

        // Does nothing in Node.js, which has no IndexedDB and has its own files.
        begin: function() {
            if (typeof indexedDB !== 'undefined')
                addOnPreRun(coirSaves.prepare);
        },

        // Makes the folder, and loads the saves into the folder before main. Without the storage, the saves are lost
        // when the page ends.
        prepare: function() {
            FS.mkdirTree(coirSaves.folder);
            ENV['COIR_SAVES'] = coirSaves.folder;
            addRunDependency('saves');
            var done = function() {
                removeRunDependency('saves');
            };
            coirSaves.open(function() {
                coirSaves.load(done);
            }, done);
        },

        // Opens the storage. All pages of a site share one storage, so two games must have different names. A page
        // inside an iframe may have no storage.
        open: function(then, fail) {
            var failed = function(error) {
                coirSaves.warn('does not give the saves', error);
                fail();
            };
            try {
                var asked = indexedDB.open('coir ' + (Module['game'] || document.title || 'game'), 1);
                asked.onupgradeneeded = function() {
                    asked.result.createObjectStore('files');
                };
                asked.onsuccess = function() {
                    coirSaves.database = asked.result;
                    then();
                };
                asked.onerror = function() {
                    failed(asked.error);
                };
            } catch (error) {
                failed(error);
            }
        },

        // Copies all files from the storage into the folder.
        load: function(done) {
            var reading = coirSaves.database.transaction('files');
            reading.objectStore('files').openCursor().onsuccess = function(event) {
                var file = event.target.result;
                if (file) {
                    FS.writeFile(coirSaves.folder + file.key, file.value);
                    file.continue();
                }
            };
            reading.oncomplete = done;
            reading.onabort = function() {
                coirSaves.warn('could not read the saves', reading.error);
                done();
            };
        },

        // Copies a file of the folder into the storage. If the file does not exist, removes the file from the
        // storage. Changes happen in the order of the calls. Some browsers close the database of a page in the
        // background: the database is then opened once more.
        store: function(name, isSecond) {
            var path = coirSaves.folder + name;
            var failed = function(error) {
                coirSaves.warn("could not store the save '" + name + "'", error);
            };
            try {
                var writing = coirSaves.database.transaction('files', 'readwrite');
                if (FS.analyzePath(path).exists)
                    writing.objectStore('files').put(FS.readFile(path), name);
                else
                    writing.objectStore('files').delete(name);
                writing.onabort = function() {
                    failed(writing.error);
                };
            } catch (error) {
                if (isSecond)
                    failed(error);
                else
                    coirSaves.open(function() {
                        coirSaves.store(name, true);
                    }, function() {});
            }
        },

        warn: function(what, error) {
            console.warn('coir: the browser ' + what + ' of the game: ' + error);
        },
    },

    coir_web_store__deps: ['$coirSaves'],
    coir_web_store: function(address, length) {
        var path = new TextDecoder().decode(HEAPU8.slice(address, address + length));
        var name = path.slice(coirSaves.folder.length);
        if (ENV['COIR_SAVES'] === coirSaves.folder && path.startsWith(coirSaves.folder) && !name.includes('/'))
            coirSaves.store(name);
    },

    // SDL's sound code calls both functions of this list without declaring them as dependencies.
    coir_web_report_end__deps: ['$autoResumeAudioContext', '$dynCall'],
    coir_web_report_end: function() {
        if (Module['onGameEnd'])
            Module['onGameEnd']();
    },
});
