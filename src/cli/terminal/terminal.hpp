// The only place that asks about the terminal and prints, and what the program tells the shell.
#pragma once

#include <array>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/named.hpp"

namespace attn {

/// What the program tells the shell.
enum ExitCode {
  kDone = 0,               ///< done; the answer is right
  kNotYet = 1,             ///< ran well, and the answer is "not yet"
  kWrongInput = 2,         ///< the input is wrong: flag, file, shape, number
  kWrongSurroundings = 3,  ///< the surroundings are wrong: cannot write, no memory
  kOurBug = 70,            ///< anything else
  kInterrupted = 130,      ///< stopped by the user
};

/// Whether results go to a terminal, and keys come from one.
bool output_is_terminal();
bool input_is_terminal();

/// Whether a person sits before a terminal whose screen can be drawn anew, and keys be read from.
bool screen_is_redrawable();

/// Whether remarks go to a terminal on which a line can be erased and written anew.
bool errors_are_redrawable();

/// No text is laid out any wider: nobody could read it, and to fit it would take seconds.
constexpr unsigned kMaxWidth = 1000;

/// How many columns text may take: those of the terminal on standard output or standard error,
/// else $COLUMNS, else 80. Never more than kMaxWidth.
unsigned terminal_width();

/// How many lines the terminal on standard output has; 24 where that is not known.
unsigned terminal_height();

/// Whether the terminal has the 256 colours that heat takes, as far as the environment tells:
/// COLORTERM is set, or TERM names 256 colours or a terminal known to have them. Without a TERM
/// there is no terminal, and who asks for colour gets all of it.
bool shows_heat_colors();

/// Whether the terminal can show characters beyond ASCII: not where the locale in force names a
/// character set other than UTF-8, as C and POSIX do, nor on the Linux console, whose fonts lack
/// brackets of several lines and Braille.
bool shows_unicode();

/// Whether COLORTERM says that the terminal shows any colour.
bool shows_true_color();

enum class ColorChoice { automatic, always, never };
inline constexpr Named<ColorChoice> kColorChoices[] = {{ColorChoice::automatic, "auto"},
                                                       {ColorChoice::always, "always"},
                                                       {ColorChoice::never, "never"}};

/// Whether to colour the results.
/// The first that says something decides: always/never, NO_COLOR (set and not empty),
/// CLICOLOR_FORCE or FORCE_COLOR (set, not empty and not 0), TERM=dumb or no terminal; else on.
bool wants_color(ColorChoice choice);

enum class BackgroundChoice { automatic, dark, light };
inline constexpr Named<BackgroundChoice> kBackgroundChoices[] = {
    {BackgroundChoice::automatic, "auto"},
    {BackgroundChoice::dark, "dark"},
    {BackgroundChoice::light, "light"}};

/// Whether the terminal is light. The first that says something decides: the choice, COLORFGBG, the
/// terminal itself, which is asked once and has a tenth of a second to answer; else it is dark. A
/// terminal far away or without a person at its keys is not asked.
bool background_is_light(BackgroundChoice choice);

/// What "15;0" says, the foreground and the background; nothing for anything else.
std::optional<bool> is_light_by_numbers(std::string_view colors);

/// What a terminal's answer "rgb:ffff/ffff/ffff" says, wherever it stands in `answer`.
std::optional<bool> is_light_by_answer(std::string_view answer);

/// Whoever read our output has closed it: there is nothing left to do, and nothing went wrong.
struct ClosedPipe {};

/// Writes results to standard output, all of them.
/// Errors: ClosedPipe; SurroundingsError if they cannot be written, for instance to a full disk.
void print_result(const std::string& text);

/// Writes a remark for the person, not for the next program in a pipe, to standard error.
void print_remark(const std::string& text);

/// A remark for each of some files that were written.
void print_written(const std::vector<std::string>& paths);

/// A remark that begins with "attn: note:".
void print_note(const std::string& text);

/// Moves the cursor to the beginning of its line and erases everything from there on.
inline constexpr std::string_view kEraseLine = "\r\033[J";

/// Writes to standard error as it is: a part of a line that says how far we are.
void print_progress(const std::string& text);

/// "attn: error: ..." on standard error, wrapped to its terminal, and each hint on lines of its
/// own.
void print_error(const std::string& text, const std::vector<std::string>& hints = {});

/// Prints a screen that a person reads. What is taller than the terminal goes through a pager:
/// $ATTN_PAGER, else $PAGER, else "less -RFX"; "" or "cat" is none. It is printed straight
/// through where there is no terminal, a dumb one, no such program, or another job in front.
/// A pager that is left early has been read. Returns whether a pager showed it.
/// Errors: those of print_result.
bool print_screen(const std::string& text);

/// From now on nothing goes through a pager.
void turn_pager_off();

/// How many lines a text takes in a terminal of so many columns, which breaks longer lines; counts
/// no further than `enough`.
std::size_t n_terminal_lines(const std::string& text, unsigned columns, std::size_t enough);

/// Text on standard error that is written over and over: how far we are. Nothing of it stays. At
/// Ctrl-C the line where the cursor is goes, too.
class LiveText {
 public:
  LiveText();
  ~LiveText();
  LiveText(const LiveText&) = delete;
  LiveText& operator=(const LiveText&) = delete;

  /// One line or several, without a line end behind the last, in place of what stands there.
  void show(const std::string& text);

  /// Erases what stands there.
  void clear() { show(""); }

 private:
  std::string shown_{};
};

/// The text that standard input holds, up to its end, as text_of_bytes reads it. It is read once:
/// whoever asks again, such as for a page in a second language, gets the same. Errors: InputError
/// if it cannot be read or holds more than 16 MiB.
const std::string& read_standard_input();

/// What a program that was interrupted ends with: 128 and the signal, so kInterrupted for Ctrl-C.
int exit_code_of_signal(int signal);

/// From now on Ctrl-C ends the program with kInterrupted, on a line of its own, wherever it waits.
/// Where a file is being written, that comes first. A program that was started without Ctrl-C
/// (nohup) stays so.
void leave_at_interrupt();

/// Whether Ctrl-C also erases the line on standard error where the cursor is: it only says how far
/// we were.
void erase_line_at_interrupt(bool erase);

/// While it lives, Ctrl-C, a termination and a hang-up end nothing but are taken note of, so that
/// work can stop where it is whole. A second one leaves at once, as after leave_at_interrupt(). One
/// at a time.
class InterruptNote {
 public:
  InterruptNote();
  ~InterruptNote();
  InterruptNote(const InterruptNote&) = delete;
  InterruptNote& operator=(const InterruptNote&) = delete;

  bool is_there() const;

  /// What the program that was interrupted last ends with: 128 and the signal, so kInterrupted for
  /// Ctrl-C.
  static int exit_code();

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace attn
