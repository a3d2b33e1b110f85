#include "practice/program/program.hpp"

#include "practice/course/course.hpp"
#include "practice/judge/check.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/program_exercise.hpp"
#include "support/rounds.hpp"
#include "support/temporary_folder.hpp"

namespace {

Reply json_reply(const std::string& text) {
  return read_reply(text, Worksheet(doubling_exercise()));
}
Reply token_reply(const std::string& text) {
  return read_reply(text, Worksheet(doubling_exercise_in_tokens()));
}

TEST_CASE("request_text: JSON has a single number bare, and a matrix as rows") {
  CHECK(request_text(Worksheet(doubling_exercise())) == "{\"n\":2,\"X\":[[1,2,3],[4,5,6]]}\n");
}

TEST_CASE("request_text: a matrix of one cell stays a matrix") {
  const Worksheet numbers = Worksheet(doubling_exercise()).with({{"X", arma::mat{7.0}}});
  CHECK(request_text(numbers) == "{\"n\":2,\"X\":[[7]]}\n");
}

TEST_CASE("request_text: a whole number has all its digits") {
  const Worksheet numbers =
      Worksheet(doubling_exercise_in_tokens())
          .with({{"n", arma::mat{200000.0}}, {"X", arma::mat{1e14, 0.5, -3}}});
  CHECK(request_text(numbers) == "200000\n1 3\n100000000000000 0.5 -3\n");
}

TEST_CASE("request_text: tokens have the size of a matrix before it") {
  CHECK(request_text(Worksheet(doubling_exercise_in_tokens())) == "2\n2 3\n1 2 3\n4 5 6\n");
}

TEST_CASE("example_reply: it can be read") {
  for (const Exercise* exercise : {&doubling_exercise(), &doubling_exercise_in_tokens()}) {
    const Worksheet numbers(*exercise);
    const Reply reply = read_reply(example_reply(numbers), numbers);
    CHECK(reply.fault == "");
    CHECK(arma::approx_equal(reply.values.at("doubled"), numbers.numbers("doubled"), "absdiff", 0));
  }
}

TEST_CASE("read_reply: a whole reply, in any order and over several lines") {
  const Reply reply =
      json_reply("\n{\"sum\": 21,\n \"doubled\": [[2, 4.0, 6e0], [8, 10, 12]]}\n\n");
  CHECK(reply.fault == "");
  CHECK(reply.values.at("sum")(0) == 21.0);
  CHECK(reply.values.at("doubled")(1, 2) == 12.0);
}

TEST_CASE("read_reply: no numbers are read as such, as Python and C++ print them") {
  for (const std::string text : {"NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "null"}) {
    INFO(text);
    const Reply reply = json_reply("{\"sum\": " + text + ", \"doubled\": [[1]]}");
    CHECK(reply.fault == "");
    CHECK_FALSE(std::isfinite(reply.values.at("sum")(0)));
  }
}

TEST_CASE("read_reply: infinity keeps its name and its sign") {
  const auto sum = [](const std::string& text) {
    return json_reply("{\"sum\": " + text + ", \"doubled\": [[1]]}").values.at("sum")(0);
  };
  for (const std::string text : {"inf", "Infinity", "+inf", "\"Infinity\""})
    CHECK(sum(text) == arma::datum::inf);
  for (const std::string text : {"-inf", "-Infinity", "\"-Infinity\""})
    CHECK(sum(text) == -arma::datum::inf);
  CHECK(token_reply("2 4 6\n8 10 12\n-inf").values.at("sum")(0) == -arma::datum::inf);
}

TEST_CASE("read_reply: what cannot be read says why") {
  const auto fault = [](const std::string& text) { return json_reply(text).fault; };
  CHECK(fault("") == "The program printed nothing on standard output.");
  CHECK(fault(" \n ") == "The program printed nothing on standard output.");
  CHECK_THAT(fault("Enter n: {\"sum\": 1}"), ContainsSubstring("Enter n:"));
  CHECK_THAT(fault("[[1, 2]]"), ContainsSubstring("[[1, 2]]"));
  CHECK_THAT(fault("{\"doubled\": [[1]]}"), ContainsSubstring("\"sum\""));
  CHECK_THAT(fault("{\"sum\": 1, \"doubled\": [[1]], \"more\": 1}"), ContainsSubstring("more"));
  CHECK_THAT(fault("{\"sum\": 1, \"doubled\": [[1, 2], [3]]}"),
             ContainsSubstring("doubled[1] has length 1"));
  CHECK_THAT(fault("{\"sum\": 1, \"doubled\": [1, 2]}"), ContainsSubstring("list of rows"));
  CHECK_THAT(fault("{\"sum\": \"1\", \"doubled\": [[1]]}"), ContainsSubstring("a number"));
  CHECK_THAT(fault("{\"sum\": [1], \"doubled\": [[1]]}"), ContainsSubstring("a number"));
  for (const std::string& text : std::vector<std::string>{
           "{\"sum\": 1, \"doubled\": [[1]]} {}", "{\"sum\": 1, \"doubled\": [[1]],}", "{", "{}x",
           "{\"sum\": 1, \"sum\": 1, \"doubled\": [[1]]}", "{\"sum\": 1e999, \"doubled\": [[1]]}",
           "{\"sum\": 1, \"doubled\": [[]]}", "{\"sum\": 1, \"doubled\": []}",
           "{\"sum\": 1, \"doubled\": [[1]]}" + std::string(1, '\0') + " and more"}) {
    INFO(text);
    CHECK(fault(text) != "");
  }
}

TEST_CASE("read_reply: a byte-order mark is no fault") {
  CHECK(json_reply("\xEF\xBB\xBF{\"sum\": 1, \"doubled\": [[1]]}").fault == "");
  CHECK(token_reply("\xEF\xBB\xBF"
                    "2 4 6\n8 10 12\n21\n")
            .fault == "");
}

TEST_CASE("read_reply: hostile replies end in a fault, soon") {
  CHECK(json_reply("{\"sum\":" + std::string(100000, '[')).fault != "");
  CHECK(json_reply("{" + std::string(100000, '"')).fault != "");
  CHECK(json_reply(std::string(100000, '\\')).fault != "");
  std::string wide = "{\"sum\": 1, \"doubled\": [[" + std::string(1, '1');
  for (int i = 0; i < 250000; ++i) wide += ",1";
  wide += "]";
  for (int i = 0; i < 100000; ++i) wide += ",[1]";
  CHECK(json_reply(wide + "]}").fault ==
        "doubled[1] has length 1, and doubled[0] has length 250001.");
  std::string rows;
  for (int i = 0; i < 200000; ++i) rows += "1\n";
  CHECK(token_reply(rows + "1").values.size() + token_reply(rows).fault.size() > 0);
}

TEST_CASE("read_reply: tokens, with blank lines and blanks") {
  const Reply reply = token_reply("  2 4 6 \n\n8\t10 12\r\n 21");
  CHECK(reply.fault == "");
  CHECK(reply.values.at("doubled")(1, 1) == 10.0);
  CHECK(reply.values.at("sum")(0) == 21.0);
}

TEST_CASE("read_reply: single numbers need no lines of their own") {
  Exercise sums = doubling_exercise_in_tokens();
  sums.fields.erase(std::remove_if(sums.fields.begin(), sums.fields.end(),
                                   [](const Field& one) { return one.name != "sum"; }),
                    sums.fields.end());
  sums.fields.push_back(sums.fields.front());
  sums.fields.back().name = "again";
  for (const std::string text : {"21 42", "21\t42\n", "21\n42"}) {
    const Reply reply = read_reply(text, Worksheet(sums));
    CHECK(reply.fault == "");
    CHECK(reply.values.at("again")(0) == 42.0);
  }
  CHECK_THAT(read_reply("21 42 63", Worksheet(sums)).fault, ContainsSubstring("goes on"));
}

TEST_CASE("read_reply: tokens that are too few, too many, ragged or no numbers") {
  CHECK_THAT(token_reply("2 4 6\n8 10 12\n").fault, ContainsSubstring("ends before sum"));
  CHECK_THAT(token_reply("2 4 6\n8 10 12\n21\n5\n").fault, ContainsSubstring("goes on"));
  CHECK_THAT(token_reply("2 4 6\n8 10\n21\n").fault, ContainsSubstring("doubled[1] has length 2"));
  CHECK_THAT(token_reply("2 4 six\n8 10 12\n21\n").fault, ContainsSubstring("six"));
  CHECK(token_reply("0x2 4 6\n8 10 12\n21\n").fault != "");
}

TEST_CASE("read_reply: a word counts once, unless it stands twice among the items") {
  const auto fault = [](const std::vector<std::string>& items, const std::string& ranking) {
    Exercise exercise = doubling_exercise();
    exercise.fields.assign(1, {});
    exercise.fields[0].name = "ranking";
    exercise.fields[0].kind = FieldKind::list;
    exercise.fields[0].items = items;
    exercise.fields[0].count = 2;
    return read_reply("{\"ranking\": " + ranking + "}", Worksheet(exercise)).fault;
  };
  CHECK(fault({"cat", "sat", "down"}, "[\"sat\", \"cat\"]").empty());
  CHECK(fault({"cat", "sat", "down"}, "[\"sat\", \"sat\"]") == "ranking: sat is listed twice.");
  CHECK(fault({"cat", "sat", "sat"}, "[\"sat\", \"sat\"]").empty());
}

namespace fs = std::filesystem;

const Program& program() { return *doubling_exercise().program; }

std::string refusal_of(const Submission& submission) {
  return attn::refusal([&] { const PreparedProgram prepared(program(), submission); });
}

TEST_CASE("PreparedProgram: a file is run as its language says") {
  const TemporaryFolder folder;
  const PreparedProgram prepared(program(), {.path = folder.file("a b.sh", "read x; echo got $x")});
  CHECK(prepared.run("it\n").out == "got it\n");
  CHECK(prepared.file() == "a b.sh");
}

TEST_CASE("PreparedProgram: another command, with its file put in") {
  const TemporaryFolder folder;
  const PreparedProgram prepared(
      program(), {.path = folder.file("x.zz", "echo hello"), .run = {"sh", "{file}"}});
  CHECK(prepared.run("").out == "hello\n");
}

TEST_CASE("PreparedProgram: a file may be called as what stands for files in a command") {
  for (const std::string name :
       {"{folder}.sh", "{exe}.sh", "{file}.sh", "{file}{exe}{folder}.sh", "{{file}}.sh"}) {
    const TemporaryFolder folder;
    const PreparedProgram alone(program(), {.path = folder.file(name, "echo hello")});
    CHECK(alone.run("").out == "hello\n");
    const PreparedProgram in_folder(program(), {.path = folder.path().string()});
    CHECK(in_folder.run("").out == "hello\n");
  }
}

TEST_CASE("PreparedProgram: a folder brings its other files, and no links") {
  const TemporaryFolder folder;
  const TemporaryFolder secret;
  secret.file("secret", "42");
  fs::create_directories(folder.path() / "lib");
  folder.file("lib/part.sh", "echo part");
  folder.file("main.sh", ". \"$(dirname \"$0\")/lib/part.sh\"; cat \"$(dirname \"$0\")/link\"");
  fs::create_symlink(secret.path() / "secret", folder.path() / "link");
  const PreparedProgram prepared(program(), {.path = folder.path().string()});
  CHECK(prepared.run("").out == "part\n");
}

TEST_CASE("PreparedProgram: what is no program is refused") {
  const TemporaryFolder folder;
  CHECK_THAT(refusal_of({.path = folder.path().string()}), ContainsSubstring("no program"));
  CHECK_THAT(refusal_of({.path = folder.file("x.rb", "1")}), ContainsSubstring(".sh, .py"));
  CHECK_THAT(refusal_of({.path = folder.path("missing.sh")}), ContainsSubstring("missing.sh"));
  CHECK_THAT(refusal_of({.path = folder.file("large.sh", std::string(kProgramLimit + 1, '#'))}),
             ContainsSubstring("large"));
}

TEST_CASE("PreparedProgram: several files may be the program") {
  const TemporaryFolder folder;
  folder.file("one.sh", "");
  folder.file("two.py", "");
  CHECK_THAT(refusal_of({.path = folder.path().string()}), ContainsSubstring("one.sh, two.py"));
  folder.file("main.sh", "");
  CHECK(program_in_folder(program(), folder.path().string()) == "main.sh");
  folder.file("main.py", "");
  CHECK_THAT(refusal_of({.path = folder.path().string()}),
             ContainsSubstring("several main programs: main.py, main.sh"));
}

TEST_CASE("PreparedProgram: a program is compiled, and what the compiler refuses is kept") {
  Program compiled = program();
  compiled.languages = {
      {.extension = "sh", .build = {"cp", "{file}", "{exe}"}, .run = {"sh", "{exe}"}},
      {.extension = "zz", .build = {"sh", "-c", "echo wrong >&2; exit 1"}, .run = {"true"}}};
  const TemporaryFolder folder;
  const PreparedProgram good(compiled, {.path = folder.file("a.sh", "echo built")});
  CHECK(good.is_built());
  CHECK(good.run("").out == "built\n");
  compiled.languages[1].build = {"no-such-compiler-anywhere"};
  CHECK_THROWS_AS(PreparedProgram(compiled, {.path = folder.file("b.zz", "x")}), SurroundingsError);
  compiled.languages[1].build = {"sh", "-c", "echo wrong >&2; exit 1"};
  const PreparedProgram bad(compiled, {.path = folder.file("a.zz", "x")});
  CHECK_FALSE(bad.is_built());
  CHECK(bad.build().err == "wrong\n");
}

TEST_CASE("PreparedProgram: a compiler that says too much is ended") {
  Program compiled = program();
  compiled.limits.output_bytes = 16;
  compiled.languages = {
      {.extension = "sh", .build = {"sh", "-c", "head -c 60000 /dev/zero >&2; exit 1"}, .run = {}},
      {.extension = "zz", .build = {"sh", "-c", "yes >&2"}, .run = {}}};
  const TemporaryFolder folder;
  CHECK(PreparedProgram(compiled, {.path = folder.file("a.sh", "")}).build().ending ==
        Ending::exited);
  CHECK(PreparedProgram(compiled, {.path = folder.file("a.zz", "")}).build().ending ==
        Ending::output);
}

TEST_CASE("request_of: the numbers of a variant are others, and the same each time") {
  const std::string one = request_of(doubling_exercise(), "values", 2, 1);
  CHECK(one == request_of(doubling_exercise(), "values", 2, 1));
  CHECK(one != request_of(doubling_exercise(), "values", 2, 2));
  CHECK(one != request_of(doubling_exercise(), "values", 2, 0));
}

TEST_CASE("request_of: each case has numbers of its own") {
  CHECK(request_of(doubling_exercise(), "shape", 1, 0) !=
        request_of(doubling_exercise(), "first_row", 1, 0));
}

TEST_CASE("request_of: what does not exist is refused") {
  CHECK_THROWS_AS(request_of(doubling_exercise(), "none", 1, 0), InputError);
  CHECK_THROWS_AS(request_of(doubling_exercise(), "values", 0, 0), InputError);
  CHECK_THROWS_AS(request_of(doubling_exercise(), "values", 3, 0), InputError);
}

TEST_CASE("numbers_of_case: the right reply goes with the request") {
  const Worksheet numbers =
      numbers_of_case(doubling_exercise(), check_named(doubling_exercise(), "values"), 2, 5);
  CHECK(arma::approx_equal(numbers.numbers("doubled"), 2.0 * numbers.numbers("X"), "absdiff", 0));
}

// Whoever grades draws other numbers for each program, so every number must do.
TEST_CASE("numbers_of_case: any seed gives requests and finite replies to every exercise") {
  Sample sample(6);
  for (const ExerciseName& name : exercise_names(ATTN_SOURCE_DIR)) {
    const Exercise exercise = read_exercise(ATTN_SOURCE_DIR, name.id);
    if (!exercise.program) continue;
    const bool is_json = exercise.program->contract == Contract::json;
    for (std::uint64_t seed = 0; seed < 60; ++seed)
      for (const ProgramCheck& check : exercise.program->checks)
        for (std::size_t number = 1; number <= check.cases.size(); ++number) {
          if (!sample.takes_next()) continue;
          INFO(name.id << " " << check.name << "." << number << " seed " << seed * 35791394);
          const Worksheet numbers = numbers_of_case(exercise, check, number, seed * 35791394);
          for (const Field& field : exercise.fields)
            CHECK(answer_of(field, numbers.numbers(field.name)).is_finite());
          const std::string request = request_text(numbers);
          // Whole numbers are read as such by every language: 200000 and not 2e+05.
          if (!is_json) CHECK(request.find_first_of("e.") == std::string::npos);
        }
  }
}

// The lines of the blocks of code.
std::vector<std::string> code_in(const Document& page) {
  std::vector<std::string> lines;
  for (const Piece& piece : page.pieces)
    if (const auto* block = std::get_if<CodeBlock>(&piece))
      lines.insert(lines.end(), block->lines.begin(), block->lines.end());
  return lines;
}

TEST_CASE("program_form: a request and a reply as examples, a value a line") {
  CHECK(code_in(program_form(Worksheet(doubling_exercise()))) ==
        std::vector<std::string>{"{\"n\":2,", " \"X\":[[1,2,3],[4,5,6]]}",
                                 "{\"doubled\":[[2,4,6],[8,10,12]],", " \"sum\":21}"});
}

TEST_CASE("program_form: tokens as they are") {
  CHECK(code_in(program_form(Worksheet(doubling_exercise_in_tokens()))) ==
        std::vector<std::string>{"2", "2 3", "1 2 3", "4 5 6", "2 4 6", "8 10 12", "21"});
}

TEST_CASE("program_form: every field and every check is named") {
  std::vector<std::string> labels;
  for (const Piece& piece : program_form(Worksheet(doubling_exercise())).pieces)
    if (const auto* line = std::get_if<LabelledLine>(&piece)) labels.push_back(line->label);
  CHECK(labels == std::vector<std::string>{"doubled", "sum", "shape", "values", "first_row"});
}

using Names = std::vector<std::string>;

// A program in Python that replies with an expression for "doubled" and one for "sum".
std::string python(const std::string& doubled, const std::string& sum = "sum(map(sum, X))") {
  return "import json, sys\nR = json.load(sys.stdin)\nX, n = R['X'], R['n']\n"
         "print(json.dumps({'doubled': " +
         doubled + ", 'sum': " + sum + "}))\n";
}
const std::string kDoubled = "[[n * x for x in row] for row in X]";

ProgramResult judged_python(const std::string& text, const ProgramTrial& trial = {}) {
  const TemporaryFolder folder;
  return judge_program(doubling_exercise(), {.path = folder.file("program.py", text)}, trial);
}

Names states_of(const ProgramResult& result) {
  Names states;
  for (const ProgramCheckResult& one : result.checks)
    states.emplace_back(name_in(kCheckStates, one.state));
  return states;
}

Names mistakes_of(const ProgramResult& result) {
  Names names;
  for (const auto& [field, mistakes] : result.mistakes)
    for (const Alternative* mistake : mistakes) names.push_back(mistake->name);
  return names;
}

TEST_CASE("judge_program: a right program passes every check") {
  const ProgramResult result = judged_python(python(kDoubled));
  CHECK(result.verdict == Verdict::pass);
  CHECK(states_of(result) == Names{"pass", "pass", "pass"});
  CHECK(result.points() == 4.0);
  CHECK(result.most_points() == 4.0);
  CHECK(result.mistakes.empty());
}

TEST_CASE("judge_program: a mistake that gives every reply is named") {
  const ProgramResult result = judged_python(python("[[x / 2 for x in row] for row in X]"));
  CHECK(result.verdict == Verdict::not_yet);
  CHECK(states_of(result) == Names{"pass", "failed", "skipped"});
  CHECK(mistakes_of(result) == Names{"halved"});
  CHECK(result.checks[1].failure->number == 1);
  CHECK(result.checks[1].failure->fields[0].verdict == FieldVerdict::wrong);
  CHECK(result.checks[1].failure->fields[1].verdict == FieldVerdict::pass);
  CHECK(result.checks[2].waits_for == Names{"values"});
  CHECK(result.points() == 1.0);
}

TEST_CASE("judge_program: a mistake that gives only some of the replies is not named") {
  const ProgramResult result =
      judged_python(python("[[x / 2 if len(X) > 1 else x + 5 for x in row] for row in X]"));
  CHECK(result.verdict == Verdict::not_yet);
  CHECK(mistakes_of(result).empty());
}

TEST_CASE("judge_program: what is no number never passes, and shows its cause") {
  for (const std::string number : {"float('nan')", "float('inf')", "-float('inf')"}) {
    const ProgramResult result =
        judged_python(python("[[" + number + " for x in row] for row in X]"));
    CHECK(result.verdict == Verdict::not_yet);
    CHECK(result.points() == 0.0);
  }
  CHECK(mistakes_of(judged_python(python("[[float('nan') for x in row] for row in X]"))) ==
        Names{"divided_by_zero"});
  const ProgramResult one = judged_python(python(kDoubled, "float('nan')"));
  CHECK(one.verdict == Verdict::not_yet);
}

TEST_CASE("judge_program: what must stay has changed") {
  const ProgramResult leaks = judged_python(
      python("[[n * x + (X[-1][0] if len(X) == 3 else 0) for x in row] for row in X]"));
  CHECK(states_of(leaks) == Names{"pass", "pass", "failed"});
  CHECK(leaks.checks[2].failure->has_changed);
}

TEST_CASE("judge_program: no credit without a whole reply and exit code 0") {
  const auto failure = [](const std::string& text) {
    const ProgramResult result = judged_python(text);
    CHECK(result.points() == 0.0);
    CHECK(states_of(result) == Names{"failed", "skipped", "skipped"});
    return *result.checks.front().failure;
  };
  CHECK(failure(python(kDoubled) + "sys.exit(3)\n").verdict == CaseVerdict::stopped);
  CHECK(failure(python(kDoubled) + "import os; os.kill(os.getpid(), 11)\n").run.signal == 11);
  CHECK(failure(python(kDoubled) + "print('{}')\n").verdict == CaseVerdict::unreadable);
  CHECK(failure("print('PASS')\n").verdict == CaseVerdict::unreadable);
  CHECK(failure("").verdict == CaseVerdict::unreadable);
  CHECK(failure("syntax error here").verdict == CaseVerdict::stopped);
  CHECK(failure(python("[[1]]")).verdict == CaseVerdict::wrong_shape);
}

TEST_CASE("judge_program: one check or one case alone") {
  CHECK(states_of(judged_python(python(kDoubled), {.only_check = "first_row"})) == Names{"pass"});
  CHECK(judged_python(python(kDoubled), {.only_check = "values", .only_case = 2}).n_requests == 1);
  CHECK_THROWS_AS(judged_python(python(kDoubled), {.only_check = "none"}), InputError);
  CHECK_THROWS_AS(judged_python(python(kDoubled), {.only_check = "values", .only_case = 3}),
                  InputError);
}

}  // namespace
