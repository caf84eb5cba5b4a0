// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <wchar.h>
#endif

#include <SDL.h>

#define HEADLESS_FRAMES 120

void options_print_help(void)
{
    puts("  --frames N        ends after N frames\n"
         "  --headless        draws into memory, without a window\n"
         "  --shot FILE.png   writes the last frame to a file\n"
         "  --sound FILE.wav  plays no sound, but writes all sound to a file at the end\n"
         "  --dt SECONDS      length of each frame, whatever the clock says\n"
         "  --seed N          seed of the random numbers; 1 if left out");
}

static bool read_number(const char *option, const char *word, double least, double most, double *value)
{
    char *end = NULL;
    errno = 0;
    *value = word ? strtod(word, &end) : 0;
    if (word && end != word && !*end && errno == 0 && *value >= least && *value <= most)
        return true;
    fprintf(stderr, "%s needs a number from %g to %g, not %s\n", option, least, most, word ? word : "nothing");
    return false;
}

static bool read_count(const char *option, const char *word, double least, double most, int64_t *value)
{
    double number;
    if (!read_number(option, word, least, most, &number))
        return false;
    *value = (int64_t)number;
    if ((double)*value == number)
        return true;
    fprintf(stderr, "%s needs a whole number, not %s\n", option, word);
    return false;
}

static bool read_text(const char *option, const char *word, const char **value)
{
    *value = word;
    if (word && *word)
        return true;
    fprintf(stderr, "%s needs the name of a file\n", option);
    return false;
}

// Reads an option with a value. Returns false if the value is wrong, or if the option is unknown (`*known` is then
// false).
static bool read_valued(Options *options, const char *option, const char *value, bool *known)
{
    int64_t number = 0;
    *known = true;
    if (!strcmp(option, "--frames"))
        return read_count(option, value, 1, 1e15, &options->frames);
    if (!strcmp(option, "--dt"))
        return read_number(option, value, 1e-9, 3600, &options->dt);
    if (!strcmp(option, "--shot"))
        return read_text(option, value, &options->shot);
    if (!strcmp(option, "--sound"))
        return read_text(option, value, &options->sound);
    *known = !strcmp(option, "--seed");
    if (!*known || !read_count(option, value, 0, 9e15, &number))
        return false;
    options->seed = (uint64_t)number;
    return true;
}

static bool read_flag(Options *options, const char *word)
{
    bool *flag = !strcmp(word, "--headless")                      ? &options->headless
                 : !strcmp(word, "--bench")                       ? &options->bench
                 : !strcmp(word, "--list")                        ? &options->list
                 : !strcmp(word, "--help") || !strcmp(word, "-h") ? &options->help
                                                                  : NULL;
    if (flag)
        *flag = true;
    return flag != NULL;
}

bool options_read(Options *options, int count, char **words)
{
    *options = (Options){.seed = 1};
    for (int i = 1; i < count; i++) {
        bool known;
        if (read_flag(options, words[i]))
            continue;
        if (words[i][0] != '-') {
            options->name = words[i];
            continue;
        }
        if (read_valued(options, words[i], i + 1 < count ? words[i + 1] : NULL, &known)) {
            i++;
            continue;
        }
        if (!known)
            fprintf(stderr, "there is no option %s; --help lists them\n", words[i]);
        return false;
    }
    return true;
}

// Returns the value of the environment variable COIR_ASSETS, or NULL. Coir needs a path in UTF-8, which getenv of
// Windows does not return.
#if defined(_WIN32)
static const char *wanted_folder(void)
{
    static char *folder; // kept until the end of the program
    const wchar_t *wide = _wgetenv(L"COIR_ASSETS");
    if (wide && !folder)
        folder = SDL_iconv_string("UTF-8", "UTF-16LE", (const char *)wide, (wcslen(wide) + 1) * sizeof *wide);
    return folder;
}
#else
static const char *wanted_folder(void)
{
    return getenv("COIR_ASSETS");
}
#endif

// Sets the folder of the assets. Without COIR_ASSETS, tries the folder of a packaged demo, which is beside the program
// or in the bundle of macOS, and then the folder of the repository, for a demo in build/demos or in build.
static void find_assets(void)
{
    static const char *const folders[] = {"assets", "../../assets", "../assets"};
    const char *wanted = wanted_folder();
    if (wanted && coir_assets_set_folder(wanted))
        return;
    for (int i = 0; i < 3; i++) {
        coir_assets_set_folder(folders[i]);
        SDL_RWops *file = SDL_RWFromFile(coir_assets_path("coconut.png"), "rb");
        if (file) {
            SDL_RWclose(file);
            return;
        }
    }
    coir_assets_set_folder(folders[0]); // so that the error of the first missing file names this folder
}

bool options_read_program(Options *options, int count, char **words)
{
    if (!options_read(options, count, words))
        return false;
    if (options->help)
        options_print_help();
    else if (options->name || options->list || options->bench)
        fprintf(stderr, "this program takes no NAME, --list or --bench; --help lists its options\n");
    else
        return true;
    return false;
}

static bool on_key(CoirStage *stage, const CoirEvent *event, void *user)
{
    CoirDirector *director = user;
    (void)stage;
    if (event->type != COIR_EVENT_KEY_DOWN || event->key != COIR_KEY_F3 || event->repeated)
        return false;
    coir_director_show_statistics(director, !coir_director_shows_statistics(director));
    return true;
}

static CoirDirector *create(const CoirDirectorDef *def, bool has_device)
{
    CoirDirector *director = coir_director_create(def);
    if (director)
        coir_stage_listen(coir_director_stage(director), 0, on_key, director);
    if (director && !has_device)
        coir_mixer_open(&(CoirMixerDef){.no_device = true});
    return director;
}

CoirDirector *options_open(Options *options, CoirDirectorDef def, const char *name)
{
    static char shot[64];
    def.headless = options->headless || options->bench;
    def.max_dt = options->dt;
    find_assets();
    CoirDirector *director = create(&def, !options->sound);
    bool falls_back = !director && !def.headless && !coir_display_available();
    options->headless = def.headless || falls_back;
    if (options->headless && !options->frames)
        options->frames = options->bench ? 1000 : HEADLESS_FRAMES;
    if (!falls_back)
        return director;
    if (!options->shot) {
        snprintf(shot, sizeof shot, "%s.png", name);
        options->shot = shot;
    }
    coir_error_clear();
    coir_log(COIR_LOG_INFO, "There is no display here: running %lld frames headless, the last one goes to %s.",
             (long long)options->frames, options->shot);
    def.headless = true;
    return create(&def, !options->sound);
}

bool options_save(const Options *options, CoirDirector *director)
{
    return (!options->shot || coir_director_screenshot(director, options->shot)) &&
           (!options->sound || options_write_sound(options->sound));
}

bool options_run(const Options *options, CoirDirector *director)
{
    bool goes_on = true, waits = !options->headless && !options->dt && !options->frames;
    coir_error_clear(); // so that an error after the loop comes from the loop
    if (waits)
        coir_director_run(director, NULL);
    for (int64_t i = 0; !waits && goes_on && (i < options->frames || !options->frames); i++)
        goes_on = coir_director_frame(director, options->dt ? options->dt : OPTIONS_DT);
    return !coir_error()[0] && options_save(options, director);
}

int options_end(CoirDirector *director, bool done)
{
    if (!done && coir_error()[0])
        coir_log(COIR_LOG_ERROR, "%s", coir_error());
    coir_director_destroy(director);
    coir_assets_set_folder(NULL);
    return done ? 0 : 1;
}
