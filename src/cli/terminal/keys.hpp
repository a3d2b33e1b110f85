// What a person types: keys, lines, and an editor of their own.
#pragma once

#include <histedit.h>
#include <sys/types.h>
#include <termios.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// While it lives, a signal that ends the program (SIGINT, SIGTERM, SIGHUP, SIGQUIT) first puts the
/// terminal back as it was and writes `farewell`; one that stops it (SIGTSTP) does so too, and
/// takes up the settings of before when the program goes on. There is one at a time.
class TerminalKeeper {
 public:
  /// `farewell` must live as long.
  /// Errors: SurroundingsError if standard input is no terminal.
  explicit TerminalKeeper(std::string_view farewell);
  ~TerminalKeeper();
  TerminalKeeper(const TerminalKeeper&) = delete;
  TerminalKeeper& operator=(const TerminalKeeper&) = delete;

  const termios& original_settings() const;

  /// A file that can be read from when the screen has to be drawn anew, because the terminal has
  /// another size or was given back to us; -1 where there is none.
  static int resize_file();

  /// Takes note of it: resize_file() waits for the next time.
  static void take_resizes();
};

/// What is written last if a signal ends the program, where something waits for it: below the
/// farewell, or below the line that Ctrl-C left. It must live until another takes its place; null
/// is none.
void set_last_words(const std::string* text);

/// Writes them; safe in a signal handler.
void write_last_words();

/// Writes it past all buffers. A terminal that is gone needs nothing.
void write_to_terminal(std::string_view text);

/// What a person pressed. Other keys are `other`.
enum class Key {
  next,
  back,
  first,
  last,
  previous_group,
  next_group,
  up,
  down,
  left,
  right,
  page_up,
  page_down,
  row_start,
  row_end,
  explain,
  view,
  help,
  quit,
  escape,
  interrupt,
  suspend,
  resized,
  digit,
  other,
};

struct KeyPress {
  Key key = Key::other;
  unsigned digit = 0;  ///< with Key::digit: 0 to 9
  char letter = 0;     ///< what it types, where that is one visible ASCII character
};

/// Waits for a key of a terminal that hands over every byte as it comes. A closed terminal counts
/// as quit.
KeyPress next_key_press();

/// Reads single keys from the terminal while it lives, and puts the terminal back as it was when
/// it ends: on return, on an exception, and on SIGINT, SIGTERM, SIGHUP or SIGQUIT.
class RawTerminal {
 public:
  RawTerminal();
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

  /// Waits for a key. A closed terminal counts as quit.
  KeyPress read_key();

  /// The same, but waits no longer than this: then nothing.
  std::optional<KeyPress> read_key_within(std::chrono::milliseconds time);

  /// Gives the terminal back as it was while another program uses it.
  void lend(const std::function<void()>& use);

  /// Hands the terminal back to the shell until the person brings us to the front again.
  void suspend();

 private:
  void enter();
  void leave();

  TerminalKeeper keeper_;
};

/// Lines that a person types at a prompt and can edit while they do: arrows, the lines typed
/// before, Ctrl-A, Ctrl-W and so on. Several lines pasted at once arrive as one, with ";" for the
/// line ends, so that a matrix can be looked at before it is handed in. Where the terminal cannot
/// do that (TERM=dumb, no libedit), lines arrive as the terminal hands them over.
class LineEditor {
 public:
  /// `redraw` draws what stands above the prompt anew: after the terminal got another size, after
  /// Ctrl-L, and when the program goes on after Ctrl-Z.
  explicit LineEditor(std::function<void()> redraw);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// Whether lines can be edited, and the screen be drawn anew.
  bool can_edit() const { return editing_ != nullptr; }

  /// The next line without its end; nothing at the end of the input (Ctrl-D, a terminal that is
  /// gone).
  /// Errors: InputError if it cannot be read, or is far too long.
  std::optional<std::string> read(const std::string& prompt);

  /// Brings a line back when earlier ones are asked for.
  void remember(const std::string& line);

  /// A single key, between two lines; what it types is not shown. Only where lines can be edited.
  KeyPress read_key();

 private:
  class Editing;
  class Plain;
  std::unique_ptr<Editing> editing_;
  std::unique_ptr<Plain> plain_;
};

/// A pasted text as one line: what ends a line becomes " ; ", or a space within brackets; line ends
/// at its own ends go.
std::wstring pasted_line(const std::wstring& text);

/// Lines that a person types, one after the other, as the terminal hands them over.
class LineInput {
 public:
  /// The next line without its end; nothing at the end of the input. `prompt` is written before it
  /// is waited for.
  /// Errors: InputError if it cannot be read, or is far too long.
  std::optional<std::string> next(const std::string& prompt);

 private:
  std::string buffer_;
};

/// The functions of libedit that a line is edited with. It is loaded when the first line is asked
/// for: linked in, it and what it needs would be looked for at every start of the program.
struct EditLibrary {
  decltype(&::el_init) init = nullptr;
  decltype(&::el_end) end = nullptr;
  decltype(&::el_set) set = nullptr;
  decltype(&::el_wset) set_wide = nullptr;
  decltype(&::el_gets) gets = nullptr;
  decltype(&::el_get) get = nullptr;
  decltype(&::el_wgetc) get_character = nullptr;
  decltype(&::el_winsertstr) insert = nullptr;
  decltype(&::el_resize) resize = nullptr;
  decltype(&::el_source) source = nullptr;
  decltype(&::history_init) history_init = nullptr;
  decltype(&::history_end) history_end = nullptr;
  decltype(&::history) history = nullptr;
};

/// Null where the machine has no libedit.
const EditLibrary* edit_library();

/// What we do at a signal: SIG_IGN, SIG_DFL or a function of our own.
struct SignalHandler {
  int signal;
  void (*handler)(int);
};

/// While it lives, signals do what is said here; after that, what they did before. Keys that end or
/// stop a program so belong to the one that we wait for, which is in the same job.
class SignalsMeanwhile {
 public:
  explicit SignalsMeanwhile(std::span<const SignalHandler> handlers);
  ~SignalsMeanwhile();
  SignalsMeanwhile(const SignalsMeanwhile&) = delete;
  SignalsMeanwhile& operator=(const SignalsMeanwhile&) = delete;

 private:
  std::vector<std::pair<int, struct sigaction>> before_;
};

/// A program in the terminal of ours.
struct ChildProgram {
  std::vector<std::string> words;             ///< what PATH finds, and its arguments
  std::vector<std::string> more_variables{};  ///< "NAME=value", beside those of ours
  std::optional<int> input{};                 ///< what it reads; ours if there is none
  std::span<const SignalHandler> handlers{};  ///< of ours: it starts with those of every program
};

/// Starts it; nothing if there is no such program.
std::optional<pid_t> started(ChildProgram program);

/// Waits for its end.
int status_at_the_end(pid_t process);

/// Whether it ran: a shell that found no such program says so by its exit code.
bool has_run(int status);

/// The editor that a person has chosen: $VISUAL, else $EDITOR, else vi.
std::string editor_command();

/// Opens a file in it and waits until it has ended. Ctrl-C belongs to it meanwhile. Returns
/// whether there is such a program.
bool edit_file(const std::string& path);

}  // namespace attn
