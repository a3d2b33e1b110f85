#include "sandbox/printed_text.hpp"

#include <unistd.h>

#include "support/catch.hpp"

namespace attn {
namespace {

TEST_CASE("PrintedText: what there is room for stays as it is") {
  PrintedText text(4, 6);
  for (const char* part : {"one\n", "two", "\n", "x\n"}) text.append(part);
  CHECK(text.text() == "one\ntwo\nx\n");
  CHECK(text.beginning() == text.text());
  CHECK_FALSE(text.is_cut());
}

TEST_CASE("PrintedText: whole lines of the beginning and of the end, and how much is missing") {
  PrintedText text(10, 12);
  for (int i = 1; i <= 9; ++i) text.append("line " + std::to_string(i) + "\n");
  CHECK(text.is_cut());
  CHECK(text.size() == 63);
  CHECK(text.text() == "line 1\n... 50 bytes ...\nline 9\n");
  CHECK(text.beginning() == "line 1\n...\n");
}

TEST_CASE("PrintedText: a line that is too long is cut") {
  PrintedText text(3, 3);
  text.append("abcdefgh");
  CHECK(text.text() == "abc\n... 2 bytes ...\nfgh");
}

TEST_CASE("PrintedText: the beginning alone") {
  PrintedText text(3, 0);
  text.append("abc");
  CHECK_FALSE(text.is_cut());
  text.append("d");
  CHECK(text.is_cut());
  CHECK(text.text() == "abc");
}

TEST_CASE("drain: all that is there, and then the end") {
  Pipe pipe = make_pipe();
  PrintedText text(100, 0);
  drain(pipe.reading, text);
  CHECK(text.size() == 0);
  REQUIRE(::write(pipe.writing.get(), "said", 4) == 4);
  drain(pipe.reading, text);
  CHECK(pipe.reading.is_open());
  pipe.writing.close();
  drain(pipe.reading, text);
  CHECK_FALSE(pipe.reading.is_open());
  CHECK(text.text() == "said");
}

}  // namespace
}  // namespace attn
