// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include <SDL_main.h> // gives `main` its arguments in UTF-8 on Windows

#include "../options.h"
#include "breaker.h"

int main(int count, char **words)
{
    static Breaker breaker;
    Options options;
    CoirDirectorDef def = {.title = "Breaker", .resizable = true, .step = 1.0 / 120};
    if (!options_read_program(&options, count, words))
        return options.help ? 0 : 2;
    CoirDirector *director = options_open(&options, def, "breaker");
    const char *levels = coir_assets_path("breaker/levels.txt");
    breaker.keeps = director && !options.headless && coir_saves_open("The Coir authors", "Breaker");
    bool done = director && breaker_begin(&breaker, director, levels, options.seed) && options_run(&options, director);
    breaker_end(&breaker);
    return options_end(director, done);
}
