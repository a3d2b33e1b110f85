#include <iostream>

#include "browser/written_page.hpp"
#include "support/catch.hpp"

using namespace attn;

// Milliseconds, printed for whoever runs it by hand: attn_browser_tests "[.speed]". A test asserts
// none of them.
namespace {

// From a gesture to the frame that shows what it did.
double time_of(Tab& tab, const std::string& gesture) {
  return tab.value("(async () => { const start = performance.now(); " + gesture +
                   "; await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0))); "
                   "return performance.now() - start; })()");
}

// Until all heads are there.
double time_until_idle(Tab& tab, const std::string& gesture) {
  return tab.value("(async () => { const start = performance.now(); " + gesture +
                   "; do await new Promise(done => setTimeout(done, 1)); while "
                   "(document.getElementById('page').getAttribute('aria-busy') === 'true'); return "
                   "performance.now() - start; })()");
}

std::string words(std::size_t n) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += (i == 0 ? "w" : " w") + std::to_string(i * i % 97);
  return "'" + text + "'";
}

void report(Browser& browser, const std::string& command) {
  const WrittenPage page(command);
  std::cout << command.substr(command.find("--")) << ", " << page.bytes().size() << " bytes\n";
  Tab tab(browser, page.path());
  const auto say = [](const char* what, double ms) {
    std::cout << "  " << what << " " << ms << "\n";
  };
  say("open", tab.value("performance.getEntriesByName('ready')[0].startTime"));
  const std::string click = "document.querySelector('";
  say("point", time_of(tab, click + "td[data-row=\"3\"]').dispatchEvent(new PointerEvent("
                                    "'pointerover', {bubbles: true, pointerType: 'mouse'}))"));
  say("head", time_of(tab, click + "[data-group=\"head 1\"]').click()"));
  say("causal", time_of(tab, click + "#causal').click()"));
  say("causal, all heads", time_until_idle(tab, click + "#causal').click()"));
  say("stage", time_of(tab, click + "[data-stage=weights]').click()"));
  say("cell", time_of(tab, "page.view.stage.turnCell(5, 3)"));
  say("temperature", time_of(tab, click + "#temperature').value = 5, " + click +
                                      "#temperature').dispatchEvent(new Event('input'))"));
  say("number, all heads",
      time_until_idle(tab,
                      "page.view.run.edit(page.view.run.ungrouped('query'), 0, 0, 2), "
                      "page.view.changed()"));
}

}  // namespace

TEST_CASE("speed: opening a page, and gestures on it", "[.speed]") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  report(*browser, "mha " + words(64) + " --rng numpy --d-model 64 --heads 8");
  report(*browser, "mha " + words(512) + " --rng numpy --d-model 768 --heads 12");
}
