#include "support/hostile_class.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "base/text.hpp"
#include "grading/classroom/classroom.hpp"
#include "sandbox/launch.hpp"
#include "support/lines_of.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

void require_done(bool is_done, const char* what) {
  if (!is_done) throw std::system_error(errno, std::generic_category(), what);
}

// What tells whether a file was changed. The contents of large ones are left out.
std::string state_of(const fs::path& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0) return "gone";
  std::string state = fmt::format("{:o} {} {}.{}", facts.st_mode, facts.st_size,
                                  facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
  constexpr off_t kLarge = 1 << 16;
  if (S_ISREG(facts.st_mode) && facts.st_size < kLarge) {
    std::ifstream file(path, std::ios::binary);
    state += " " + fingerprint_text(std::string(std::istreambuf_iterator<char>(file), {}));
  }
  return state;
}

}  // namespace

Listener::Listener() {
  by_port_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  require_done(::bind(by_port_, any, size) == 0 && ::listen(by_port_, 10) == 0 &&
                   ::getsockname(by_port_, any, &size) == 0,
               "a listener by port");
  port_ = ntohs(address.sin_port);
  by_name_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un named{};
  named.sun_family = AF_UNIX;
  const std::string name = "attn-hostile-" + std::to_string(port_);
  std::memcpy(named.sun_path + 1, name.data(), name.size());
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  require_done(::bind(by_name_, reinterpret_cast<sockaddr*>(&named), length) == 0 &&
                   ::listen(by_name_, 10) == 0,
               "a listener by name");
}

Listener::~Listener() {
  ::close(by_port_);
  ::close(by_name_);
}

HostileClass::HostileClass(const HostileCase& one, int port) : case_(one), port_(port) {
  fs::create_directories(path() / "class" / "zz-control");
  fs::create_directory(temporary());
  fs::copy(ATTN_SOURCE_DIR "/tests/hostile/course", path() / "course", fs::copy_options::recursive);
  fs::copy_file(path() / "course/solutions/01-double/solution.py",
                path() / "class/zz-control/double.py");
  hand_in();
}

// Other than that of a temporary folder, this removes what nobody may open.
HostileClass::~HostileClass() { remove_tree(path().string()); }

std::string HostileClass::with_places(std::string text) const {
  replace_all(text, "@WORK@", path().string());
  replace_all(text, "@ATTN@", ATTN_PROGRAM);
  replace_all(text, "@PORT@", std::to_string(port_));
  return text;
}

void HostileClass::hand_in() const {
  const std::string text = with_places(case_.text());
  if (!case_.is_class()) {
    fs::create_directory(path() / "class/hostile");
    folder_.file("class/hostile/" + case_.file_name(), text);
    return;
  }
  const TemporaryFolder elsewhere;
  const CommandResult made =
      run_command("cd class && sh -eu " + elsewhere.file("hand-in.sh", text), path(), 60);
  if (made.exit_code != 0) throw std::runtime_error(case_.name() + ": " + made.out + made.err);
}

CommandResult HostileClass::grade(const std::string& isolation) const {
  constexpr int kPatience = 120;  // seconds: no case takes 30, were it alone
  return run_command("export TMPDIR=" + temporary().string() +
                         "; export GRADE='attn exercise grade class --course course --out out "
                         "--format csv,json,junit,gradescope,md --isolation " +
                         isolation + "'; " + case_.stated(isolation, "run", "$GRADE --jobs 1"),
                     path(), kPatience);
}

std::map<std::string, std::string> HostileClass::contents() const {
  std::map<std::string, std::string> contents;
  fs::recursive_directory_iterator entry(path(), fs::directory_options::skip_permission_denied);
  for (const fs::recursive_directory_iterator end; entry != end; ++entry) {
    const fs::path within = entry->path().lexically_relative(path());
    const std::string top = within.begin()->string();
    const bool is_of_marks = top == "out" || top == "by-one";
    if (is_of_marks) {
      entry.disable_recursion_pending();
      continue;
    }
    // Files come and go in this folder: it is empty afterwards, which is asked for elsewhere.
    if (within != "tmp") contents[within.string()] = state_of(entry->path());
  }
  return contents;
}

std::map<std::string, std::string> verdicts_of(const JournalContent& journal) {
  std::map<std::string, std::string> verdicts;
  for (const auto& [name, mark] : journal.marks) {
    std::string text = mark.state == MarkState::marked ? "" : name_in(kMarkStates, mark.state);
    for (const MarkedItem& item : mark.items)
      if (mark.state == MarkState::marked) text += (text.empty() ? "" : " ") + item.verdict;
    verdicts[name.first] = text;
  }
  return verdicts;
}

std::map<std::string, std::string> texts_of(const JournalContent& journal) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, mark] : journal.marks) {
    std::string text = mark.reason + "\n" + mark.feedback;
    for (const std::string& note : mark.notes) text += "\n" + note;
    texts[name.first] = in_one_line(text);
  }
  return texts;
}

}  // namespace attn
