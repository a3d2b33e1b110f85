#include "render/rendered.hpp"
#include "render/trace/trace.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/matrix.hpp"
#include "support/table_texts.hpp"

using nlohmann::json;

namespace {

json parsed(const Trace& trace) { return json_of(trace_json(trace, all_stages(trace))); }

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line)
    if (c == '\t')
      fields.emplace_back();
    else
      fields.back() += c;
  return fields;
}

Trace with_empty_row(EmptyRow empty_row) {
  AttentionProblem problem = by_hand_problem(true);
  problem.mask = Mask(4, 4, arma::fill::ones);
  problem.mask->row(1).zeros();
  problem.empty_row = empty_row;
  return scaled_dot_product(problem);
}

Trace trace_of_one(const arma::mat& value) {
  Trace trace;
  trace.record({.id = "scores", .value = value, .rows = {"query", {}}, .cols = {"key", {}}});
  return trace;
}

// The stages as --plain prints them.
std::string trace_plain(const std::vector<const Stage*>& stages) {
  std::string text = plain_header();
  for (const Stage* stage : stages) text += plain_records(*stage);
  return text;
}

}  // namespace

TEST_CASE("trace_json: a gradient names what it belongs to") {
  Trace trace;
  trace.record({.id = "weights", .value = single_cell(1)});
  trace.record({.id = "d_weights", .value = single_cell(2), .gradient_of = "weights"});
  const json stages = parsed(trace)["stages"];
  CHECK_FALSE(stages[0].contains("gradient_of"));
  CHECK(stages[1]["gradient_of"] == "weights");
}

TEST_CASE("trace_json: has the keys of schema attn.trace/2") {
  const json document = parsed(by_hand_trace());
  CHECK(keys_of(document) ==
        std::set<std::string>{"schema", "command", "config", "tokens", "stages", "warnings"});
  CHECK(document["schema"] == "attn.trace/2");
  CHECK(document["command"] == "attend");
  CHECK(document["config"]["d_model"] == 4);
  CHECK(document["config"]["scale"] == 0.5);
  CHECK(document["config"]["causal"] == true);
  CHECK(document["config"]["source"] == "by-hand");
  CHECK(document["tokens"]["query"] == json({"The", "cat", "sat", "down"}));
  CHECK(document["tokens"]["key"] == json({"The", "cat", "sat", "down"}));
  CHECK(document["warnings"] == json::array());
  const std::set<std::string> keys{"id",     "group", "formula", "axes", "shape",
                                   "labels", "data",  "note",    "facts"};
  std::set<std::string> with_blocked = keys;
  with_blocked.insert("blocked");
  REQUIRE(document["stages"].size() == 12);
  for (const json& stage : document["stages"]) {
    const bool is_masked = stage["id"] == "masked" || stage["id"] == "weights";
    CAPTURE(stage["id"]);
    CHECK(keys_of(stage) == (is_masked ? with_blocked : keys));
  }
}

TEST_CASE("trace_json: a stage says its axes and cells in row order") {
  const Trace trace = by_hand_trace();
  const json scores = parsed(trace)["stages"][7];
  CHECK(scores["id"] == "scores");
  CHECK(scores["group"] == "");
  CHECK(scores["formula"] == "S = Q Kᵀ");
  CHECK(scores["axes"] == json({"query", "key"}));
  CHECK(scores["shape"] == json({4, 4}));
  CHECK(scores["labels"]["rows"] == json({"The", "cat", "sat", "down"}));
  CHECK(scores["data"] == json({{1, -4, -1, -2}, {-2, 2, 1, -3}, {-1, 1, 0, -3}, {1, -2, 2, 0}}));
  CHECK(scores["facts"]["min"] == -4);
  CHECK(scores["facts"]["zeros"] == 2);
}

TEST_CASE("trace_json: only the stages asked for") {
  const Trace trace = by_hand_trace();
  const json document = json_of(trace_json(trace, {&trace.stage("output")}));
  REQUIRE(document["stages"].size() == 1);
  CHECK(document["stages"][0]["id"] == "output");
  CHECK(json_of(trace_json(trace, {}))["stages"] == json::array());
}

TEST_CASE("trace_json: every double reads back") {
  std::mt19937_64 draws(6);
  arma::mat value(20, 30);
  value.imbue([&draws] {
    double x = 0.0;
    do {
      const std::uint64_t bits = draws();
      std::memcpy(&x, &bits, sizeof x);
    } while (!std::isfinite(x));
    return x;
  });
  const json data = parsed(trace_of_one(value))["stages"][0]["data"];
  for (arma::uword i = 0; i < value.n_rows; ++i)
    for (arma::uword j = 0; j < value.n_cols; ++j) CHECK(data[i][j].get<double>() == value(i, j));
}

TEST_CASE("trace_json: a blocked cell is null and says why") {
  const json masked = parsed(by_hand_trace())["stages"][9];
  CHECK(masked["id"] == "masked");
  CHECK(masked["data"][0] == json({0.5, nullptr, nullptr, nullptr}));
  CHECK(masked["blocked"][0] == json({"", "causal", "causal", "causal"}));
  const json with_mask = parsed(with_empty_row(EmptyRow::zero))["stages"][9];
  CHECK(with_mask["data"][1] == json({nullptr, nullptr, nullptr, nullptr}));
  CHECK(with_mask["blocked"][1][0] == "mask");
  CHECK(with_mask["facts"]["blocked"] == 8);
}

TEST_CASE("trace_json: never writes NaN or an infinity") {
  const Trace traces[] = {with_empty_row(EmptyRow::zero), with_empty_row(EmptyRow::nan),
                          with_empty_row(EmptyRow::uniform),
                          trace_of_one({{kNaN, -kNaN}, {kInfinity, -kInfinity}})};
  for (const Trace& trace : traces) {
    const std::string text = trace_json(trace, all_stages(trace));
    CHECK_NOTHROW(json_of(text));  // the parser takes neither word
  }
  const json stages = parsed(traces[1])["stages"];
  CHECK(stages[10]["data"][1] == json({nullptr, nullptr, nullptr, nullptr}));
  CHECK(stages[10]["facts"]["row_sums"][1] == nullptr);
  CHECK(stages[10]["facts"]["entropy"][1] == nullptr);
  CHECK(stages[10]["facts"]["strongest_key"][1] == nullptr);
  CHECK(stages[10]["facts"]["strongest_keys"][1] == json::array());
  const json nothing = parsed(traces[3])["stages"][0];
  CHECK(nothing["data"] == json({{nullptr, nullptr}, {nullptr, nullptr}}));
  CHECK(nothing["facts"]["mean"] == nullptr);
}

TEST_CASE("trace_json: tokens may hold anything") {
  const std::vector<std::string> words{"\"quoted\"", "back\\slash", "tab\there", "猫</script>"};
  AttentionProblem problem = by_hand_problem(true);
  problem.query_tokens = problem.key_tokens = words;
  const json document = parsed(scaled_dot_product(problem));
  CHECK(document["tokens"]["query"] == json(words));
  CHECK(document["stages"][7]["labels"]["cols"] == json(words));
}

TEST_CASE("trace_json: a wrong byte does not cost the document") {
  AttentionProblem problem = by_hand_problem(true);
  problem.query_tokens[0] = "caf\xe9";
  CHECK(parsed(scaled_dot_product(problem))["tokens"]["query"][0] == "caf\xef\xbf\xbd");
}

TEST_CASE("trace_json: weights carry their rows' facts") {
  const json facts = parsed(by_hand_trace())["stages"][10]["facts"];
  CHECK(facts["row_sums"].size() == 4);
  CHECK(facts["row_sums"][0] == 1);
  CHECK(facts["strongest_key"] == json({0, 1, 1, 2}));
  CHECK(facts["strongest_keys"] == json::parse("[[0],[1],[1],[2]]"));
  CHECK(facts["max_entropy"][3].get<double>() == Approx(std::log(4.0)));
  CHECK(facts["entropy"][0] == 0);
}

TEST_CASE("trace_plain: one record for each cell") {
  const Trace trace = by_hand_trace();
  const auto lines = lines_of(trace_plain({&trace.stage("wq"), &trace.stage("weights")}));
  REQUIRE(lines.size() == 1 + 16 + 16);
  CHECK(lines[0] == "stage\tgroup\trow\tcol\trow_label\tcol_label\tvalue");
  CHECK(lines[2] == "wq\t\t0\t1\t\t\t1");
  CHECK(lines[17] == "weights\t\t0\t0\tThe\tThe\t1");
  CHECK(lines[22].starts_with("weights\t\t1\t1\tcat\tcat\t0.880797077977"));
}

TEST_CASE("trace_plain: every line has seven fields whatever the tokens") {
  AttentionProblem problem = by_hand_problem(true);
  problem.query_tokens = {"tab\there", "new\nline", "\"", "猫 が"};
  problem.key_tokens = {"\t", "\r\n", "", "\\t"};
  const Trace trace = scaled_dot_product(problem);
  std::size_t n_cells = 0;
  for (const Stage& stage : trace.stages) n_cells += stage.value.n_elem;
  const auto lines = lines_of(trace_plain(all_stages(trace)));
  CHECK(lines.size() == 1 + n_cells);
  for (const std::string& line : lines) {
    CAPTURE(line);
    CHECK(fields_of(line).size() == 7);
  }
}

TEST_CASE("trace_plain: every value reads back") {
  const Trace trace = with_empty_row(EmptyRow::nan);
  for (const Stage& stage : trace.stages) {
    const auto lines = lines_of(trace_plain({&stage}));
    for (arma::uword i = 0; i < stage.value.n_rows; ++i)
      for (arma::uword j = 0; j < stage.value.n_cols; ++j) {
        const auto fields = fields_of(lines[1 + i * stage.value.n_cols + j]);
        const double value = std::strtod(fields.back().c_str(), nullptr), cell = stage.value(i, j);
        const bool same = value == cell || (std::isnan(value) && std::isnan(cell));
        CAPTURE(fields.back(), cell);
        CHECK(same);
        CHECK(fields[2] == std::to_string(i));
        CHECK(fields[3] == std::to_string(j));
      }
  }
}

TEST_CASE("trace_json: tables stand after the stages, those asked for") {
  const Trace trace = by_hand_trace();
  const Table parameters{.id = "parameters",
                         .title = "What a model learns.",
                         .columns = {{"tensor", "Tensor"}, {"count", "Anzahl"}},
                         .rows = {{cell::name("wq"), cell::Whole{16}},
                                  {cell::Text{"\"b\"", "Versatz"}, cell::Missing{}}},
                         .note = "No biases."};
  const Table shapes{.id = "shapes"};
  const std::string text = trace_json(trace, {&trace.stage("scores")}, {&shapes, &parameters});
  const json document = json_of(text);
  CHECK(document["stages"].size() == 1);
  REQUIRE(document["tables"].size() == 2);
  CHECK(document["tables"][0]["id"] == "shapes");
  CHECK(document["tables"][0]["columns"] == json::array());
  CHECK(document["tables"][0]["rows"] == json::array());
  CHECK(document["tables"][1] == json_of(R"({"id": "parameters",
      "title": "What a model learns.", "columns": ["tensor", "count"],
      "rows": [{"tensor": "wq", "count": 16}, {"tensor": "\"b\"", "count": null}],
      "note": "No biases."})"));
  CHECK(text.find("\"stages\"") < text.find("\"tables\""));
  CHECK_FALSE(json_of(trace_json(trace, all_stages(trace))).contains("tables"));
}

TEST_CASE("trace_json: a batch has a shape beside that of the data") {
  AttentionProblem problem = by_hand_problem(false);
  problem.n_batch = 8;
  const json document = parsed(scaled_dot_product(problem));
  CHECK(document["config"]["batch"] == 8);
  for (const json& stage : document["stages"]) {
    CAPTURE(stage["id"]);
    const bool is_learned =
        stage["id"].get<std::string>().starts_with("w") && stage["id"] != "weights";
    CHECK(stage.contains("batch_shape") != is_learned);
    CHECK(stage["shape"].size() == 2);
    if (!is_learned) CHECK(stage["batch_shape"] == json{8, stage["shape"][0], stage["shape"][1]});
  }
}
