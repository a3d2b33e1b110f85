#include "browser/written_page.hpp"
#include "support/catch.hpp"
#include "support/rounds.hpp"

namespace {

// Windows, experts, shared heads, an encoder beside a decoder, images, every mode and kind of mask.
const std::vector<std::string> kModels{
    "--model gpt2",
    "--model bert-base-uncased --dtype int4",
    "--model llama-3-8b --dtype int8 --kv-dtype int4",
    "--model mistral-7b-v0.1 --mode decode",
    "--model mixtral-8x7b --mode decode --batch 3",
    "--model gemma-2-9b --tokens 5000",
    "--model t5-base",
    "--model t5-small --mode decode --keys 50",
    "--model llama-2-7b --mode train --batch 2",
    "--model vit-base-patch16-224",
    "--model qwen3-0.6b --logits last --unit mac",
    "--d-model 96 --heads 6 --causal --window 40 --keys 300",
    "--d-model 96 --heads 6 --window 40 --vocab 100 --tied --elementwise",
    "--d-model 64 --mask '1 0 0; 1 1 0; 1 1 1'"};

// Everything that a page of costs counts, in the form of --json.
constexpr const char* kAllCounts =
    "(() => { const costs = page.view.costs, values = costs.values(), all = {};"
    " for (const list of kLists) all[list] = costs.lists[list].map(one => [one.id,"
    "   textOf(resolved(one.formula, values)), String(valueOf(one.formula, values))]);"
    " all.pairs = costs.pairs.map(one => [one.symbol, textOf(resolved(one.formula, values)),"
    "   String(values(one.symbol))]);"
    " all.arguments = Object.fromEntries(costs.arguments.map(({symbol}) =>"
    "   [symbol, String(values(symbol))]));"
    " return all; })()";

std::string digits_of(const Json& count) {
  return count.is_string() ? count.get<std::string>() : count.dump();
}

// The same from what the program prints.
Json counts_of(const Json& printed) {
  Json all;
  for (const char* list : {"parameters", "macs", "elementwise", "memory"}) {
    all[list] = Json::array();
    for (const Json& part : printed[list]["parts"])
      all[list].push_back({part["name"], part["formula"], digits_of(part["count"])});
  }
  all["pairs"] = Json::array();
  for (const Json& one : printed["pairs"])
    all["pairs"].push_back({one["symbol"], one["formula"], digits_of(one["count"])});
  for (const auto& [symbol, argument] : printed["arguments"].items())
    all["arguments"][symbol] = digits_of(argument["value"]);
  return all;
}

// Puts a slider somewhere, as an arrow key would.
void slide(Tab& tab, const std::string& symbol, double share) {
  tab.value("(() => { const slider = document.querySelector('input[type=range][data-symbol=\"" +
            symbol + "\"]'); slider.value = Math.round(slider.max * " + std::to_string(share) +
            "); slider.dispatchEvent(new Event('input')); })()");
}

std::vector<std::string> settings_of(Tab& tab) {
  return tab.value("page.view.costs.settings.map(one => one.symbol)")
      .get<std::vector<std::string>>();
}

// Text whose lines were broken for a screen, as one line.
std::string unwrapped(const std::string& text) {
  const std::string spaced = std::regex_replace(text, std::regex("\xC2\xA0"), " ");
  return std::regex_replace(spaced, std::regex("[ \n]+"), " ");
}

}  // namespace

TEST_CASE("costs_page: every formula and number is that of the program") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  for (const std::string& model : kModels) {
    INFO(model);
    const WrittenPage page("complexity " + model);
    Tab tab(*browser, page.path());
    CHECK(tab.value(kAllCounts) == counts_of(json_of_command("complexity " + model)));
    CHECK(command_of(tab).starts_with("complexity "));
    require_quiet(tab);
  }
}

TEST_CASE("costs_page: after random gestures it counts as the command that it gives") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  std::mt19937 draws(20);
  for (const std::string& model : kModels) {
    const WrittenPage page("complexity " + model);
    Tab tab(*browser, page.path());
    const std::vector<std::string> symbols = settings_of(tab);
    for (int i = 0; i < 6; ++i) {
      slide(tab, symbols[draws() % symbols.size()], draws() % 1001 / 1000.0);
      const std::string command = command_of(tab);
      INFO(model << " then " << command);
      REQUIRE(command.starts_with("complexity "));
      CHECK(tab.value(kAllCounts) == counts_of(json_of_command(command)));
    }
    tab.click("#reset");
    CHECK(tab.value(kAllCounts) == counts_of(json_of_command("complexity " + model)));
    require_quiet(tab);
  }
}

TEST_CASE("costs_page: costs cross where a sweep says so, and in the same words") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  for (const std::string& model :
       {"--model gpt2", "--model mistral-7b-v0.1", "--model gemma-2-2b --mode decode",
        "--model t5-base", "--model mixtral-8x7b", "--d-model 512 --heads 8 --full"}) {
    INFO(model);
    const std::string sweep = "complexity " + std::string(model) + " --sweep tokens=16:1048576";
    const WrittenPage page("complexity " + std::string(model));
    Tab tab(*browser, page.path());
    const Json found = tab.value(
        "crossingsOf(page.view.costs, page.view.data.tokens, 16n, 1048576n).map(one => ({"
        "left: one.left, right: one.right, left_is_larger_after: one.isLargerAfter,"
        "last_before: one.lastBefore === undefined ? null : Number(one.lastBefore),"
        "first_after: one.firstAfter === undefined ? null : Number(one.firstAfter),"
        "equal_at_last_before: one.isEqualBefore, looked_from: Number(one.lookedFrom),"
        "looked_to: Number(one.lookedTo)}))");
    const Json printed = json_of_command(sweep)["sweep"]["crossovers"];
    REQUIRE(found.size() == printed.size());
    for (std::size_t i = 0; i < printed.size(); ++i)
      for (const auto& [key, value] : found[i].items()) {
        CAPTURE(key);
        CHECK(value == printed[i][key]);
      }
    const std::string screen = unwrapped(printed_by(sweep));
    for (const Json& line :
         tab.value("[...document.querySelectorAll('#crossings li')].map(one => one.textContent)"))
      CHECK(screen.find(unwrapped(line.get<std::string>())) != std::string::npos);
  }
}

TEST_CASE("costs_page: what the program refuses it refuses in the same words") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("complexity --model gpt2");
  Tab tab(*browser, page.path());
  tab.type("#setting-h", "5");
  CHECK(tab.text("#refusal") == "d_model 768 cannot be split into 5 heads: 768 / 5 = 153.6.");
  CHECK(tab.text("#command").empty());
  tab.type("#setting-h", "12");
  tab.type("#setting-h_kv", "5");
  CHECK(tab.text("#refusal") ==
        "12 query heads cannot share 5 key-value heads evenly. --kv-heads must divide --heads: try "
        "one of 1, 2, 3, 4, 6, 12.");
  tab.type("#setting-h_kv", "4");
  CHECK(tab.text("#refusal").empty());
  CHECK(command_of(tab) == "complexity --model gpt2 --kv-heads 4");
  tab.type("#setting-T", "0");
  CHECK(tab.value("document.querySelector('#setting-T').getAttribute('aria-invalid')") == "true");
  require_quiet(tab);
}

TEST_CASE("costs_page: keys, languages and a narrow screen") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("complexity --model llama-3-8b --compare mha,gqa:8,mqa --elementwise");
  Tab tab(*browser, page.path(), {.width = 390, .height = 800, .is_touched = true});
  CHECK(tab.value("document.documentElement.scrollWidth <= innerWidth") == true);
  CHECK(tab.text("main").find("GFLOP") + 1 > 0);
  const std::string before = command_of(tab);
  tab.press("u");
  CHECK(command_of(tab) == before + " --unit mac");
  tab.press("r");
  CHECK(command_of(tab) == before);
  tab.choose("#language", "ja");
  CHECK(tab.value("document.documentElement.lang") == "ja");
  CHECK(tab.value("/[\\u3040-\\u30ff]/.test(document.querySelector('#tables').textContent)") ==
        true);
  CHECK(tab.value("document.querySelectorAll('main table:not(:has(caption))').length") == 0);
  require_quiet(tab);
}

TEST_CASE("costs_page: other key-value heads side by side, and others after a gesture") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const std::string command = "complexity --model llama-3-8b --compare mha,gqa:8,mqa";
  const WrittenPage page(command);
  Tab tab(*browser, page.path());
  for (const char* tokens : {"4096", "100000"}) {
    tab.type("#setting-T", tokens);
    const Json compared = json_of_command(command_of(tab))["comparison"];
    const Json rows = tab.value(
        "comparisonTable(page.view.costs).rows.map((row, k) => [kCompared[k],"
        " ...row.slice(1).map(count => count.replaceAll(',', ''))])");
    for (const Json& row : rows)
      for (std::size_t i = 0; i < compared.size(); ++i)
        CHECK(row[i + 1] == digits_of(compared[i][row[0].get<std::string>()]));
  }
  require_quiet(tab);
}

TEST_CASE("costs_page: layers count as the command does along the tokens") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  for (const std::string& layers :
       {"--layer mha", "--layer decoder --dtype int4", "--layer lstm-classifier --batch 3", ""}) {
    INFO(layers);
    const WrittenPage page("complexity " + std::string(layers));
    Tab tab(*browser, page.path());
    for (const char* tokens : {"1", "77", "4,096"}) {
      tab.type("#setting-T", tokens);
      const Json printed = json_of_command(command_of(tab));
      const Json shown = tab.value(
          "page.view.state.layers.map(layer => { const values = page.view.state.values(layer,"
          " page.view.state.tokens), count = tree => String(valueOf(formulaOf(tree), values));"
          " return [layer.name, ...['parameters', 'macs', 'flops', 'memory'].map(list =>"
          " count(layer.totals[list])), count(layer.steps), count(layer.path)]; })");
      REQUIRE(shown.size() == printed["layers"].size());
      for (std::size_t i = 0; i < shown.size(); ++i) {
        const Json& layer = printed["layers"][i];
        CHECK(shown[i] == Json{layer["name"], digits_of(layer["parameters"]["total"]),
                               digits_of(layer["macs"]["total"]),
                               digits_of(layer["flops"]["total"]),
                               digits_of(layer["memory"]["total"]),
                               digits_of(layer["sequential_steps"]["count"]),
                               digits_of(layer["max_path"]["count"])});
      }
    }
    require_quiet(tab);
  }
}

TEST_CASE("costs_page: lists, conventions, sweeps and measurements are tables and curves") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  Sample sample(3);
  for (const std::string& command :
       {"--list", "--model gpt2 --conventions", "--d-model 64 --sweep layers=1:64",
        "--layer rnn,mha --sweep d-model=64:1024", "--layer rnn,mha --sweep tokens=8:64",
        "--model gpt2 --sweep tokens=64:8192",
        "--measure --d-model 16 --heads 2 --tokens 8 --threads 1"}) {
    if (!sample.takes_next()) continue;
    INFO(command);
    const WrittenPage page("complexity " + std::string(command));
    Tab tab(*browser, page.path());
    CHECK(tab.value("document.querySelectorAll('main table').length > 0") == true);
    CHECK(command_of(tab) == unwrapped("complexity " + std::string(command)));
    tab.choose("#language", "ja");
    require_quiet(tab);
  }
}

TEST_CASE("costs_page: without a script its tables are there, and it is small") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("complexity --model gpt2");
  Tab tab(*browser, page.path(), {.runs_scripts = false});
  const std::string bytes = page.bytes();
  const std::size_t begin = bytes.find("id=\"data\">"), end = bytes.find("</script>", begin);
  CHECK(bytes.size() - (end - begin) < 120 * 1024);
  CHECK(bytes.find("124,439,808") != std::string::npos);
}
