#include <iostream>

#include "browser/written_page.hpp"
#include "support/catch.hpp"

// Milliseconds, printed for whoever runs it by hand: attn_tests "[.speed]". A test asserts
// none of them.
namespace {

// A gesture, as a script of `k`, the number of the time that it is made.
struct Gesture {
  const char* name;
  const char* script;
};

// The page does nothing any more: all heads are there, and what changed has been drawn.
constexpr const char* kUntilIdle =
    "const idle = async () => { do await new Promise(done => setTimeout(done, 5)); while "
    "(document.getElementById('page').getAttribute('aria-busy') === 'true'); }; "
    "const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0))); ";

// From a gesture to the frame that shows what it did, and until all heads are there, several times.
std::string times_of(const Gesture& gesture) {
  return std::string("(async () => { ") + kUntilIdle +
         "const shown = [], done = []; for (let k = 0; k < 7; ++k) { await idle(); await frame(); "
         "await frame(); const start = performance.now(), seen = frame(); " +
         gesture.script +
         "; await seen; shown.push(performance.now() - start); await idle(); "
         "done.push(performance.now() - start); } "
         "const text = all => { const [first, ...others] = all.map(Math.round); others.sort((a, b) "
         "=> a - b); return `first ${first}, median ${others[2]}, longest ${others[5]}`; }; "
         "return text(shown) + '; all heads ' + text(done); })()";
}

const Gesture kGestures[] = {
    {"point",
     "document.querySelector(`td[data-row=\"${k}\"]`).dispatchEvent(new PointerEvent("
     "'pointerover', {bubbles: true, pointerType: 'mouse'}))"},
    {"head", "document.querySelector(`[data-group=\"head ${(k + 1) % 8}\"]`).click()"},
    {"causal", "document.querySelector('#causal').click()"},
    {"stage",
     "document.querySelector(k % 2 ? '[data-stage=scores]' : '[data-stage=weights]').click()"},
    {"cell", "page.view.stage.turnCell(5, 3 + k)"},
    {"temperature",
     "document.querySelector('#temperature').value = 5 + k, "
     "document.querySelector('#temperature').dispatchEvent(new Event('input'))"},
    {"point, all changed",
     "document.querySelector(`td[data-row=\"${k}\"]`).dispatchEvent(new PointerEvent("
     "'pointerover', {bubbles: true, pointerType: 'mouse'}))"},
    {"head, all changed", "document.querySelector(`[data-group=\"head ${(k + 1) % 8}\"]`).click()"},
    {"number",
     "page.view.run.edit(page.view.run.ungrouped('query'), 0, 0, 2 + k), "
     "page.view.changed()"},
};

std::string words(std::size_t n) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += (i == 0 ? "w" : " w") + std::to_string(i * i % 97);
  return "'" + text + "'";
}

void report(Browser& browser, const std::string& command) {
  const WrittenPage page(command);
  std::cout << command.substr(command.find("--")) << ", " << page.bytes().size() << " bytes\n";
  Tab tab(browser, page.path());
  std::cout << "  open " << double(tab.value("performance.getEntriesByName('ready')[0].startTime"))
            << "\n";
  for (const Gesture& gesture : kGestures)
    std::cout << "  " << gesture.name << ": " << std::string(tab.value(times_of(gesture))) << "\n";
}

}  // namespace

TEST_CASE("speed: opening a page, and gestures on it", "[.speed]") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  report(*browser, "mha " + words(64) + " --rng numpy --d-model 64 --heads 8");
  report(*browser, "mha " + words(512) + " --rng numpy --d-model 768 --heads 12");
}
