// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Files of bindings: a saved file can be loaded again, and mistakes in a file are reported.

#include "support/support.h"

#include <string.h>

#include "coir/bindings.h"
#include "coir/error.h"
#include "input/input.h"
#include "support/folder.h"

static CoirInput *input, *two;

// Returns the bindings of all names of an input as "jump: Space, Pad south; ...".
static const char *bound(const CoirInput *of)
{
    static char text[1000];
    text[0] = '\0';
    for (int i = 0; coir_input_name(of, i); i++) {
        const char *name = coir_input_name(of, i);
        strcat(strcat(strcat(text, i > 0 ? "; " : ""), name), ":");
        for (int slot = 0; coir_input_describe(of, name, slot); slot++)
            strcat(strcat(text, slot > 0 ? ", " : " "), coir_input_describe(of, name, slot));
    }
    return text;
}

#define DEFAULTS "left: A, Left stick left; jump: Space, Pad south; fire: Mouse left"

static CoirInput *make_input(void)
{
    CoirInput *made = coir_input_new();
    if (made && coir_input_bind(made, "left", "A, Left stick left") &&
        coir_input_bind(made, "jump", "Space, Pad south") && coir_input_bind(made, "fire", "Mouse left"))
        return made;
    coir_input_destroy(made);
    return NULL;
}

static int setup(void **state)
{
    support_setup(state);
    input = make_input();
    two = coir_input_player(input, 2);
    return input ? 0 : -1;
}

static int teardown(void **state)
{
    coir_input_destroy(input);
    return support_teardown(state);
}

#define file_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

static bool load(const char *text)
{
    coir_error_clear();
    return coir_input_load_bindings(input, folder_write("bindings.txt", text, strlen(text)));
}

static void assert_error(const char *text)
{
    if (!strstr(coir_error(), text))
        fail_msg("\"%s\" is not in \"%s\"", text, coir_error());
}

static void a_file_is_read(void **state)
{
    (void)state;
    assert_true(load("# a comment\n"
                     "jump = J , pad north # another one\r\n"
                     "\n"
                     "  fire=\n"
                     "[player 2]\n"
                     "jump\t=\tUp\n"));
    assert_string_equal(bound(input), "left: A, Left stick left; jump: J, Pad north; fire:");
    assert_string_equal(bound(two), "left: A, Left stick left; jump: Up; fire:");
    assert_string_equal(coir_error(), "");
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
}

static void a_word_that_comes_twice_is_one_binding(void **state)
{
    (void)state;
    assert_true(load("jump = J, J, j\n"));
    assert_string_equal(bound(input), "left: A, Left stick left; jump: J; fire: Mouse left");
}

static void names_that_are_not_in_the_file_have_their_defaults(void **state)
{
    (void)state;
    coir_input_rebind(input, "left", 0, "L");
    coir_input_rebind(two, "fire", 0, "F");
    assert_true(load("jump = J\n"));
    assert_string_equal(bound(input), "left: A, Left stick left; jump: J; fire: Mouse left");
    assert_string_equal(bound(two), "left: A, Left stick left; jump: J; fire: Mouse left");
}

// Player 2 has "jump" from the common bindings or from own bindings, before the load, after the load, or both.
static void a_held_key_that_was_bound_before_stays_down_when_a_file_is_read(void **state)
{
    (void)state;
    coir_input_bind(input, "jump", "J");
    coir_input_key(input, COIR_KEY_J, true);
    coir_input_step(input);
    assert_true(coir_input_is_down(two, "jump"));
    assert_true(load("jump = K\n[player 2]\njump = J\n"));
    assert_true(coir_input_is_down(two, "jump") && coir_input_is_down(input, "jump"));
    assert_true(load("jump = K\n[player 2]\njump = L, J\n"));
    assert_true(coir_input_is_down(two, "jump"));
    assert_true(load("jump = J\n"));
    assert_true(coir_input_is_down(two, "jump"));
    coir_input_step(input);
    assert_false(coir_input_pressed(two, "jump") || coir_input_released(two, "jump"));
    assert_false(coir_input_is_down(coir_input_player(input, 1), "jump")); // J was new for player 1
}

static void a_byte_order_mark_is_skipped(void **state)
{
    (void)state;
    assert_true(load("\xef\xbb\xbfjump = J\n"));
    assert_string_equal(coir_input_describe(input, "jump", 0), "J");
}

static void written_bindings_are_read_again(void **state)
{
    (void)state;
    coir_input_bind(coir_input_player(input, 1), "fire", "F");
    coir_input_rebind(input, "jump", 0, "J");
    coir_input_rebind(input, "jump", 2, "Left stick up");
    coir_input_rebind(input, "fire", 0, "");
    coir_input_rebind(two, "jump", 1, "Up");
    const char *path = folder_path("saved.txt");
    assert_true(coir_input_save_bindings(input, path));
    char text[1000] = {0}, before[1000], before_two[1000];
    text[folder_read("saved.txt", text, sizeof text - 1)] = '\0';
    assert_string_equal(text, "# Bindings: name = key, button, ... Remove the # before a line to change it.\n"
                              "# left = A, Left stick left\n"
                              "jump = J, Pad south, Left stick up\n"
                              "fire =\n"
                              "\n[player 1]\n"
                              "# fire = F\n"
                              "\n[player 2]\n"
                              "jump = J, Up, Left stick up\n");
    strcpy(before, bound(input));
    strcpy(before_two, bound(two));
    coir_input_reset(input, NULL);
    assert_string_equal(bound(input), DEFAULTS);
    assert_true(coir_input_load_bindings(input, path));
    assert_string_equal(bound(input), before);
    assert_string_equal(bound(two), before_two);
    assert_string_equal(coir_input_describe(coir_input_player(input, 1), "fire", 0), "F");
}

static void the_word_player_may_have_any_case(void **state)
{
    (void)state;
    assert_true(load("[Player 1]\njump = J\n[ PLAYER 2 ]\njump = K\n"));
    assert_string_equal(coir_input_describe(coir_input_player(input, 1), "jump", 0), "J");
    assert_string_equal(coir_input_describe(two, "jump", 0), "K");
}

// The lines of a section that does not exist must be given neither to player 2, the player of the section before, nor
// to all players.
static void skipped_lines_of_an_unknown_section_are_reported(void **state)
{
    (void)state;
    assert_false(load("[player 2]\njump = K\n[player 9]\njump = J\njump J\n[player 1]\nfire = F\n"));
    assert_error("line 3: there is no section '[player 9]', and its lines are left out; sections are [player 1] to "
                 "[player 4]");
    assert_null(strstr(support_last_message(), "is no binding")); // one message for the section and its lines
    assert_string_equal(bound(input), DEFAULTS);
    assert_string_equal(coir_input_describe(two, "jump", 0), "K");
    assert_string_equal(coir_input_describe(coir_input_player(input, 1), "fire", 0), "F");
}

static void nonsense_is_reported_with_line_and_word_and_the_default_stays(void **state)
{
    const struct {
        const char *text, *told;
    } bad[] = {
        {"# x\njump = J, Pad sooth\nfire = F\n",
         "line 2: there is no key, button or axis 'Pad sooth'; coir/bindings.h has the words. The line for 'jump'"},
        {"fire = F\njmup = J\n", "line 2: there is no input 'jmup'; coir_input_bind makes one"},
        {"fire = F\njump J\n", "line 2: 'jump J' is no binding"},
        {"fire = F\njump =,\n", "line 2: there is no word before or after a comma. The line for 'jump' has no effect"},
        {"fire = F\njump = A,B,C,D,E,F,G,H,I\n",
         "line 2: 'I' is one binding too many; a name has at most 8. The line for 'jump' has no effect"},
        {"fire = F\n[player 5]\njump = J\n", "line 2: there is no section '[player 5]'"},
        {"fire = F\n[player 22]\njump = J\n", "line 2: there is no section '[player 22]'"},
        {"fire = F\n[\njump = J\n", "line 2: there is no section '['"},
        {"fire = F\n[player 1\njump = J\n", "line 2: there is no section '[player 1'"},
        {"fire = F\n[player 01]\njump = J\n", "line 2: there is no section '[player 01]'"},
        {"fire = F\n[]\njump = J\n", "line 2: there is no section '[]'"},
        {"fire = F\njump = J\x01\x7f\n", "line 2: there is no key, button or axis 'J?\?'"},
        {"fire = F\njump = Pad left", "line 2: the file ends in 'jump = Pad left'"},
        {"fire = F\n= J\n", "line 2: there is no input ''"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int logged = support_logged(COIR_LOG_WARNING);
        assert_false(load(bad[i].text));
        assert_error("bindings.txt'");
        assert_error(bad[i].told);
        assert_int_equal(support_logged(COIR_LOG_WARNING), logged + 1);
        assert_string_equal(bound(input), "left: A, Left stick left; jump: Space, Pad south; fire: F");
    }
}

static void each_wrong_line_is_logged_and_the_first_wrong_line_is_the_error(void **state)
{
    char text[600] = "fire = F\n";
    (void)state;
    for (int i = 0; i < 50; i++)
        strcat(text, "x = A\n");
    assert_false(load(text));
    assert_error("upper and lower case differ (49 more lines are wrong)");
    assert_int_equal(support_logged(COIR_LOG_WARNING), 20);
    assert_string_equal(coir_input_describe(input, "fire", 0), "F");
    assert_false(load("x = A\ny = A\n"));
    assert_error("upper and lower case differ (1 more line is wrong)");
}

static void a_file_that_cannot_be_read_changes_nothing(void **state)
{
    (void)state;
    coir_input_rebind(input, "jump", 0, "J");
    assert_false(coir_input_load_bindings(input, folder_path("missing.txt")));
    assert_error("missing.txt");
    assert_false(coir_input_load_bindings(input, NULL));
    assert_mistake("coir_input_load_bindings");
    assert_false(coir_input_load_bindings(NULL, "x"));
    assert_mistake("coir_input_load_bindings");
    assert_string_equal(coir_input_describe(input, "jump", 0), "J");
    assert_false(coir_input_save_bindings(input, "/no/such/folder/x.txt"));
    assert_error("/no/such/folder/x.txt");
    assert_false(coir_input_save_bindings(input, NULL));
    assert_mistake("coir_input_save_bindings");
    assert_false(coir_input_save_bindings(input, ""));
    assert_error("the path of the bindings file is empty; give the path of a file");
    assert_false(coir_input_save_bindings(NULL, "x"));
    assert_mistake("coir_input_save_bindings");
}

// Each name must have either all bindings of its line in the file, or its default bindings.
static void a_file_truncated_at_any_byte_has_saved_bindings_or_defaults(void **state)
{
    static const char text[] = "left = L, Left Shift\njump = Pad left shoulder, Keypad 1\nfire = F1, F12, Pad left\n";
    (void)state;
    for (size_t cut = 1; cut < sizeof text; cut++) {
        bool whole_lines = text[cut - 1] == '\n' || cut == sizeof text - 1;
        const char *path = folder_write("cut.txt", text, cut);
        assert_true(coir_input_load_bindings(input, path) == whole_lines);
        size_t lines = 0;
        for (size_t i = 0; i < cut; i++)
            lines += text[i] == '\n';
        char expected[200];
        snprintf(expected, sizeof expected, "left: %s; jump: %s; fire: %s",
                 lines > 0 ? "L, Left Shift" : "A, Left stick left",
                 lines > 1 ? "Pad left shoulder, Keypad 1" : "Space, Pad south",
                 lines > 2 ? "F1, F12, Pad left" : "Mouse left");
        assert_string_equal(bound(input), expected);
    }
}

static const char *scenario_path;

static void scenario(void)
{
    CoirInput *mine = make_input();
    char before[1000] = "", after[1000] = "";
    if (mine && coir_input_rebind(mine, "fire", 0, "G")) {
        strcpy(before, bound(mine));
        bool loaded = coir_input_load_bindings(mine, scenario_path);
        strcpy(after, bound(mine));
        if (!loaded && strcmp(before, after) != 0)
            fail_msg("without memory the bindings have changed from \"%s\" to \"%s\"", before, after);
        if (loaded && strstr(after, "fire: F") == NULL)
            fail_msg("the file was read, but the bindings are \"%s\"", after);
        if (!loaded && !strstr(coir_error(), "out of memory"))
            fail_msg("coir_error() is \"%s\"", coir_error());
        coir_input_save_bindings(mine, folder_path("written.txt"));
    }
    coir_input_destroy(mine);
    note("done\n");
}

static void every_allocation_may_fail(void **state)
{
    static const char text[] = "jump = J\nfire = F\n[player 3]\nleft = L\n";
    (void)state;
    scenario_path = folder_write("good.txt", text, sizeof text - 1);
    assert_true(support_fail_each_allocation(scenario) > 8);
}

// The log hook is user code.
static void destroy_at_a_message(CoirLogLevel level, const char *message, void *user)
{
    (void)user;
    (void)level;
    (void)message;
    coir_input_bind(input, "another", "A");
    coir_input_destroy(input);
    input = NULL;
    coir_log_set_hook(NULL, NULL);
    coir_log_set_level(COIR_LOG_ERROR);
}

static void the_input_may_be_destroyed_while_messages_are_logged(void **state)
{
    (void)state;
    coir_log_set_hook(destroy_at_a_message, NULL);
    assert_false(load("x = A\njump = J\n"));
    assert_null(input);
}

TEST_FILE(bindings_file)
{
    const struct CMUnitTest tests[] = {
        file_test(a_file_is_read),
        file_test(a_word_that_comes_twice_is_one_binding),
        file_test(names_that_are_not_in_the_file_have_their_defaults),
        file_test(a_held_key_that_was_bound_before_stays_down_when_a_file_is_read),
        file_test(a_byte_order_mark_is_skipped),
        file_test(written_bindings_are_read_again),
        file_test(the_word_player_may_have_any_case),
        file_test(skipped_lines_of_an_unknown_section_are_reported),
        file_test(nonsense_is_reported_with_line_and_word_and_the_default_stays),
        file_test(each_wrong_line_is_logged_and_the_first_wrong_line_is_the_error),
        file_test(a_file_that_cannot_be_read_changes_nothing),
        file_test(a_file_truncated_at_any_byte_has_saved_bindings_or_defaults),
        file_test(the_input_may_be_destroyed_while_messages_are_logged),
        support_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("bindings_file", tests, folder_setup, folder_teardown);
}
