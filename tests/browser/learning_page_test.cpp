#include "browser/written_page.hpp"
#include "support/catch.hpp"

namespace {

// The largest difference between the weights of the page and those of --json.
double difference_of_weights(Tab& tab, const Json& printed, const char* time) {
  const Json heads = tab.value("page.view.heads.heads.map(head => [...head.times." +
                               std::string(time) + ".matrix.cells])");
  double largest = 0;
  std::size_t place = 0;
  for (const Json& layer : printed["weights"][time])
    for (const Json& head : layer) {
      const Json& cells = heads.at(place++);
      std::size_t cell = 0;
      for (const Json& row : head)
        for (const Json& value : row)
          largest = std::max(largest, std::abs(value.get<double>() - cells[cell++].get<double>()));
    }
  CHECK(place == heads.size());
  return largest;
}

}  // namespace

TEST_CASE("learning_page: curve and heads are those of the run") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  for (const std::string& run :
       {"learn copy --steps 40", "learn recall --steps 30 --layers 2 --heads 2",
        "learn classify --steps 30", "learn classify --model rnn --steps 20"}) {
    INFO(run);
    const WrittenPage page(run);
    const Json printed = json_of_command(run);
    Tab tab(*browser, page.path());
    const Json curve = tab.value("page.view.data.curve");
    REQUIRE(curve.size() == printed["curve"]["step"].size());
    for (std::size_t i = 0; i < curve.size(); ++i)
      for (const char* key : {"step", "training_loss", "held_out_loss", "held_out_accuracy"})
        CHECK(curve[i][key] == printed["curve"][key][i]);
    if (!printed["weights"].is_null())
      for (const char* time : {"before", "after"})
        CHECK(difference_of_weights(tab, printed, time) == 0.0);
    CHECK(command_of(tab) == run);
    CHECK(tab.value("document.querySelectorAll('main table:not(:has(caption))').length") == 0);
    require_quiet(tab);
  }
}

TEST_CASE("learning_page: keys walk along the curve, over heads and from cell to cell") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("learn recall --steps 40 --layers 2 --heads 2");
  Tab tab(*browser, page.path(), {.width = 390, .height = 800});
  CHECK(tab.value("document.documentElement.scrollWidth <= innerWidth") == true);
  const std::string last = tab.text("output");
  tab.press("b");
  CHECK(tab.text("output") != last);
  tab.press("3");
  CHECK(tab.value("document.querySelector('[data-head=\"2\"]').ariaPressed") == "true");
  const std::string before = tab.text("#exact");
  tab.value("document.querySelector('.matrix td[tabindex=\"0\"]').focus()");
  tab.press("ArrowDown");
  CHECK(tab.text("#exact") != before);
  CHECK(tab.text("#live") == tab.text("#exact"));
  tab.press("v");
  tab.choose("#language", "ja");
  CHECK(tab.value("/[\\u3040-\\u30ff]/.test(document.querySelector('#exact').textContent)") ==
        true);
  require_quiet(tab);
}

TEST_CASE("learning_page: hostile words of a text stay words") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += "the cat " + std::to_string(i) +
            " <script>alert(1)</script> & </style> \" onfocus=x() ' --> sat down\n";
  const std::string file = folder.file("hostile.txt", text);
  const WrittenPage page("learn text " + file + " --steps 10 --tokens 8");
  Tab tab(*browser, page.path());
  CHECK(tab.value("document.scripts.length") == 2);
  CHECK(tab.text(".samples") != "");
  require_quiet(tab);
}
