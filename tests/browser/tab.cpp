#include <stdexcept>
#include <thread>

#include "browser/browser.hpp"

namespace attn {
namespace {

struct Key {
  int code = 0;
  std::string text;
};

// Of the keys that have a name, the code that the protocol wants; others are their letters.
Key key_of(const std::string& name) {
  if (name == "Enter") return {13, "\r"};
  if (name == "Escape") return {27, ""};
  if (name == "Tab") return {9, ""};
  if (name == "End") return {35, ""};
  if (name == "Home") return {36, ""};
  if (name == "ArrowLeft") return {37, ""};
  if (name == "ArrowUp") return {38, ""};
  if (name == "ArrowRight") return {39, ""};
  if (name == "ArrowDown") return {40, ""};
  if (name == "F2") return {113, ""};
  return {std::toupper(name.front()), name};
}

std::string quoted(const std::string& text) { return Json(text).dump(); }

// What bytes stand for that are base64.
std::string decoded(const std::string& base64) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0, n_bits = 0;
  for (const char c : base64) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string::npos) break;
    bits = bits << 6 | static_cast<unsigned>(digit);
    n_bits += 6;
    if (n_bits < 8) continue;
    n_bits -= 8;
    bytes += static_cast<char>(bits >> n_bits & 0xFF);
  }
  return bytes;
}

}  // namespace

Tab::Tab(Browser& browser, const std::string& path, const View& view)
    : browser_(browser), address_("file://" + path), is_touched_(view.is_touched) {
  target_ = browser_.call("Target.createTarget", {{"url", "about:blank"}})["targetId"];
  session_ = browser_.call("Target.attachToTarget",
                           {{"targetId", target_}, {"flatten", true}})["sessionId"];
  for (const char* domain : {"Page", "Runtime", "Log", "Network", "Accessibility"})
    call(std::string(domain) + ".enable");
  call("Emulation.setDeviceMetricsOverride", {{"width", view.width},
                                              {"height", view.height},
                                              {"deviceScaleFactor", view.scale},
                                              {"mobile", view.is_touched}});
  call("Emulation.setTouchEmulationEnabled", {{"enabled", view.is_touched}});
  call("Emulation.setEmulatedMedia",
       {{"features",
         {{{"name", "prefers-color-scheme"}, {"value", view.is_dark ? "dark" : "light"}}}}});
  call("Emulation.setScriptExecutionDisabled", {{"value", !view.runs_scripts}});
  call("Page.navigate", {{"url", address_}});
  const char* const is_ready = view.runs_scripts
                                   ? "document.documentElement?.dataset.ready === 'true'"
                                   : "document.readyState === 'complete'";
  for (int i = 0; i < 600; ++i) {
    if (value(std::string("location.href !== 'about:blank' && ") + is_ready) == true) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  collect();
  std::string why;
  for (const std::string& complaint : complaints_) why += "\n" + complaint;
  throw std::runtime_error("the page does not get ready: " + path + why);
}

Tab::~Tab() {
  try {
    browser_.call("Target.closeTarget", {{"targetId", target_}});
  } catch (const std::runtime_error&) {  // the browser is gone, and with it the tab
  }
}

Json Tab::call(const std::string& method, const Json& parameters) {
  return browser_.call(method, parameters, session_);
}

Json Tab::value(const std::string& expression) {
  const Json result =
      call("Runtime.evaluate",
           {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
  if (result.contains("exceptionDetails"))
    throw std::runtime_error(expression + ": " + result["exceptionDetails"].dump());
  return result["result"].value("value", Json());
}

std::string Tab::text(const std::string& selector) {
  return value("document.querySelector(" + quoted(selector) + ").textContent");
}

Json Tab::place_of(const std::string& selector) {
  return value(
      "(() => { const e = document.querySelector(" + quoted(selector) +
      "); e.scrollIntoView({block: 'center', inline: 'center'}); const r = "
      "e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()");
}

// The browser makes a click of a tap when it has recognised it, some time after it was sent, and
// where the page moves meanwhile, of something else.
void Tab::tap(const std::string& selector) {
  Json place = place_of(selector), before;
  while (place != before) {
    before = place;
    value("new Promise(done => setTimeout(done, 50))");
    place = place_of(selector);
  }
  value(
      "void (window.tapped = new Promise(done => addEventListener('click', ({target}) => "
      "setTimeout(done, 0, target.closest(" +
      quoted(selector) + ") !== null), {once: true, capture: true})))");
  // Both halves at once: on a busy machine a pause between them makes a long press.
  browser_.send("Input.dispatchTouchEvent", {{"type", "touchStart"}, {"touchPoints", {place}}},
                session_);
  call("Input.dispatchTouchEvent", {{"type", "touchEnd"}, {"touchPoints", Json::array()}});
  const Json is_clicked =
      value("Promise.race([window.tapped, new Promise(done => setTimeout(done, 20000, false))])");
  if (is_clicked != true) throw std::runtime_error("a tap on " + selector + " does not click it");
}

void Tab::click(const std::string& selector) {
  if (is_touched_) return tap(selector);
  const Json place = place_of(selector);
  for (const char* type : {"mousePressed", "mouseReleased"})
    call("Input.dispatchMouseEvent", {{"type", type},
                                      {"x", place["x"]},
                                      {"y", place["y"]},
                                      {"button", "left"},
                                      {"clickCount", 1}});
}

void Tab::point_at(const std::string& selector) {
  const Json place = place_of(selector);
  call("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", place["x"]}, {"y", place["y"]}});
}

void Tab::stroke(const std::vector<std::string>& selectors) {
  const auto mouse = [this](const char* type, const Json& place, int buttons) {
    call("Input.dispatchMouseEvent", {{"type", type},
                                      {"x", place["x"]},
                                      {"y", place["y"]},
                                      {"button", "left"},
                                      {"buttons", buttons},
                                      {"clickCount", 1}});
  };
  Json place = place_of(selectors.front());
  mouse("mousePressed", place, 1);
  for (const std::string& selector : selectors) mouse("mouseMoved", place = place_of(selector), 1);
  mouse("mouseReleased", place, 0);
}

void Tab::press(const std::string& key) {
  const Key known = key_of(key);
  Json event{{"type", known.text.empty() ? "rawKeyDown" : "keyDown"},
             {"key", key},
             {"windowsVirtualKeyCode", known.code}};
  if (!known.text.empty()) event["text"] = known.text;
  call("Input.dispatchKeyEvent", event);
  call("Input.dispatchKeyEvent",
       {{"type", "keyUp"}, {"key", key}, {"windowsVirtualKeyCode", known.code}});
}

void Tab::type(const std::string& selector, const std::string& text) {
  value("(() => { const e = document.querySelector(" + quoted(selector) +
        "); e.focus(); e.value = ''; })()");
  call("Input.insertText", {{"text", text}});
  value("document.activeElement.blur()");
}

void Tab::choose(const std::string& selector, const std::string& option) {
  value("(() => { const e = document.querySelector(" + quoted(selector) +
        "); e.value = " + quoted(option) +
        "; for (const type of ['input', 'change']) "
        "e.dispatchEvent(new Event(type, {bubbles: true})); })()");
}

std::string Tab::screenshot(bool is_whole) {
  return decoded(call("Page.captureScreenshot",
                      {{"format", "png"}, {"captureBeyondViewport", is_whole}})["data"]);
}

std::string Tab::pdf() {
  return decoded(call("Page.printToPDF", {{"preferCSSPageSize", true}})["data"]);
}

std::vector<std::string> Tab::accessible() {
  std::vector<std::string> nodes;
  const Json tree = call("Accessibility.getFullAXTree");
  for (const Json& node : tree["nodes"]) {
    if (node.value("ignored", false)) continue;
    const Json role = node.value("role", Json::object()), name = node.value("name", Json::object());
    nodes.push_back(role.value("value", "") + ": " + name.value("value", ""));
  }
  return nodes;
}

void Tab::collect() {
  while (const std::optional<Json> event = browser_.next_event(50)) {
    if (event->value("sessionId", "") != session_) continue;
    const std::string method = (*event)["method"];
    const Json& parameters = (*event)["params"];
    if (method == "Runtime.consoleAPICalled" || method == "Runtime.exceptionThrown" ||
        method == "Log.entryAdded")
      complaints_.push_back(parameters.dump());
    if (method != "Network.requestWillBeSent") continue;
    const std::string address = parameters["request"]["url"];
    const bool is_own = address.starts_with("data:") || address.starts_with("blob:") ||
                        parameters.value("type", "") == "Document";
    if (!is_own) requests_.push_back(address);
  }
}

std::vector<std::string> Tab::complaints() {
  collect();
  return complaints_;
}

std::vector<std::string> Tab::requests() {
  collect();
  return requests_;
}

}  // namespace attn
