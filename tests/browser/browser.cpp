#include "browser/browser.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace attn {
namespace {

constexpr int kPatienceAtStart = 30'000;  // ms: a loaded machine may take long to start a browser

std::pair<int, int> new_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {ends[0], ends[1]};
}

// In the child, which becomes the browser: it reads from 3 and writes to 4.
[[noreturn]] void become_browser(const std::string& program, const std::string& profile, int reads,
                                 int writes) {
  constexpr int kBeyondBoth = 10;
  const int from = fcntl(reads, F_DUPFD, kBeyondBoth), to = fcntl(writes, F_DUPFD, kBeyondBoth);
  dup2(from, 3);
  dup2(to, 4);
  const int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  std::vector<std::string> words{program,
                                 "--headless",
                                 "--remote-debugging-pipe",
                                 "--disable-gpu",
                                 "--user-data-dir=" + profile,
                                 "--no-first-run",
                                 "--disable-background-networking",
                                 "--disable-dev-shm-usage",
                                 "--hide-scrollbars",
                                 "--force-color-profile=srgb",
                                 "--disable-lcd-text"};
  if (geteuid() == 0) words.emplace_back("--no-sandbox");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  setpgid(0, 0);
  execv(program.c_str(), arguments.data());
  _exit(127);
}

int milliseconds_since(std::chrono::steady_clock::time_point start) {
  const auto passed = std::chrono::steady_clock::now() - start;
  return static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(passed).count());
}

}  // namespace

std::string chromium_program() {
  if (const char* named = std::getenv("CHROMIUM")) return named;
  // Not the script of that name in /usr/bin, which adds flags.
  for (const char* path : {"/usr/lib/chromium/chromium", "/usr/lib/chromium-browser/chromium"})
    if (std::filesystem::exists(path)) return path;
  return "";
}

Browser::Browser() {
  const auto [reads, to] = new_pipe();
  const auto [from, writes] = new_pipe();
  const std::string program = chromium_program();
  process_ = fork();
  if (process_ == 0) become_browser(program, profile_.path().string(), reads, writes);
  close(reads);
  close(writes);
  to_browser_ = to;
  from_browser_ = from;
  std::signal(SIGPIPE, SIG_IGN);  // a browser that has ended is noticed where it is written to
  try {
    call("Browser.getVersion");
  } catch (...) {
    end();
    throw;
  }
}

Browser::~Browser() {
  try {
    call("Browser.close");
  } catch (const std::runtime_error&) {  // then it is ended below
  }
  end();
}

void Browser::end() {
  close(to_browser_);
  close(from_browser_);
  kill(-process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

void Browser::send(const std::string& method, const Json& parameters, const std::string& session) {
  Json request{{"id", ++last_id_}, {"method", method}, {"params", parameters}};
  if (!session.empty()) request["sessionId"] = session;
  const std::string text = request.dump() + '\0';
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t n = write(to_browser_, text.data() + sent, text.size() - sent);
    if (n <= 0) throw std::runtime_error("the browser is gone");
    sent += static_cast<std::size_t>(n);
  }
}

Json Browser::call(const std::string& method, const Json& parameters, const std::string& session) {
  send(method, parameters, session);
  const auto start = std::chrono::steady_clock::now();
  while (milliseconds_since(start) < kPatienceAtStart) {
    std::optional<Json> message = read_message(kPatienceAtStart);
    if (!message) break;
    if (!message->contains("id")) {
      events_.push_back(std::move(*message));
      continue;
    }
    if ((*message)["id"] != last_id_) continue;
    if (message->contains("error"))
      throw std::runtime_error(method + ": " + (*message)["error"].dump());
    return (*message)["result"];
  }
  throw std::runtime_error(method + ": no answer");
}

std::optional<Json> Browser::next_event(int milliseconds) {
  if (events_.empty()) return read_message(milliseconds);
  Json event = std::move(events_.front());
  events_.pop_front();
  return event;
}

std::optional<Json> Browser::read_message(int milliseconds) {
  for (std::size_t end = 0; (end = bytes_.find('\0')) == std::string::npos;) {
    pollfd waiting{from_browser_, POLLIN, 0};
    if (poll(&waiting, 1, milliseconds) <= 0) return std::nullopt;
    std::array<char, 65'536> buffer{};
    const ssize_t n = read(from_browser_, buffer.data(), buffer.size());
    if (n <= 0) throw std::runtime_error("the browser is gone");
    bytes_.append(buffer.data(), static_cast<std::size_t>(n));
  }
  const std::size_t end = bytes_.find('\0');
  Json message = Json::parse(bytes_.substr(0, end));
  bytes_.erase(0, end + 1);
  return message;
}

}  // namespace attn
