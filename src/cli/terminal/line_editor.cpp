#include <dlfcn.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <initializer_list>
#include <optional>

#include "base/message.hpp"
#include "cli/terminal/keys.hpp"
#include "cli/terminal/terminal.hpp"

namespace attn {

namespace {

// Between these a terminal sends what was pasted, if it is asked to. xterm's control sequences,
// "bracketed paste mode".
constexpr std::string_view kMarkPastes = "\033[?2004h", kFarewell = "\033[?2004l\n";
constexpr std::string_view kDoNotMarkPastes = "\033[?2004l";
constexpr std::wstring_view kPasteEnd = L"\033[201~";
constexpr std::size_t kLongestPaste = 100'000;
constexpr int kMostRemembered = 200;

// What the keys beside the arrows send, as xterm, rxvt and the consoles do. libedit knows few of
// them, and would type the end of the others into the line.
struct KeyMeaning {
  const char* sequence;
  const char* does;
};
constexpr KeyMeaning kKeyMeanings[] = {
    {"\\e[1~", "ed-move-to-beg"}, {"\\e[7~", "ed-move-to-beg"}, {"\\e[H", "ed-move-to-beg"},
    {"\\eOH", "ed-move-to-beg"},  {"\\e[4~", "ed-move-to-end"}, {"\\e[8~", "ed-move-to-end"},
    {"\\e[F", "ed-move-to-end"},  {"\\eOF", "ed-move-to-end"},  {"\\e[3~", "ed-delete-next-char"},
    {"\\e[2~", "ed-ignore"},      {"\\e[5~", "ed-ignore"},      {"\\e[6~", "ed-ignore"},
    {"\\e[15~", "ed-ignore"},     {"\\e[17~", "ed-ignore"},     {"\\e[18~", "ed-ignore"},
    {"\\e[19~", "ed-ignore"},     {"\\e[20~", "ed-ignore"},     {"\\e[21~", "ed-ignore"},
    {"\\e[23~", "ed-ignore"},     {"\\e[24~", "ed-ignore"},
};

// Characters are cut out of the bytes by the C library, which has to know that they are UTF-8.
void read_utf8() {
  std::setlocale(LC_CTYPE, "");
  if (MB_CUR_MAX == 1) std::setlocale(LC_CTYPE, "C.UTF-8");
}

}  // namespace

/// Lines by libedit.
class LineEditor::Editing {
 public:
  Editing(const EditLibrary& library, std::function<void()> redraw)
      : library_(library), redraw_(std::move(redraw)), keeper_(kFarewell) {
    read_utf8();
    editor_ = library_.init("attn", stdin, stdout, stderr);
    history_ = library_.history_init();
    HistEvent event;
    library_.history(history_, &event, H_SETSIZE, kMostRemembered);
    library_.history(history_, &event, H_SETUNIQUE, 1);
    set_up();
  }

  ~Editing() {
    library_.history_end(history_);
    library_.end(editor_);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &keeper_.original_settings());
  }

  std::optional<std::string> read(const std::string& prompt) {
    prompt_ = prompt;
    write_to_terminal(kMarkPastes);
    int n = 0;
    const char* const line = library_.gets(editor_, &n);
    write_to_terminal(kDoNotMarkPastes);
    if (line == nullptr || n <= 0) {
      write_to_terminal("\n");
      return std::nullopt;
    }
    std::string text(line, static_cast<std::size_t>(n));
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    return text;
  }

  void remember(const std::string& line) {
    HistEvent event;
    library_.history(history_, &event, H_ENTER, line.c_str());
  }

 private:
  void set_up() {
    library_.set(editor_, EL_CLIENTDATA, this);
    library_.set(editor_, EL_PROMPT, &prompt_of);
    library_.set(editor_, EL_EDITOR, "emacs");
    library_.set(editor_, EL_HIST, library_.history, history_);
    library_.set_wide(editor_, EL_GETCFN, &next_character);
    // In wide characters: of others libedit makes copies that it never frees.
    library_.set_wide(editor_, EL_ADDFN, L"attn-paste", L"insert what is pasted", &paste);
    library_.set_wide(editor_, EL_ADDFN, L"attn-redraw", L"draw the screen anew", &draw_again);
    library_.set(editor_, EL_BIND, "\\e[200~", "attn-paste", nullptr);
    library_.set(editor_, EL_BIND, "^L", "attn-redraw", nullptr);
    library_.set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    for (const KeyMeaning& key : kKeyMeanings)
      library_.set(editor_, EL_BIND, key.sequence, key.does, nullptr);
    // Between two lines, too, what is typed waits as it is: else the terminal would show it, and
    // obey its backspaces.
    library_.set(editor_, EL_SETTY, "-x", "-echo", "-icanon", nullptr);
    library_.source(editor_, nullptr);  // the person's own .editrc
  }

  static Editing& of(EditLine* editor) {
    void* data = nullptr;
    of_library().get(editor, EL_CLIENTDATA, &data);
    return *static_cast<Editing*>(data);
  }
  static const EditLibrary& of_library() { return *edit_library(); }

  static char* prompt_of(EditLine* editor) { return of(editor).prompt_.data(); }

  static unsigned char draw_again(EditLine* editor, int) {
    of(editor).redraw_();
    return CC_REDISPLAY;
  }

  static unsigned char paste(EditLine* editor, int) {
    std::wstring text;
    wchar_t character = 0;
    while (!text.ends_with(kPasteEnd) && text.size() < kLongestPaste &&
           of_library().get_character(editor, &character) == 1)
      text += character;
    if (text.ends_with(kPasteEnd)) text.resize(text.size() - kPasteEnd.size());
    return of_library().insert(editor, pasted_line(text).c_str()) == 0 ? CC_REFRESH : CC_ERROR;
  }

  // One character; 0 at the end of the input. Draws the screen anew while it waits.
  static int next_character(EditLine* editor, wchar_t* character) {
    std::mbstate_t state{};
    for (;;) {
      of(editor).wait_for_byte();
      char byte = 0;
      const ssize_t n = ::read(STDIN_FILENO, &byte, 1);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return static_cast<int>(n);
      const std::size_t used = std::mbrtowc(character, &byte, 1, &state);
      if (used <= 1) return 1;
      if (used == static_cast<std::size_t>(-1)) state = {};  // bytes that are no character
    }
  }

  void wait_for_byte() {
    pollfd sources[] = {{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
                        {.fd = TerminalKeeper::resize_file(), .events = POLLIN, .revents = 0}};
    for (;;) {
      const int n_ready = ::poll(sources, 2, -1);
      if (n_ready < 0 && errno != EINTR) return;
      if (n_ready > 0 && sources[1].revents != 0) {
        TerminalKeeper::take_resizes();
        library_.resize(editor_);
        redraw_();
        library_.set(editor_, EL_REFRESH);
      } else if (n_ready > 0) {
        return;
      }
    }
  }

  const EditLibrary& library_;
  std::function<void()> redraw_;
  TerminalKeeper keeper_;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
  std::string prompt_;
};

/// Lines as the terminal hands them over.
class LineEditor::Plain {
 public:
  std::optional<std::string> read(const std::string& prompt) { return input_.next(prompt); }

 private:
  LineInput input_;
};

LineEditor::LineEditor(std::function<void()> redraw) {
  const EditLibrary* const library = screen_is_redrawable() ? edit_library() : nullptr;
  if (library != nullptr)
    editing_ = std::make_unique<Editing>(*library, std::move(redraw));
  else
    plain_ = std::make_unique<Plain>();
}

LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::read(const std::string& prompt) {
  return editing_ ? editing_->read(prompt) : plain_->read(prompt);
}

void LineEditor::remember(const std::string& line) {
  if (editing_ && !line.empty()) editing_->remember(line);
}

KeyPress LineEditor::read_key() { return next_key_press(); }

std::wstring pasted_line(const std::wstring& text) {
  std::wstring line;
  std::ptrdiff_t n_open = 0;
  bool ends_line = false;
  for (const wchar_t c : text) {
    if (c == L'\n' || c == L'\r') {
      ends_line = true;
      continue;
    }
    if (ends_line && !line.empty()) line += n_open > 0 ? L" " : L" ; ";
    ends_line = false;
    if (c == L'[' || c == L'(') ++n_open;
    if (c == L']' || c == L')') --n_open;
    line += c == L'\t' ? L' ' : c;
  }
  return line;
}

namespace {

// Debian, other distributions, macOS.
constexpr auto kLibraries = {"libedit.so.2", "libedit.so.0", "libedit.3.dylib"};

void* opened_library() {
  for (const char* const name : kLibraries)
    if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  return nullptr;
}

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

std::optional<EditLibrary> loaded_library() {
  void* const library = opened_library();
  if (library == nullptr) return std::nullopt;
  EditLibrary edit;
  const bool is_whole =
      find(library, "el_init", edit.init) && find(library, "el_end", edit.end) &&
      find(library, "el_set", edit.set) && find(library, "el_wset", edit.set_wide) &&
      find(library, "el_gets", edit.gets) && find(library, "el_get", edit.get) &&
      find(library, "el_wgetc", edit.get_character) &&
      find(library, "el_winsertstr", edit.insert) && find(library, "el_resize", edit.resize) &&
      find(library, "el_source", edit.source) && find(library, "history_init", edit.history_init) &&
      find(library, "history_end", edit.history_end) && find(library, "history", edit.history);
  return is_whole ? std::optional(edit) : std::nullopt;
}

}  // namespace

const EditLibrary* edit_library() {
  static const std::optional<EditLibrary> library = loaded_library();
  return library ? &*library : nullptr;
}

namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;

}  // namespace

std::optional<std::string> LineInput::next(const std::string& prompt) {
  print_result(prompt);
  std::array<char, 4096> chunk{};
  for (;;) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    const ssize_t n = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      throw InputError(message("standard input cannot be read: {}.", system_reason(errno)));
    if (n == 0) {
      print_result("\n");  // the prompt stands alone on its line
      return std::nullopt;
    }
    buffer_.append(chunk.data(), static_cast<std::size_t>(n));
    if (buffer_.size() > kLongestLine)
      throw InputError(message("a line of the input is longer than {} MiB.", kLongestLine >> 20));
  }
}

}  // namespace attn
