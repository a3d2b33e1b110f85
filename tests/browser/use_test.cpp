#include "browser/written_page.hpp"
#include "support/catch.hpp"

// How a page is used: by keys, by touch, in two languages, with a screen reader, on paper.
namespace {

bool holds(const std::vector<std::string>& list, const std::string& text) {
  return std::any_of(list.begin(), list.end(), [&text](const std::string& one) {
    return one.find(text) != std::string::npos;
  });
}

// Of a PDF that the browser wrote.
std::size_t sheets_of(const std::string& pdf) {
  const std::string mark = "/Type /Page\n";
  std::size_t n = 0;
  for (std::size_t at = 0; (at = pdf.find(mark, at)) != std::string::npos; at += mark.size()) ++n;
  return n;
}

std::size_t length_between(const std::string& text, const char* begin, const char* end) {
  const std::size_t first = text.find(begin);
  return text.find(end, first) - first;
}

// How far the page is wider than what one sees of it.
int overhang(Tab& tab) {
  return tab.value("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

}  // namespace

TEST_CASE("use: keys alone walk through stages, cells and settings") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("attend 'The cat sat down' --causal");
  Tab tab(*browser, page.path());
  CHECK(tab.text("#sum").starts_with("S[cat, The] = "));
  tab.press("n");
  CHECK(tab.text(".formula").starts_with("scaled = S / √d_k"));
  tab.press("b");
  tab.press("b");
  CHECK(tab.text(".formula") == "V = X W_V");
  tab.press("9");
  CHECK(tab.text(".formula") == "scaled = S / √d_k, √4 = 2");
  tab.press("e");
  CHECK(tab.value("page.view.looked.depth") == 2);
  tab.press("v");
  CHECK(tab.value("page.view.looked.mode") == "numbers");
  tab.value("document.querySelector('td[tabindex=\"0\"]').focus()");
  tab.press("ArrowDown");
  tab.press("ArrowRight");
  CHECK(tab.text("#sum").starts_with("scaled[sat, cat] = "));
  CHECK(tab.text("#live") == tab.text("#sum"));
  tab.press("End");
  CHECK(tab.value("document.activeElement.dataset.col") == "3");
  tab.press("n");
  tab.value("document.querySelector('td[tabindex=\"0\"]').focus()");
  tab.press("Enter");
  CHECK(command_of(tab).find("--mask") != std::string::npos);
  tab.press("r");
  CHECK(command_of(tab) == "attend 'The cat sat down' --causal");
  CHECK(tab.complaints() == std::vector<std::string>{});
}

TEST_CASE("use: a number is typed over, and what is none is refused") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("attend 'a b'");
  Tab tab(*browser, page.path());
  tab.click("[data-stage=key]");
  tab.click("td[data-row='0'][data-col='0']");
  tab.type("#number", "abc");
  CHECK(tab.value("document.querySelector('#number').getAttribute('aria-invalid')") == "true");
  CHECK(tab.text("#number-complaint") == "abc is not a number.");
  tab.type("#number", "1e999");
  CHECK(tab.text("#number-complaint") == "1e999 is not a number.");
  CHECK(tab.value("page.view.run.isChanged()") == false);
  tab.type("#number", "−1.5");
  CHECK(tab.value("page.view.run.isChanged()") == true);
  CHECK(tab.value("at(page.view.run.value(page.view.stage.stage()), 0, 0)") == -1.5);
  // A digit on the cell begins the number, and Enter takes it.
  tab.click("td[data-row='0'][data-col='1']");
  tab.press("9");
  tab.press("Enter");
  CHECK(tab.value("at(page.view.run.value(page.view.stage.stage()), 0, 1)") == 9);
  CHECK(tab.value("document.activeElement.dataset.col") == "1");
  tab.press("8");
  tab.press("Escape");
  CHECK(tab.value("at(page.view.run.value(page.view.stage.stage()), 0, 1)") == 9);
  tab.click("td[data-row='0'][data-col='0']");
  tab.type("#number", "2²");
  CHECK(tab.text("#number-complaint") == "2² is not a number.");
  tab.type("#number", "２．５");  // as a Japanese keyboard writes it
  CHECK(tab.value("at(page.view.run.value(page.view.stage.stage()), 0, 0)") == 2.5);
}

TEST_CASE("use: settings say beside the field what they expect") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("attend 'a b' --scale 2");
  Tab tab(*browser, page.path());
  const std::string before = command_of(tab);
  for (const auto& [field, typed] : {std::pair{"#window", "0"},
                                     {"#window", "1.5"},
                                     {"#precision", "99"},
                                     {"#precision", ""},
                                     {"#factor", "-1"}}) {
    INFO(field << " " << typed);
    tab.type(field, typed);
    CHECK(tab.text(std::string(field) + "-complaint").find(" is expected here.") !=
          std::string::npos);
    CHECK(tab.value("document.querySelector('" + std::string(field) +
                    "').getAttribute('aria-invalid')") == "true");
  }
  CHECK(command_of(tab) == before);
  tab.type("#window", "1");
  CHECK(tab.value("document.querySelectorAll('[aria-invalid=true]').length") == 0);
  CHECK(tab.value("[...document.querySelectorAll('.complaint')].every(one => one.hidden)") == true);
}

TEST_CASE("use: two digits one soon after the other are the number of a stage") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("attend 'a b'");
  Tab tab(*browser, page.path());
  tab.press("1");
  CHECK(tab.value("page.view.looked.stage") == "input");
  tab.press("2");
  CHECK(tab.value("page.view.looked.stage") == "output");
  tab.press("5");  // one of its own, as a third digit
  CHECK(tab.value("page.view.looked.stage") == "query");
  Tab few(*browser, WrittenPage("mask 'a b'").path());  // of three stages
  few.press("1");
  few.press("2");
  CHECK(few.value("page.view.looked.stage") ==
        few.value("document.querySelectorAll('[data-stage]')[1].dataset.stage"));
}

TEST_CASE("use: a stroke of the mouse gives all cells what the first was not") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("mask 'a b c d' --causal");
  Tab tab(*browser, page.path());
  const auto cell = [](int row, int col) {
    return "td[data-row='" + std::to_string(row) + "'][data-col='" + std::to_string(col) + "']";
  };
  tab.stroke({cell(3, 0), cell(3, 1), cell(2, 1), cell(1, 1), cell(1, 2)});
  CHECK(command_of(tab).find("--mask '1 0 0 0; 1 0 0 0; 1 0 1 0; 0 0 1 1'") != std::string::npos);
  CHECK(tab.value("getSelection().toString()") == "");
  tab.stroke({cell(0, 3), cell(0, 2), cell(0, 1), cell(0, 0)});
  CHECK(command_of(tab).find("--mask '1 1 1 1; 1 0 0 0;") != std::string::npos);
  tab.click(cell(2, 2));  // a click alone chooses
  CHECK(command_of(tab).find("--mask '1 1 1 1; 1 0 0 0; 1 0 1 0;") != std::string::npos);
}

TEST_CASE("use: both languages are in the page") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("attend 'The cat sat down'");
  Tab tab(*browser, page.path());
  CHECK(tab.text(".words").starts_with("How well does each query"));
  CHECK(tab.text(".source") == "by-hand");
  tab.choose("#language", "ja");
  CHECK(tab.text(".words").starts_with("各クエリ (行) は"));
  CHECK(tab.text(".source") == "手計算用");
  CHECK(tab.value("document.documentElement.lang") == "ja");
  const WrittenPage japanese("attend 'The cat sat down' --lang ja");
  Tab other(*browser, japanese.path());
  CHECK(other.text(".words") == tab.text(".words"));
  CHECK(other.value("document.documentElement.lang") == "ja");
  // Every text of the page is in both.
  CHECK(tab.value("Object.entries(page.texts).filter(([, text]) => typeof text === 'string')"
                  ".map(([key]) => key)") == Json::array());
}

TEST_CASE("use: a screen reader finds names for everything") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("mha 'The cat sat' --heads 2 --causal");
  Tab tab(*browser, page.path());
  const std::vector<std::string> nodes = tab.accessible();
  for (const char* wanted :
       {"heading: S = Q_0 K_0ᵀ", "grid: S, How well", "columnheader: cat", "rowheader: sat",
        "checkbox: causal", "slider: temperature", "combobox: scores are divided by",
        "button: 1. X: One row per token", "image: head 1 as a map of 3 by 3 cells",
        "navigation: stages", "gridcell: "}) {
    INFO(wanted);
    CHECK(holds(nodes, wanted));
  }
  for (const std::string& node : nodes) {
    const bool is_control = node.starts_with("button:") || node.starts_with("checkbox:") ||
                            node.starts_with("combobox:") || node.starts_with("slider:") ||
                            node.starts_with("textbox:") || node.starts_with("spinbutton:") ||
                            node.starts_with("image:");
    if (is_control) CHECK(node.size() > node.find(':') + 2);
  }
  CHECK(!holds(nodes, "LayoutTable"));
}

TEST_CASE("use: it fits a phone, a touch selects, and 200 % need no scrolling sideways") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("mha 'The cat sat on the mat' --d-model 8 --heads 4 --causal");
  {
    Tab phone(*browser, page.path(), {.width = 360, .height = 720, .is_touched = true, .scale = 2});
    CHECK(overhang(phone) <= 0);
    phone.click("[data-stage=weights]");
    phone.click("td[data-row='3'][data-col='1']");
    CHECK_THAT(phone.text("#sum"), Catch::Matchers::StartsWith("A[on, cat] = "));
    CHECK(phone.value(
              "[...document.querySelectorAll('button, select')].filter(one => one.offsetParent"
              " && one.getBoundingClientRect().height < 24).length") == 0);
  }
  for (const char* command : {"posenc --d-model 16 --length 32", "mask 'a b c d e f' --causal"}) {
    const WrittenPage other(command);
    Tab narrow(*browser, other.path(), {.width = 320, .height = 640});
    INFO(command);
    CHECK(overhang(narrow) <= 0);
  }
}

TEST_CASE("use: without scripts the main stages stand as tables") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("attend 'The cat sat down' --causal");
  Tab tab(*browser, page.path(), {.runs_scripts = false});
  const std::vector<std::string> nodes = tab.accessible();
  CHECK(holds(nodes, "attn attend"));
  CHECK(holds(nodes, "S = Q Kᵀ"));
  CHECK(holds(nodes, "down"));
}

TEST_CASE("use: a page is one file that links nowhere, and is small") {
  for (const char* command :
       {"attend 'a b' --causal", "mha 'a b'", "posenc", "mask 'a b' --causal"}) {
    const std::string bytes = WrittenPage(command).bytes();
    INFO(command);
    const std::size_t n_data = length_between(bytes, "id=\"data\">", "</script>") +
                               length_between(bytes, "<noscript>", "</noscript>");
    CHECK(bytes.size() - n_data < 121'000);
    CHECK(bytes.find("href=") == std::string::npos);
    CHECK(bytes.find("src=") == std::string::npos);
    CHECK(bytes.find("innerHTML") == std::string::npos);
    CHECK(bytes == WrittenPage(command).bytes());
  }
}

TEST_CASE("use: it prints") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("attend 'The cat sat down' --causal");
  Tab tab(*browser, page.path());
  const std::string pdf = tab.pdf();
  CHECK(pdf.starts_with("%PDF-"));
  CHECK(pdf.size() > 5000);
  CHECK(sheets_of(pdf) == 1);
  Tab positions(*browser, WrittenPage("posenc").path());
  const std::size_t n_sheets = sheets_of(positions.pdf());
  CHECK((n_sheets >= 1 && n_sheets <= 3));
}

TEST_CASE("use: masks are painted, named by their rule and written as programs") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("mask 'a b c d' --pad 0");
  Tab tab(*browser, page.path());
  // The causal mask, painted cell by cell.
  for (int row = 0; row < 4; ++row)
    for (int col = row + 1; col < 4; ++col)
      tab.value("page.view.stage.turnCell(" + std::to_string(row) + ", " + std::to_string(col) +
                ")");
  CHECK(tab.text("#rule") == "j ≤ i");
  CHECK(first_difference(tab, json_of_command(command_of(tab))) == "");
  for (const char* kind : {"torch", "numpy", "jax", "cpp"}) {
    tab.choose("#code-kind", kind);
    CHECK(tab.text("#code") == printed_by("mask 'a b c d' --causal --code " + std::string(kind)));
  }
  CHECK(command_of(tab) == "mask 'a b c d' --causal --pad 0");
  tab.value("page.view.stage.turnCell(1, 0)");
  CHECK(tab.text("#rule").starts_with("No simple rule"));
  tab.choose("#code-kind", "numpy");
  CHECK(tab.text("#code") == printed_by(command_of(tab) + " --code numpy"));
  tab.click("#reset");
  tab.type("#window", "2");
  tab.type("#pad", "1");
  tab.type("#prefix", "2");
  CHECK(tab.text("#rule") == "(j < 2 | j ≤ i) & (j < 3) & (|i − j| < 2)");
  tab.choose("#code-kind", "cpp");
  CHECK(tab.text("#code") == printed_by(command_of(tab) + " --code cpp"));
  CHECK(tab.complaints() == std::vector<std::string>{});
}
