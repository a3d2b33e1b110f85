#include "render/costs/stored_text.hpp"

#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

using Kind = TensorDifference::Kind;
using Shape = TensorDifference::Shape;
using Cells = std::vector<std::string>;

// A model that is all of it wrong: 100 counted numbers in 10 tensors.
StoredTensors all_kinds() {
  return {.counted_as = "BertModel",
          .saved_as = "BertForMaskedLM",
          .counted = {10, 100},
          .stored = {14, 1'000'131},
          .differences = {{Kind::missing, "layer.3.w", std::nullopt, Shape{2, 3}},
                          {Kind::other_shape, "wpe", Shape{5}, Shape{4}},
                          {Kind::other_class, "pooler.w", std::nullopt, Shape{3}},
                          {Kind::other_class, "cls.w", Shape{7}},
                          {Kind::buffer, "layer.0.mask", Shape{1, 1, 16}},
                          {Kind::buffer, "layer.10.mask", Shape{1, 1, 16}},
                          {Kind::buffer, "layer.1.mask", Shape{1, 1, 16}},
                          {Kind::buffer, "layer.2.mask", Shape{1, 1, 8}},
                          {Kind::tied, "lm_head.weight", Shape{1'000'000}},
                          {Kind::unknown, "what", Shape{}}},
          .notes = {"There are two."}};
}

StoredTensors without_differences() {
  return {.counted_as = "A", .saved_as = "A", .counted = {1, 5}, .stored = {1, 5}};
}

}  // namespace

TEST_CASE("stored_table: from what is counted to what is stored", "[render][stored_text]") {
  const Table table = stored_table(all_kinds());
  REQUIRE(table.rows.size() == 9);
  CHECK(texts_of(table.rows[0]) == Cells{"counted parameters", "10", "100"});
  CHECK(texts_of(table.rows[1]) == Cells{"missing", "−1", "−6"});
  CHECK(texts_of(table.rows[2]) == Cells{"another shape", "0", "1"});
  CHECK(texts_of(table.rows[3]) == Cells{"only BertModel", "−1", "−3"});
  CHECK(texts_of(table.rows[4]) == Cells{"only BertForMaskedLM", "1", "7"});
  CHECK(texts_of(table.rows[5]) == Cells{"no parameter", "4", "56"});
  CHECK(texts_of(table.rows[6]) == Cells{"tied, stored as well", "1", "1,000,000"});
  CHECK(texts_of(table.rows[7]) == Cells{"not known", "1", "1"});
  CHECK(texts_of(table.rows[8]) == Cells{"in the files", "14", "1,000,131"});
}

TEST_CASE("stored_table: says what that means", "[render][stored_text]") {
  CHECK(stored_table(without_differences()).note ==
        "The files hold what is counted, number for number.");
  StoredTensors harmless = without_differences();
  harmless.differences = {{Kind::buffer, "a", Shape{1}}, {Kind::buffer, "b", Shape{1}}};
  CHECK(stored_table(harmless).note ==
        "But for that the files hold what is counted, number for number. Masks, positions and "
        "frequencies are computed, not learned, so they are no parameters.");
  const std::string note = stored_table(all_kinds()).note;
  CHECK(note.starts_with("The files do not hold what is counted."));
  for (const char* part : {"fills with random numbers", "was not saved with this config.json",
                           "the files are those of BertForMaskedLM, and what is counted is "
                           "BertModel.",
                           "computed, not learned", "has no numbers of its own", "are not counted"})
    CHECK_THAT(note, ContainsSubstring(part));
  StoredTensors unsaid = all_kinds();
  unsaid.saved_as.clear();
  CHECK_THAT(stored_table(unsaid).note,
             ContainsSubstring("between the classes of the framework; what is counted is "
                               "BertModel."));
  CHECK(texts_of(stored_table(unsaid).rows[4])[0] == "of another class");
}

TEST_CASE("stored_table: quantized weights explain what does not fit", "[render][stored_text]") {
  StoredTensors codes = all_kinds();
  codes.quantized_by = {"\"quantization_config\" (awq, 4 bits)", "a.qweight"};
  const std::string note = stored_table(codes).note;
  CHECK(note.starts_with(
      "The weights are quantized (see \"quantization_config\" (awq, 4 bits), a.qweight): codes and "
      "scales take the place of numbers, in other shapes and under other names than those that are "
      "counted."));
  for (const char* part : {"random numbers", "was not saved", "are not counted."})
    CHECK_THAT(note.substr(note.find("counted.") + 8), !ContainsSubstring(part));
  CHECK_THAT(note, ContainsSubstring("computed, not learned"));
  StoredTensors adapted = all_kinds();
  adapted.adapter = "a.lora_A.weight";
  CHECK_THAT(stored_table(adapted).note,
             ContainsSubstring("a.lora_A.weight belongs to an adapter, which was not added"));
}

TEST_CASE("stored_tensor_table: layers that are alike are one row", "[render][stored_text]") {
  const Table table = stored_tensor_table(all_kinds());
  REQUIRE(table.rows.size() == 8);
  CHECK(texts_of(table.rows[0]) == Cells{"layer.3.w", "-", "(2, 3)", "missing"});
  CHECK(texts_of(table.rows[1]) == Cells{"wpe", "(5,)", "(4,)", "another shape"});
  CHECK(texts_of(table.rows[4]) == Cells{"layer.0-1,10.mask", "(1, 1, 16)", "-", "no parameter"});
  CHECK(texts_of(table.rows[5])[0] == "layer.2.mask");
  CHECK(texts_of(table.rows[7]) == Cells{"what", "()", "-", "not known"});
  StoredTensors many = without_differences();
  for (int i = 0; i < 100; ++i)
    many.differences.push_back({Kind::unknown, "x" + std::to_string(i), Shape{1}});
  CHECK(stored_tensor_table(many).rows.size() == 25);
  CHECK(stored_tensor_table(many).note == ".. rows left out: 76 of 100");
  many.differences = {{Kind::unknown, "\x1b[31m", Shape{1}}};
  CHECK(texts_of(stored_tensor_table(many).rows[0])[0] == "?[31m");
}

TEST_CASE("stored_text: tables, and notes where words are wanted", "[render][stored_text]") {
  Layout layout;
  CHECK_THAT(stored_text(all_kinds(), layout),
             ContainsSubstring("stored_tensors") && ContainsSubstring("There are two."));
  CHECK(stored_text(without_differences(), layout).find("stored_tensors") == std::string::npos);
  layout.explain = 0;
  CHECK(stored_text(all_kinds(), layout).find("There are two.") == std::string::npos);
}

TEST_CASE("stored_json: every tensor by itself", "[render][stored_text]") {
  const nlohmann::json stored = nlohmann::json(stored_json(all_kinds()));
  CHECK(stored["counted"] == json_of(R"({"tensors": 10, "numbers": 100})"));
  CHECK(stored["stored"] == json_of(R"({"tensors": 14, "numbers": 1000131})"));
  CHECK(stored["saved_as"] == "BertForMaskedLM");
  CHECK(stored["differences"].size() == 10);
  CHECK(stored["differences"][1] ==
        json_of(R"({"tensor": "wpe", "kind": "other_shape", "stored": [5], "counted": [4]})"));
  CHECK(stored["differences"][4] ==
        json_of(R"({"tensor": "layer.0.mask", "kind": "buffer", "stored": [1, 1, 16],
                    "counted": null})"));
  CHECK(stored["notes"] == json_of(R"(["There are two."])"));
}

TEST_CASE("stored_records: numbers in the files less those that are counted",
          "[render][stored_text]") {
  const std::string records = stored_records(all_kinds());
  CHECK(
      records.starts_with("stored\tcounted\t\t\t100\tnumber\n"
                          "stored\tstored\t\t\t1000131\tnumber\n"
                          "stored\tlayer.3.w\t\t\t-6\tmissing\n"
                          "stored\twpe\t\t\t1\tother_shape\n"));
}
