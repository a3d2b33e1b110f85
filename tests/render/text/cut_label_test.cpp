#include "render/text/cut_label.hpp"

#include <algorithm>

#include "render/text/display_width.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("cut_label: what is cut ends with a mark", "[render][cut_label]") {
  CHECK(cut_label("jumps", 5, "…") == "jumps");
  CHECK(cut_label("jumps", 4, "…") == "jum…");
  CHECK(cut_label("jumps", 4, ".") == "jum.");
  CHECK(cut_label("jumps", 1, "…") == "j");  // no room for a mark
  CHECK(cut_label("", 0, "…").empty());
}

TEST_CASE("cut_label: a wide character stays where nothing else would", "[render][cut_label]") {
  CHECK(cut_label("猫が好き", 5, "…") == "猫が…");
  CHECK(cut_label("猫が好き", 4, "…") == "猫…");
  CHECK(cut_label("猫が", 1, "…") == "猫");
}

TEST_CASE("cut_labels: labels that would become equal keep both ends", "[render][cut_label]") {
  CHECK(cut_labels({"comfortable", "cat", "comforting"}, 7, "…") ==
        Labels{"com…ble", "cat", "com…ing"});
  CHECK(cut_labels({"token_0001", "token_0002"}, 4, ".") == Labels{"to.1", "to.2"});
  CHECK(cut_labels({"comfortable", "cat", "quickly"}, 6, "…") == Labels{"comfo…", "cat", "quick…"});
}

TEST_CASE("cut_labels: of equal beginnings and ends, what differs is kept", "[render][cut_label]") {
  CHECK(cut_labels({"layer1in", "layer2in"}, 3, "…") == Labels{"…1i", "…2i"});
  CHECK(cut_labels({"layer1in", "layer2in", "layer3up"}, 3, "…") == Labels{"…1i", "…2i", "l…p"});
  CHECK(cut_labels({"大きい猫が", "大きい犬が"}, 5, "…") == Labels{"…猫が", "…犬が"});
  CHECK(cut_labels({"layer1in", "layer1in", "layer2in"}, 3, "…") == Labels{"…1i", "…1i", "…2i"});
}

TEST_CASE("cut_labels: the same word twice is no clash", "[render][cut_label]") {
  CHECK(cut_labels({"comfortable", "comfortable"}, 7, "…") == Labels{"comfor…", "comfor…"});
}

TEST_CASE("cut_labels: a wide beginning is given up for an end that tells them apart",
          "[render][cut_label]") {
  CHECK(cut_labels({"猫:E7", "猫:8C"}, 4, "…") == Labels{"猫…7", "猫…C"});
  CHECK(cut_labels({"猫:E7", "猫:8C"}, 3, "…") == Labels{"…E7", "…8C"});
  CHECK(cut_labels({"単語0", "単語7", "単語59"}, 3, "…") == Labels{"…0", "…7", "…59"});
}

TEST_CASE("cut_labels: no label becomes wider than its column", "[render][cut_label]") {
  // Cut from the front, four columns are taken: "猫が" or "猫…" and a space.
  for (const unsigned width : {1u, 2u, 3u, 4u, 5u, 6u})
    for (const std::string& label : cut_labels({"猫が好きです", "猫が好きだ"}, width, "…"))
      CHECK(display_width(label) <= std::max(width, 2u));
}
