#include "data/matrix/arrays.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Names = std::vector<std::string>;

std::string missing(const Names& keys) {
  return refusal([&] { refuse_missing_key("w.npz", "wv", keys); });
}

}  // namespace

TEST_CASE("chosen_key: the first preferred name that is there", "[data][choose_key]") {
  CHECK(chosen_key("", {"key", "query", "q"}, {"q", "query"}) == "q");
  CHECK(chosen_key("", {"key", "query"}, {"q", "query"}) == "query");
}

TEST_CASE("chosen_key: the only one whatever its name", "[data][choose_key]") {
  CHECK(chosen_key("", {"mine"}, {"q", "query"}) == "mine");
  CHECK(chosen_key("", {""}, {}) == "");
}

TEST_CASE("chosen_key: refuses to guess", "[data][choose_key][error]") {
  CHECK_REFUSED(chosen_key("w.npz", {"wk", "wq"}, {"q"}),
                "w.npz: one matrix was expected, but it holds 2: wk, wq. Name one after a colon, "
                "such as w.npz:wk.");
  CHECK_REFUSED(chosen_key("w.npz", {}, {"q"}),
                "w.npz: there is no matrix in it. Give a file with at least one.");
}

TEST_CASE("refuse_missing_key: names those that there are", "[data][choose_key][error]") {
  CHECK(missing({"wq", "wk"}) ==
        "w.npz: there is no matrix named 'wv' in it. Choose one of: wq, wk.");
  CHECK(missing({}) == "w.npz: there is no matrix in it. Give a file with at least one.");
  CHECK(missing({""}) ==
        "w.npz: it holds one matrix without a name, and 'wv' was asked for. Leave the name out.");
}

TEST_CASE("refuse_missing_key: a file's names cannot flood or command the terminal",
          "[data][choose_key][error]") {
  const std::string text = missing(Names(1000, "\x1b[2J" + std::string(1000, 'x')));
  CHECK(text.size() < 1200);
  CHECK(text.find('\x1b') == text.npos);
  CHECK(text.ends_with("..., ... (1000)."));
}

TEST_CASE("shown_key: an ordinary name is whole, a long or hostile one safe",
          "[data][choose_key]") {
  const std::string ordinary = "bert.encoder.layer.11.attention.self.query.weight";
  CHECK(shown_key(ordinary) == ordinary);
  CHECK(shown_key("\x1b[2J" + std::string(1000, 'x')) == "?[2J" + std::string(76, 'x') + "...");
  CHECK(key_place("w.npz", "a\nb") == "w.npz:a?b");
}

TEST_CASE("refuse_twice: names the file and the name", "[data][choose_key][error]") {
  CHECK_REFUSED(refuse_twice("w.npz", "wq"),
                "w.npz: the name 'wq' occurs twice in it, so that it is unclear which one is "
                "meant. Keep one of them.");
}

TEST_CASE("stage_key: a group comes first without its spaces", "[data][choose_key]") {
  CHECK(stage_key("", "scores") == "scores");
  CHECK(stage_key("head 0", "scores") == "head0.scores");
}
