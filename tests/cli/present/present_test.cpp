#include "cli/present/present.hpp"

#include "data/matrix/read_matrix.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/flags.hpp"
#include "support/told_readings.hpp"

namespace {

CommandResult run(const std::string& arguments) { return run_command("attn attend " + arguments); }

// The first word of every line of --shapes-only that names a stage.
std::vector<std::string> stages_of(const std::string& arguments) {
  std::istringstream lines(run("--shapes-only " + arguments).out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);)
    if (line.find('(') != std::string::npos) names.push_back(line.substr(1, line.find(' ', 1) - 1));
  return names;
}

using Names = std::vector<std::string>;

const std::string kEmptyRow = "--q '1;1' --k '1;1' --v '1;1' --mask '0 0; 0 0' ";

TEST_CASE("present: all stages, in the order of the mechanism") {
  CHECK(stages_of("") == Names{"input", "wq", "wk", "wv", "query", "key", "value", "scores",
                               "scaled", "masked", "weights", "output"});
  CHECK(stages_of("a --cross b") == Names{"input", "memory", "wq", "wk", "wv", "query", "key",
                                          "value", "scores", "scaled", "masked", "weights",
                                          "output"});
  CHECK(stages_of("--q 1 --k 1 --v 1") ==
        Names{"query", "key", "value", "scores", "scaled", "masked", "weights", "output"});
}

TEST_CASE("present: stages by name keep that order, each once") {
  CHECK(stages_of("--stage weights,query") == Names{"query", "weights"});
  CHECK(stages_of("--stage weights --stage weights,wq") == Names{"wq", "weights"});
}

TEST_CASE("present: a range is open where an end is missing") {
  CHECK(stages_of("--from masked") == Names{"masked", "weights", "output"});
  CHECK(stages_of("--to wq") == Names{"input", "wq"});
  CHECK(stages_of("--from scores --to scores") == Names{"scores"});
}

TEST_CASE("present: refuses stages that do not exist and ranges that run backwards") {
  CHECK(contains(run("--stage scroes").err, "scores?\n"));
  CHECK(run("--from memory").exit_code == 2);
  CHECK(run("--from output --to input").err ==
        "attn: error: --from output comes after --to input.\n");
  CHECK(run("--q 1 --k 1 --v 1 --stage wq").exit_code == 2);  // there is none in this trace
}

TEST_CASE("present: text and JSON hold the warnings, beside other screens they are remarks") {
  const std::string warning = "may attend to nothing";
  for (const std::string screen : {"", "--explain 0", "--json"}) {
    CAPTURE(screen);
    const CommandResult result = run(kEmptyRow + screen);
    CHECK(contains(result.out, warning));
    CHECK(result.err == "");
  }
  for (const std::string screen : {"--quiet", "--plain", "--summary", "--shapes-only"}) {
    CAPTURE(screen);
    const CommandResult result = run(kEmptyRow + screen);
    CHECK_FALSE(contains(result.out, warning));
    CHECK(result.err ==
          "attn: warning: query \"q0\" (row 0) may attend to nothing: its weights and its\n"
          "  output are 0\n"
          "attn: more warnings of this kind: 1\n");
  }
}

TEST_CASE("present: records of all stages have one heading") {
  const std::string both = run("a --plain --stage scores,masked").out;
  CHECK(both ==
        "stage\tgroup\trow\tcol\trow_label\tcol_label\tvalue\n"
        "scores\t\t0\t0\ta\ta\t7\n"
        "masked\t\t0\t0\ta\ta\t3.5\n");
}

TEST_CASE("present: the same input prints the same bytes") {
  for (const std::string screen : {"", "--json", "--plain", "--summary", "--color always"}) {
    CAPTURE(screen);
    CHECK(run("'The cat sat on the mat' --causal " + screen).out ==
          run("'The cat sat on the mat' --causal " + screen).out);
  }
}

TEST_CASE("present: where a picture is refused, no file is written") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("attn attend --view arcs --stage output -o x.json", folder.path());
  CHECK(result.exit_code == 2);
  CHECK(contains(result.err, "--view arcs cannot draw output"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "x.json"));
}

ViewFlags with(Flag ViewFlags::*flag, const std::string& value) {
  ViewFlags flags;
  type(flags.width, "80");
  type(flags.*flag, value);
  return flags;
}

TEST_CASE("ViewFlags::read: what is shown where nothing is asked for") {
  const ViewChoice choice = with(&ViewFlags::color, "never").read();
  CHECK(choice.screen == Screen::text);
  CHECK_FALSE(choice.names_stages());
  CHECK(choice.files.empty());
  CHECK_FALSE(choice.overwrite);
  CHECK(choice.layout.width == 80);
  CHECK(choice.layout.precision == 3);
  CHECK(choice.layout.explain == 1);
  CHECK(choice.layout.glyphs == Glyphs::unicode);
  CHECK_FALSE(choice.layout.view.has_value());
  CHECK_FALSE(choice.layout.color);
  CHECK_FALSE(choice.layout.arithmetic);
}

TEST_CASE("ViewFlags::read: every value reaches the layout") {
  CHECK(with(&ViewFlags::precision, "0").read().layout.precision == 0);
  CHECK(with(&ViewFlags::precision, "12").read().layout.precision == 12);
  CHECK(with(&ViewFlags::explain, "2").read().layout.explain == 2);
  CHECK(with(&ViewFlags::color, "always").read().layout.color);
  CHECK(with(&ViewFlags::glyphs, "ascii").read().layout.glyphs == Glyphs::ascii);
  CHECK(with(&ViewFlags::view, "numbers").read().layout.view == View::numbers);
  CHECK(with(&ViewFlags::view, "heat").read().layout.view == View::heat);
  CHECK(with(&ViewFlags::view, "both").read().layout.view == View::both);
  CHECK(with(&ViewFlags::width, "40").read().layout.width == 40);
  CHECK(with(&ViewFlags::width, "1000").read().layout.width == 1000);
}

TEST_CASE("ViewFlags::read: refuses values out of range") {
  const auto [flag, value] = GENERATE(table<Flag ViewFlags::*, std::string>({
      {&ViewFlags::precision, "13"},
      {&ViewFlags::precision, "-1"},
      {&ViewFlags::explain, "3"},
      {&ViewFlags::color, "yes"},
      {&ViewFlags::glyphs, "latin"},
      {&ViewFlags::view, "colour"},
      {&ViewFlags::width, "39"},
      {&ViewFlags::width, "1001"},
  }));
  CAPTURE(value);
  CHECK_THROWS_AS(with(flag, value).read(), InputError);
}

TEST_CASE("ViewFlags::read: stages are named with commas, flags or both") {
  ViewFlags flags;
  flags.stages.give("query,key");
  flags.stages.give("scores");
  const ViewChoice choice = flags.read();
  CHECK(choice.stages == std::vector<std::string>{"query", "key", "scores"});
  CHECK(choice.names_stages());
  CHECK(with(&ViewFlags::from, "scores").read().names_stages());
  CHECK(with(&ViewFlags::to, "scores").read().names_stages());
}

TEST_CASE("ViewFlags::read: stages by name and by range exclude each other") {
  ViewFlags flags = with(&ViewFlags::to, "scores");
  type(flags.stages, "query");
  CHECK_REFUSED(flags.read(), "--stage and --from/--to cannot be used together.");
}

TEST_CASE("ViewFlags::read: one screen at a time") {
  const std::vector<std::tuple<Flag ViewFlags::*, std::string, Screen>> screens{
      {&ViewFlags::step, "--step", Screen::step},
      {&ViewFlags::json, "--json", Screen::json},
      {&ViewFlags::plain, "--plain", Screen::plain},
      {&ViewFlags::summary, "--summary", Screen::summary},
      {&ViewFlags::shapes_only, "--shapes-only", Screen::shapes},
      {&ViewFlags::quiet, "--quiet", Screen::quiet}};
  for (std::size_t i = 0; i < screens.size(); ++i) {
    ViewFlags flags;
    type(flags.*std::get<0>(screens[i]));
    CHECK(flags.read().screen == std::get<Screen>(screens[i]));
    for (std::size_t j = i + 1; j < screens.size(); ++j) {
      const bool is_quiet_plain = std::get<Screen>(screens[i]) == Screen::plain &&
                                  std::get<Screen>(screens[j]) == Screen::quiet;
      if (is_quiet_plain) continue;  // one says how much, the other how
      ViewFlags both = flags;
      type(both.*std::get<0>(screens[j]));
      CHECK_REFUSED(both.read(), std::get<std::string>(screens[i]) + " and " +
                                     std::get<std::string>(screens[j]) +
                                     " cannot be used together.");
    }
  }
}

TEST_CASE("ViewFlags::read: files are refused before anything is computed") {
  ViewFlags flags;
  type(flags.files, "out.txt");
  CHECK_REFUSED(flags.read(),
                "cannot tell what to write to out.txt: its name must end in one of .json, .npz, "
                ".npy, .safetensors, .csv, .html, .svg, .pdf, .png.");
  type(flags.files, "/nowhere/at/all/out.npz");
  CHECK_THROWS_AS(flags.read(), InputError);
}

TEST_CASE("ViewFlags::read: --quiet beside --plain asks for the records of the result") {
  ViewFlags flags;
  flags.quiet.give();
  flags.plain.give();
  const ViewChoice choice = flags.read();
  CHECK(choice.screen == Screen::plain);
  CHECK(choice.result_alone);
  flags.json.give();
  CHECK_THROWS_AS(flags.read(), InputError);
}

TEST_CASE("ViewFlags::read: a heat map has room for more rows than numbers") {
  CHECK(with(&ViewFlags::view, "heat").read().layout.max_rows == 64);
  CHECK(with(&ViewFlags::view, "both").read().layout.max_rows == 24);
}

TEST_CASE("ViewFlags::read: a row belongs to a picture of rows") {
  ViewFlags flags = with(&ViewFlags::row, "it");
  const auto refused =
      Message("--row shows one row of a picture: it needs --view with rows, bars, arcs or chain.");
  CHECK_THROWS_MATCHES(flags.read(), InputError, refused);
  type(flags.view, "boxes");
  CHECK_THROWS_MATCHES(flags.read(), InputError, refused);
  type(flags.view, "chain");
  CHECK(flags.read().row == "it");
}

// input, then query and weights of two heads, then output; and two tables.
Trace two_heads() {
  Trace trace;
  trace.record({.id = "input"});
  for (const std::string group : {"head 0", "head 1"}) {
    trace.record({.id = "query", .group = group});
    trace.record({.id = "weights", .group = group});
  }
  trace.record({.id = "output"});
  trace.tables = {{.id = "parameters"}, {.id = "cost", .after = "output"}};
  return trace;
}

std::string names_of(const Selection& selection) {
  std::string names;
  for (const Stage* stage : selection.stages)
    names += (stage->group.empty() ? "" : stage->group.substr(5) + "/") + stage->id + " ";
  names += "|";
  for (const Table* table : selection.tables) names += " " + table->id;
  return names;
}

std::string chosen(const ViewChoice& choice) {
  const Trace trace = two_heads();
  return names_of(selected(trace, choice));
}

void check_refused(const ViewChoice& choice, const std::string& text) {
  const Trace trace = two_heads();
  CHECK_REFUSED(selected(trace, choice), text);
}

const std::string kTableAlone =
    " is a table, not a matrix: it is shown as text, with --json and with --plain. Name a stage "
    "too, or leave "
    "out --stage.";

TEST_CASE("selected: everything where nothing is named") {
  CHECK(chosen({}) == "input 0/query 0/weights 1/query 1/weights output | parameters cost");
}

TEST_CASE("selected: stages and tables by name, in the order of the trace") {
  CHECK(chosen({.stages = {"weights", "input"}}) == "input 0/weights 1/weights |");
  CHECK(chosen({.stages = {"cost", "output", "cost"}}) == "output | cost");
  CHECK(chosen({.stages = {"cost"}}) == "| cost");
}

TEST_CASE("selected: a range goes by the names of the stages and has no tables") {
  CHECK(chosen({.from = "query", .to = "weights"}) == "0/query 0/weights 1/query 1/weights |");
  CHECK(chosen({.from = "output", .to = "output"}) == "output |");
  CHECK(chosen({.from = "weights"}) == "0/weights 1/weights output |");
  CHECK(chosen({.to = "query"}) == "input 0/query 1/query |");
}

TEST_CASE("selected: only the groups that are wanted, and what belongs to none") {
  CHECK(chosen({.groups = {"head 1"}}) == "input 1/query 1/weights output | parameters cost");
  CHECK(chosen({.stages = {"weights"}, .groups = {"head 1"}}) == "1/weights |");
  CHECK(chosen({.from = "weights", .groups = {"head 0"}}) == "0/weights output |");
  CHECK(chosen({.stages = {"query"}, .groups = {"head 1", "head 0"}}) == "0/query 1/query |");
}

TEST_CASE("selected: refuses a name that is neither") {
  check_refused({.stages = {"weigths"}},
                "--stage must be one of input, query, weights, output, parameters, cost, but it is "
                "weigths. Did you mean weights?");
  check_refused({.stages = {"input", "parameter"}},
                "--stage must be one of input, query, weights, output, parameters, cost, but it is "
                "parameter. Did you mean parameters?");
  check_refused({.from = "cost"},
                "--from must be one of input, query, weights, output, but it is cost.");
  check_refused({.from = "output", .to = "input"}, "--from output comes after --to input.");
}

TEST_CASE("selected: a table alone is text, JSON or records, and in no file") {
  for (const Screen screen : {Screen::text, Screen::json, Screen::plain})
    CHECK(chosen({.screen = screen, .stages = {"parameters"}}) == "| parameters");
  for (const Screen screen : {Screen::step, Screen::shapes, Screen::summary, Screen::quiet}) {
    check_refused({.screen = screen, .stages = {"parameters"}}, "parameters" + kTableAlone);
    CHECK(chosen({.screen = screen, .stages = {"parameters", "input"}}) == "input | parameters");
  }
  check_refused({.stages = {"cost"}, .files = {"out.npz"}}, "cost" + kTableAlone);
}

TEST_CASE("overview_of: what a trace shows first, or all of it") {
  Trace trace = two_heads();
  const Selection all = selected(trace, {});
  CHECK(names_of(overview_of(trace, all)) == names_of(all));
  trace.overview = {"weights", "cost"};
  CHECK(names_of(overview_of(trace, all)) == "0/weights 1/weights | cost");
}

TEST_CASE("selected: a table that was asked for is there whatever is named") {
  Trace trace = two_heads();
  trace.tables[1].is_asked_for = true;
  CHECK(names_of(selected(trace, {.stages = {"input"}})) == "input | cost");
  CHECK(names_of(selected(trace, {.to = "input"})) == "input | cost");
  trace.overview = {"input"};
  CHECK(names_of(overview_of(trace, selected(trace, {}))) == "input | cost");
}

ViewChoice view_of(Screen screen, const std::vector<std::string>& stages = {}) {
  ViewChoice view;
  view.screen = screen;
  view.stages = stages;
  return view;
}

TEST_CASE("n_batch_of: none unless it was typed") {
  CHECK(n_batch_of(Flag("--batch")) == 0);
  CHECK(n_batch_of(typed("--batch", "1")) == 1);
  CHECK(n_batch_of(typed("--batch", "1000000")) == 1'000'000);
  for (const char* number : {"0", "1000001", "-1", "two"})
    CHECK_REFUSED(
        n_batch_of(typed("--batch", number)),
        std::string("--batch must be a whole number from 1 to 1000000, but it is ") + number + ".");
}

TEST_CASE("require_shapes_shown: a batch shows nowhere but in shapes") {
  Trace trace;
  trace.tables = {{.id = "parameters", .columns = {{"stage"}, {"shape"}}},
                  {.id = "heads", .columns = {{"head"}}}};
  const Flag batch = typed("--batch", "2");
  for (const Screen screen :
       {Screen::text, Screen::json, Screen::summary, Screen::shapes, Screen::step})
    CHECK_NOTHROW(require_shapes_shown(batch, view_of(screen), trace));
  CHECK_REFUSED(require_shapes_shown(batch, view_of(Screen::quiet), trace),
                "--batch changes shapes alone, and --quiet shows none. Leave one of them out.");
  CHECK_REFUSED(require_shapes_shown(batch, view_of(Screen::plain, {"heads"}), trace),
                "--batch changes shapes alone, and --plain shows none. Leave one of them out.");
  CHECK_NOTHROW(require_shapes_shown(batch, view_of(Screen::plain, {"parameters"}), trace));
  CHECK_NOTHROW(require_shapes_shown(Flag("--batch"), view_of(Screen::quiet), trace));
}

namespace fs = std::filesystem;

std::size_t n_files(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

const std::string kAttend = "attn attend 'The cat sat' --causal --quiet ";

TEST_CASE("export_selection: every kind of file holds the same digits") {
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      kAttend + "-o a.csv -o a.NPY -o all.npz -o all.json -o all.safetensors", folder.path());
  CHECK(result.exit_code == 0);
  CHECK(result.out + result.err == "");
  const std::string path = folder.path().string() + "/";
  const arma::mat output = read_matrix(path + "a.csv", "--q", {});
  CHECK(output.n_rows == 3);
  CHECK(arma::approx_equal(output, read_matrix(path + "a.NPY", "--q", {}), "absdiff", 0.0));
  CHECK(
      arma::approx_equal(output, read_matrix(path + "all.npz:output", "--q", {}), "absdiff", 0.0));
  CHECK(
      arma::approx_equal(output, read_matrix(path + "all.json:output", "--q", {}), "absdiff", 0.0));
  CHECK(arma::approx_equal(output, read_matrix(path + "all.safetensors:output", "--q", {}),
                           "absdiff", 0.0));
}

TEST_CASE("export_selection: a file of one matrix holds the last stage") {
  const TemporaryFolder folder;
  run_command(kAttend + "--to scores -o to.csv", folder.path());
  run_command(kAttend + "--stage scores -o stage.csv", folder.path());
  CHECK(content(folder.path() / "to.csv") == "1,-4,-1\n-2,2,1\n-1,1,0\n");
  CHECK(content(folder.path() / "stage.csv") == content(folder.path() / "to.csv"));
}

TEST_CASE("export_selection: an archive holds the stages that were chosen and the tokens") {
  const TemporaryFolder folder;
  run_command(kAttend + "--stage weights,query -o some.npz", folder.path());
  const MatrixFile file((folder.path() / "some.npz").string());
  CHECK(file.keys() == std::vector<std::string>{"query", "weights", "query_tokens", "key_tokens"});
}

TEST_CASE("export_selection: a .safetensors has the tokens in its header") {
  const TemporaryFolder folder;
  run_command(kAttend + "--stage weights,query -o some.safetensors", folder.path());
  CHECK(MatrixFile((folder.path() / "some.safetensors").string()).keys() ==
        std::vector<std::string>{"query", "weights"});
  const std::string bytes = content(folder.path() / "some.safetensors");
  CHECK(contains(bytes, R"("query_tokens":"[\"The\",\"cat\",\"sat\"]")"));
}

TEST_CASE("export_selection: says on standard error what it wrote") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("attn attend --json -o a.npz -o b.csv > a.json", folder.path());
  CHECK(result.err == "wrote a.npz\nwrote b.csv\n");
  const CommandResult quiet = run_command("attn attend -q -o c.csv", folder.path());
  CHECK(quiet.err == "");
}

TEST_CASE("export_selection: nothing is left behind by a write that fails") {
  const auto [files, code] = GENERATE(table<std::string, int>({
      {"-o a.npz -o nowhere/b.npy", 2},
      {"-o a.npz -o b.txt", 2},
      {"-o a.npz -o folder.npy", 2},
      {"-o a.npz -o folder.npy --force", 2},
      {"-o a.npz -o a.npz", 2},
      {"-o a.npz -o ./a.npz", 2},
      {"-o a.npz -o old.csv", 2},
      {"-o a.npz -o full.csv --force", 3},
      {"-o full.csv -o a.npz --force", 3},
      {"-o a.npz --stage nowhere", 2},
      {"-o a.npz --q '1 2' --k '1' --v '1'", 2},
  }));
  CAPTURE(files);
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "folder.npy");
  fs::create_symlink("/dev/full", folder.path() / "full.csv");
  std::ofstream(folder.path() / "old.csv") << "1\n";
  const CommandResult result = run_command("attn attend -q " + files, folder.path());
  CHECK(result.exit_code == code);
  CHECK(result.out == "");
  CHECK(result.err.starts_with("attn: error: "));
  CHECK(n_files(folder.path()) == 3);
  CHECK(content(folder.path() / "old.csv") == "1\n");
}

TEST_CASE("export_selection: a disk that fills up leaves no half file") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "old.npz") << "1\n";
  const std::string large = "seq 1 300 | attn attend - --quiet --force -o small.csv -o ";
  for (const std::string name : {"new.npz", "old.npz"}) {
    CAPTURE(name);
    // A shell's limit on the size of files; the signal that comes with it is ignored.
    const CommandResult result =
        run_command("trap '' XFSZ; ulimit -f 100; " + large + name, folder.path());
    CHECK(result.exit_code == 3);
    CHECK(result.err.starts_with("attn: error: " + name + ": the file cannot be written: "));
    CHECK(n_files(folder.path()) == 1);
    CHECK(content(folder.path() / "old.npz") == "1\n");
  }
}

TEST_CASE("export_selection: a folder that may not be written to is refused at once") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command(kAttend + "-o first.npy -o /proc/a.npy", folder.path());  // not even by root
  CHECK(result.err.starts_with("attn: error: /proc/a.npy: "));
  CHECK(result.exit_code == 3);
  CHECK(n_files(folder.path()) == 0);
}

TEST_CASE("export_selection: an existing file is replaced only on demand") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.csv";
  std::ofstream(file) << "old\n";
  CHECK(run_command(kAttend + "-o a.csv", folder.path()).exit_code == 2);
  CHECK(content(file) == "old\n");
  CHECK(run_command(kAttend + "--stage scores -o a.csv --force", folder.path()).exit_code == 0);
  CHECK(content(file) == "1,-4,-1\n-2,2,1\n-1,1,0\n");
}

TEST_CASE("require_writable: a file of one matrix is refused several stages") {
  const CommandResult result = run_command(kAttend + "--stage query,key -o a.npy");
  CHECK(result.err ==
        "attn: error: a.npy holds one matrix, but the number of stages named is 2. Name\n"
        "  one stage, or write a .npz.\n");
  CHECK(result.exit_code == 2);
}

TEST_CASE("require_writable: a name that would command the terminal is made safe") {
  const CommandResult result = run_command(kAttend + "-o \"$(printf '\\033[2J').txt\"");
  CHECK(result.err.find('\033') == std::string::npos);
  CHECK(result.exit_code == 2);
}

Stage two_by_three() {
  return {.id = "weights",
          .value = arma::zeros(2, 3),
          .rows = {"query", {"1", "b"}},
          .cols = {"key", {"x", "y", "x"}}};
}

Stage without_names() { return {.id = "wq", .value = arma::zeros(4, 2)}; }

TEST_CASE("row_named, col_named: by the word, else by the number") {
  CHECK(row_named("--row", two_by_three(), "b") == 1);
  CHECK(row_named("--row", two_by_three(), "1") == 0);  // the word goes first
  CHECK(row_named("--row", two_by_three(), "0") == 0);
  CHECK(col_named("--loss", two_by_three(), "y") == 1);
  CHECK(col_named("--loss", two_by_three(), "2") == 2);
  CHECK(col_named("--loss", without_names(), "1") == 1);
}

TEST_CASE("row_named: a number that several rows are called is that of a row, and told") {
  Stage stage = two_by_three();
  stage.rows.labels = {"1", "1"};
  const ToldReadings told;
  CHECK(row_named("--row", stage, "0") == 0);
  CHECK(row_named("--row", stage, "1") == 1);
  CHECK(told.sentences() ==
        std::vector<std::string>{"--row 1: several are called that, so it was read as a "
                                 "number, counted from 0."});
}

TEST_CASE("row_named, col_named: refuse what is not there, or there twice") {
  CHECK_REFUSED(row_named("--row", two_by_three(), "c"),
                "--row c: weights has no such row. It has 1, b, or 0 to 1.");
  CHECK_REFUSED(col_named("--loss", two_by_three(), "3"),
                "--loss 3: weights has no such column. It has x, y, x, or 0 to 2.");
  CHECK_REFUSED(col_named("--loss", two_by_three(), "x"),
                "--loss x: that is both column 0 and column 2 of weights. Give the number.");
  CHECK_REFUSED(row_named("--row", without_names(), ""), "--row '': wq has rows 0 to 3.");
  CHECK_REFUSED(col_named("--loss", without_names(), "-1"), "--loss -1: wq has columns 0 to 1.");
}

TEST_CASE("place_named: a token, else the place of that number") {
  const std::vector<std::string> tokens{"a", "2", "b", "a"};
  const auto place = [](const std::string& text, const std::vector<std::string>& among) {
    CHECK(names_place(text, among) == place_named("--cell", text, among).has_value());
    return place_named("--cell", text, among);
  };
  CHECK(place("b", tokens) == 2);
  CHECK(place("2", tokens) == 1);  // a token called 2
  CHECK(place("3", tokens) == 3);
  CHECK(place("３", tokens) == 3);
  CHECK(place("0", {"0", "0", "1"}) == 0);
  CHECK(place("1", {"1", "+", "1", "=", "2"}) == 1);
  CHECK(place("2", {"1", "+", "1", "=", "2"}) == 4);
  for (const char* none : {"4", "", "-1", "00000000000000000001"}) CHECK_FALSE(place(none, tokens));
  CHECK(names_place("a", tokens));
  CHECK_REFUSED(place_named("--cell", "a", tokens),
                "--cell a: that is both token 0 and token 3, counted from 0. Give the number.");
}

TEST_CASE("place_named: a number in whatever width that several are called is told") {
  std::vector<std::string> told;
  tell_readings([&told](const std::string& sentence) { told.push_back(sentence); });
  CHECK(place_named("--cell", "１", {"１", "１", "b"}) == 1);
  CHECK(place_named("--cell", "b", {"１", "１", "b"}) == 2);
  CHECK(place_named("--cell", "Ａ", {"b", "A"}) == 1);
  CHECK_THROWS_AS(place_named("--cell", "Ａ", {"Ａ", "Ａ", "A"}), InputError);
  tell_readings({});
  CHECK(told == std::vector<std::string>{"--cell １: several are called that, so it was read as a "
                                         "number, counted from 0."});
}

}  // namespace
