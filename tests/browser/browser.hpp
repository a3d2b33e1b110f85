#pragma once

#include <sys/types.h>

#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace attn {

using Json = nlohmann::json;

/// Where Chromium is: CHROMIUM in the environment, or where Debian has it. "" where there is none.
std::string chromium_program();

/// A Chromium without a window, driven over a pipe by the DevTools protocol. It ends with the
/// object.
/// Errors: std::runtime_error where it does not start, answer in time, or refuses a request.
class Browser {
 public:
  Browser();
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  /// Asks for something and waits for the answer: `result` of the protocol.
  Json call(const std::string& method, const Json& parameters = Json::object(),
            const std::string& session = "");

  /// Asks for something whose answer nobody waits for.
  void send(const std::string& method, const Json& parameters, const std::string& session);

  /// The next event that came or comes within the time; none after it.
  std::optional<Json> next_event(int milliseconds);

 private:
  std::optional<Json> read_message(int milliseconds);
  void end();

  TemporaryFolder profile_;
  pid_t process_ = -1;
  int to_browser_ = -1, from_browser_ = -1;
  int last_id_ = 0;
  std::string bytes_;
  std::deque<Json> events_;
};

/// A page that is open, and all that it asked for and complained about.
class Tab {
 public:
  /// How it is opened, beside the file.
  struct View {
    int width = 1000, height = 900;
    bool is_dark = false, runs_scripts = true, is_touched = false;
    double scale = 1.0;
  };

  Tab(Browser& browser, const std::string& path, const View& view);
  Tab(Browser& browser, const std::string& path) : Tab(browser, path, View{}) {}
  ~Tab();
  Tab(const Tab&) = delete;
  Tab& operator=(const Tab&) = delete;

  /// What an expression of JavaScript gives, awaited if it is a promise.
  /// Errors: std::runtime_error with its exception.
  Json value(const std::string& expression);
  std::string text(const std::string& selector);

  /// A click in the middle of the first element that a selector finds; a touch where the tab is
  /// touched.
  void click(const std::string& selector);
  void point_at(const std::string& selector);
  /// Presses the mouse on the first of these elements, moves it over the others and lets it go.
  void stroke(const std::vector<std::string>& selectors);
  /// "ArrowRight", "Enter", "e": to whatever is focused.
  void press(const std::string& key);
  /// Puts a text into a field and leaves it.
  void type(const std::string& selector, const std::string& text);
  void choose(const std::string& selector, const std::string& value);

  /// The bytes of a PNG of what is in view, or of the whole page.
  std::string screenshot(bool is_whole = false);
  std::string pdf();

  /// "role: name" of everything that a screen reader finds, in order.
  std::vector<std::string> accessible();

  /// What the console said, and every exception.
  std::vector<std::string> complaints();
  /// The addresses that were asked for, but for the page itself and its own data: and blob: ones.
  std::vector<std::string> requests();

 private:
  Json call(const std::string& method, const Json& parameters = Json::object());
  void collect();
  Json place_of(const std::string& selector);
  void tap(const std::string& selector);

  Browser& browser_;
  std::string target_, session_, address_;
  bool is_touched_;
  std::vector<std::string> complaints_, requests_;
};

}  // namespace attn
