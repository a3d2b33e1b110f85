#include "browser/written_page.hpp"
#include "support/catch.hpp"

namespace {

// Some of everything that a trace can hold.
const std::vector<std::string> kCommands{
    "attend 'The cat sat down'",
    "attend 'The cat sat down' --causal --window 2 --pad 1",
    "attend 'The cat sat down' --scale 0.3 --temperature 0.25",
    "attend 'The cat sat' --no-scale --mask '1 0 1; 0 0 0; 1 1 1' --empty-row uniform",
    "attend 'a b c d e' --rng numpy --d-model 8 --d-k 3 --seed 7 --cross 'x y z'",
    "attend 'The cat sat down' --causal --backward --jacobian sat",
    "attend --q '1 0; 0 1' --k '1 1; 0 2' --v '4 0; 0 8'",
    "attend --scores '1 2; 3 4' --v '1 0; 0 1'",
    "attend --scores '0 2; 3 4' --d-k 3 --causal",
    "attend --attention '1 3; 2 2' --v '1 0; 0 1'",
    "mha 'The cat sat on the mat' --d-model 8 --heads 4 --causal",
    "mha 'a b c d' --d-model 8 --heads 4 --kv-heads 2 --bias --average --rope",
    "mha 'a b c' --d-model 8 --heads 2 --backward --target '1 2 3 4 5 6 7 8; 1 1 1 1 1 1 1 1; 0 0 "
    "0 "
    "0 0 0 0 0'",
    "posenc --d-model 16 --length 12 --shift 2",
    "posenc 'a b c' --kind rope",
    "posenc --kind alibi --heads 6",
    "posenc --kind learned --length 5 --max-length 8",
    "posenc 'a b c' --add --scale-embedding",
    "posenc 'a b c' --order 'c b a'",
    "mask 'The cat sat <pad>' --causal --window 3 --pad 1",
    "mask 'a b c d' --segments 0,0,1,1 --or --causal",
    "mask 'a b c d' --half literal --cross 'a b c d'"};

std::set<std::string> ids_of(const Json& printed) {
  std::set<std::string> ids;
  for (const Json& stage : printed["stages"]) ids.insert(stage["id"].get<std::string>());
  return ids;
}

// The cells that a line spells out: those of several heads stand side by side.
std::vector<std::string> pieces_of(const std::string& line) {
  static const std::regex spaces("  +"), spelled_out("[^ ]+\\[.*, .*\\] = .*");
  std::vector<std::string> pieces;
  for (std::sregex_token_iterator piece(line.begin(), line.end(), spaces, -1), end; piece != end;
       ++piece)
    if (std::regex_match(piece->str(), spelled_out)) pieces.push_back(piece->str());
  return pieces;
}

// What else the page says of that cell, for whoever reads a failure.
std::string nearest(const std::set<std::string>& lines, const std::string& line) {
  const std::string name = line.substr(0, line.find("] ="));
  std::string all;
  for (const std::string& other : lines)
    if (other.starts_with(name)) all += "\n page: " + other;
  return all;
}

}  // namespace

TEST_CASE("stages_page: every number is that of the program") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  for (const std::string& command : kCommands) {
    INFO(command);
    const WrittenPage page(command);
    Tab tab(*browser, page.path());
    CHECK(first_difference(tab, json_of_command(command)) == "");
    CHECK(command_of(tab).substr(0, 4) == command.substr(0, 4));
    require_quiet(tab);
  }
}

TEST_CASE("stages_page: every cell is spelled out as in the terminal") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  std::size_t n_lines = 0;
  for (const std::string& command : kCommands) {
    // Turned pairs add up to what should be 0 and is not quite, elsewhere in its last bits.
    if (command.find("--rope") != std::string::npos) continue;
    const WrittenPage page(command);
    Tab tab(*browser, page.path());
    const Json lines = tab.value(
        "page.view.run.data.stages.flatMap(stage => [...Array(stage.shape[0]).keys()].flatMap("
        "row => [...Array(stage.shape[1]).keys()].map(col => new SpelledOut(page.view.run, stage, "
        "row, col, 3).line())))");
    const std::set<std::string> shown(lines.begin(), lines.end());
    const std::set<std::string> ids = ids_of(json_of_command(command));
    for (const std::string& id : ids) {
      std::istringstream printed(
          printed_by(command + " --arithmetic --explain 0 --width 1000 --stage " + id));
      for (std::string line; std::getline(printed, line);) {
        for (const std::string& piece : pieces_of(line)) {
          ++n_lines;
          INFO(command << " --stage " << id << ": " << piece << nearest(shown, piece));
          const bool is_in_page = shown.contains(piece);
          CHECK(is_in_page);
        }
      }
    }
  }
  CHECK(n_lines > 1000);
}

TEST_CASE("stages_page: a state that was changed is that of the command it gives") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("attend 'The cat sat down'");
  Tab tab(*browser, page.path());
  const auto agrees = [&] {
    const std::string command = command_of(tab);
    INFO(command);
    CHECK(first_difference(tab, json_of_command(command)) == "");
    return command;
  };
  tab.click("#causal");
  CHECK(agrees() == "attend 'The cat sat down' --causal");
  tab.type("#window", "2");
  CHECK(agrees() == "attend 'The cat sat down' --causal --window 2");
  tab.choose("#temperature", "-6");
  CHECK(agrees() == "attend 'The cat sat down' --causal --window 2 --temperature 0.5");
  tab.choose("#scale", "off");
  CHECK(agrees() == "attend 'The cat sat down' --causal --window 2 --scale off --temperature 0.5");
  tab.choose("#scale", "factor");
  tab.type("#factor", "0.3");
  agrees();
  tab.click("[data-stage=weights]");
  tab.click("td[data-row='1'][data-col='0']");
  tab.click("[data-act=mask]");
  CHECK(agrees().find("--mask '1 0 0 0; 0 1 0 0; 0 1 1 0; 0 0 1 1'") != std::string::npos);
  tab.click("[data-stage=query]");
  tab.click("td[data-row='2'][data-col='3']");
  tab.type("#number", "-2.5");
  CHECK(agrees().find("--q '1 1 -1 0; -1 0 1 -2; -2 1 1 -2.5;") != std::string::npos);
  tab.click("#reset");
  CHECK(agrees() == "attend 'The cat sat down'");
  require_quiet(tab);
}

TEST_CASE("stages_page: a scale that was switched is told as by the program") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  for (const char* command : {"attend 'The cat sat' --backward",
                              "attend 'The cat sat' --backward --scale 2 --temperature 3"}) {
    const WrittenPage page(command);
    Tab tab(*browser, page.path());
    const auto agrees = [&] {
      const std::string given = command_of(tab);
      INFO(given);
      Tab other(*browser, WrittenPage(given).path());
      for (const char* stage : {"[data-stage=scaled]", "[data-stage=d_scores]"}) {
        tab.click(stage);
        other.click(stage);
        CHECK(tab.text("#stage-name") == other.text("#stage-name"));
        CHECK(tab.text(".words") == other.text(".words"));
      }
    };
    tab.choose("#temperature", "-6");
    agrees();
    for (const char* kind : {"off", "factor", "sqrt"}) {
      tab.choose("#scale", kind);
      agrees();
    }
  }
}

TEST_CASE("stages_page: X and its weights that are typed over stay X and weights") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("attend 'The cat sat' --d-model 4");
  Tab tab(*browser, page.path());
  for (const char* id : {"input", "wk"}) {
    tab.click("[data-stage=" + std::string(id) + "]");
    tab.click("td[data-row='1'][data-col='2']");
    tab.type("#number", "-2.5");
    const std::string command = command_of(tab);
    INFO(command);
    CHECK(command.find(" --wk '") != std::string::npos);
    CHECK(first_difference(tab, json_of_command(command)) == "");
  }
}

TEST_CASE("stages_page: the slider of positions moves what others are compared with") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  for (const char* command :
       {"posenc --length 6 --d-model 4 --at 2", "posenc --kind learned --length 6 --d-model 4"}) {
    const WrittenPage page(command);
    Tab tab(*browser, page.path());
    tab.choose("#position", "3");
    const std::string given = command_of(tab);
    INFO(given);
    CHECK(given.find(" --at 3") != std::string::npos);
    CHECK(first_difference(tab, json_of_command(given)) == "");
    // What it says, and the names of its columns, are those of the page of that command.
    Tab other(*browser, WrittenPage(given).path());
    for (const char* stage : {"reference", "similarity", "cosine"}) {
      const std::string button = "[data-stage=" + std::string(stage) + "]";
      tab.click(button);
      other.click(button);
      CHECK(tab.text("#stage-name") == other.text("#stage-name"));
      CHECK(tab.text(".matrices thead") == other.text(".matrices thead"));
      CHECK(tab.text(".words") != "");
      CHECK(other.text(".words").starts_with(tab.text(".words")));
    }
    CHECK(other.value("document.querySelector('#position').value") == "3");
    tab.click("#reset");
    CHECK(command_of(tab) == command);
    CHECK(first_difference(tab, json_of_command(command)) == "");
  }
}

TEST_CASE("stages_page: the table of the heads follows their weights") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("mha 'The cat sat on the mat' --d-model 8 --heads 4");
  Tab tab(*browser, page.path());
  const auto table = [](Tab& one) {
    one.value(
        "(async () => { while (document.querySelector('[data-table=heads][aria-busy=true]')) "
        "await new Promise(done => setTimeout(done, 5)); })()");
    return one.text("[data-table=heads] tbody");
  };
  const std::string before = table(tab);
  tab.click("#causal");
  tab.value("page.view.stage.turnCell(0, 0)");  // a query that attends to nothing
  Tab other(*browser, WrittenPage(command_of(tab)).path());
  CHECK(table(tab) == table(other));
  CHECK(table(tab) != before);
  tab.click("#reset");
  CHECK(table(tab) == before);
}

TEST_CASE("stages_page: masks that hold more than one can type stay those of their command") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  for (const char* command :
       {"mask 'The cat sat <pad>'", "mask 'cat ＜PAD＞ sat' --pad 0",
        "mask 'a b c d' --segments 0,0,1,1 --or --causal",
        "mask 'a b c' --cross 'u v w x y' --causal --align start",
        "mask 'a b <pad> <pad>' --window 2 --pad-queries --empty-row uniform"}) {
    const WrittenPage page(command);
    Tab tab(*browser, page.path());
    const auto check = [&] {
      const std::string given = command_of(tab);
      INFO(command << " became " << given);
      Json printed = json_of_command(given);
      Json& stages = printed["stages"];  // without those of single restrictions, which come and go
      while (stages.front()["id"] != "mask") stages.erase(0);
      CHECK(first_difference(tab, printed) == "");
    };
    check();
    tab.click("#causal");
    check();
    tab.type("#window", "2");
    check();
    tab.value("page.view.stage.turnCell(1, 0)");
    check();
    tab.value("page.view.stage.turnCell(1, 0)");
    check();
  }
}

TEST_CASE("stages_page: random changes of many heads, and of an example, stay those of a command") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const WrittenPage page("mha 'The cat sat on the mat' --d-model 8 --heads 4 --kv-heads 2");
  Tab tab(*browser, page.path());
  std::mt19937 random(3);
  for (int i = 0; i < 4; ++i) {
    tab.choose("#temperature", std::to_string(static_cast<int>(random() % 41) - 20));
    tab.click("#causal");
    tab.type("#window", std::to_string(1 + random() % 6));
    const std::string command = command_of(tab);
    INFO(command);
    CHECK(first_difference(tab, json_of_command(command)) == "");
  }
  tab.click("[data-group='head 2']");
  tab.click("[data-stage=key][class=of-head]");
  tab.click("td[data-row='0'][data-col='1']");
  tab.type("#number", "7");
  const std::string command = command_of(tab);
  CHECK(command.starts_with("attend --q "));
  const Json one = json_of_command(command);
  const Json shown = tab.value(
      "[...page.view.run.value(page.view.run.stages.get(keyOf('weights', 'head 2'))).cells]");
  std::size_t place = 0;
  for (const Json& stage : one["stages"])
    if (stage["id"] == "weights")
      for (const Json& row : stage["data"])
        for (const Json& cell : row)
          CHECK(shown.at(place++).get<double>() ==
                Approx(cell.is_null() ? 0.0 : cell.get<double>()).margin(1e-12));
  CHECK(place == 36);
}
