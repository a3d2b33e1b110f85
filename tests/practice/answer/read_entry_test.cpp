#include "practice/answer/read_entry.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

EntryReading entry_read(const std::string& text, std::size_t named_at = 3) {
  const Field field{.name = "x", .kind = FieldKind::matrix};
  return read_entry(field, {.name = "x", .text = text, .line = 4, .named_at = named_at},
                    {.n_rows = 2, .n_cols = 2});
}

}  // namespace

TEST_CASE("read_entry: what stands below an answer is told with its line",
          "[practice][read_entry]") {
  for (const char* rows : {"1 0\n0 1\n\n", "1 0; 0 1\n\n\n"}) {
    const EntryReading read_one = entry_read(std::string(rows) + "by Taro\nand Jiro");
    REQUIRE(read_one.reading.value);
    CHECK(read_one.reading.value->n_rows == 2);
    CHECK(read_one.has_unread_lines);
    CHECK(read_one.reading.remarks.back() ==
          "Line 7, 'by Taro', is no answer and was not read. Put # before a remark.");
  }
}

TEST_CASE("read_entry: an answer that is not whole stays unreadable", "[practice][read_entry]") {
  for (const char* text : {"1 0\n0 x", "1 0\nby Taro", "1 0\nby Taro\n0 1", "1 0\n0 1\n1 1 1"}) {
    INFO(text);
    CHECK_FALSE(entry_read(text).reading.value);
  }
  CHECK_FALSE(entry_read("1 0\n0 1\nby Taro", 0).reading.value);  // typed at the prompt
}

TEST_CASE("read_entry: a problem of the line goes before all", "[practice][read_entry]") {
  const EntryReading unread =
      read_entry({.name = "x"}, {.name = "x", .text = "3", .problem = "No sign."}, {});
  CHECK_FALSE(unread.reading.value);
  CHECK(unread.reading.problem == "No sign.");
}
