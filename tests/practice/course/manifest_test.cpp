#include "practice/course/manifest.hpp"

#include <fstream>
#include <sstream>

#include "base/message.hpp"
#include "practice/judge/diagnose.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;
using Catch::Matchers::StartsWith;
using Strings = std::vector<std::string>;

namespace {

const std::string kManifest = R"toml(format_version = 1
id = "two-words"
title = { en = "Two words", ja = "2 つの単語" }
[given]
words = ["cat", "sat"]
Q = [[1, 2], [0, 1]]
[define]
d_k = "width(Q)"
[variant]
Q = "whole_numbers(2, 2, -2, 2)"
[[field]]
name = "scores"
kind = "matrix"
ask = { en = "?", ja = "？" }
value = "attention_scores(Q, Q)"
[[misconception]]
name = "no_scale"
change = { scores = "divide(attention_scores(Q, Q), d_k)" }
)toml";

std::string replaced(const std::string& old_text, const std::string& new_text) {
  std::string manifest = kManifest;
  return manifest.replace(manifest.find(old_text), old_text.size(), new_text);
}

std::string refusal(const std::string& manifest) {
  try {
    read_manifest(manifest, "x.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// The examples of the documentation, in which they stand as TOML.
std::string documented_manifest() {
  const std::ifstream file(ATTN_SOURCE_DIR "/docs/writing-exercises.md");
  std::ostringstream text;
  text << file.rdbuf();
  const std::string page = text.str(), fence = "```toml\n";
  std::string blocks;
  for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
    at += fence.size();
    blocks += page.substr(at, page.find("```", at) - at);
  }
  return blocks;
}

}  // namespace

TEST_CASE("read_manifest: the example of the documentation", "[practice][manifest]") {
  const Exercise exercise = read_manifest(documented_manifest(), "writing-exercises.md");
  CHECK(exercise.id == "two-words");
  CHECK(exercise.given == Strings{"words", "Q", "K"});
  CHECK(exercise.fields.size() == 2);
  CHECK(exercise.fields[0].row_labels == Strings{"cat", "sat"});
  REQUIRE(exercise.alternatives.size() == 4);
  CHECK(exercise.alternatives[2].accepted);
  CHECK(exercise.alternatives[3].printed);
  REQUIRE(exercise.simulation.has_value());
  CHECK(exercise.simulation->values == std::vector<double>{8, 32, 128});

  Worksheet worksheet(exercise);
  CHECK(difference(worksheet.numbers("scores"), {{1, 5}, {1, 2}}) == "");
  const auto alike = indistinguishable(exercise, worksheet);
  CHECK(alike.empty());
  CHECK_NOTHROW(Worksheet(exercise, 1));
}

TEST_CASE("read_manifest: every part is where it belongs", "[practice][manifest]") {
  const Exercise exercise = read_manifest(kManifest, "x.toml");
  CHECK(exercise.title.in("ja") == "2 つの単語");
  CHECK(exercise.reveal == Reveal::values);
  CHECK(exercise.definitions.size() == 4);
  CHECK(exercise.variant.contains("Q"));
  CHECK(exercise.alternatives.at(0).change.contains("scores"));
  CHECK(exercise.field("scores").value_text == "attention_scores(Q, Q)");
}

TEST_CASE("read_manifest: keys that are missing, unknown or wrong", "[practice][manifest]") {
  CHECK(refusal(replaced("format_version = 1", "")) ==
        "x.toml: line 1, column 1: format_version is missing.");
  CHECK(refusal(replaced("format_version = 1", "format_version = 2")) ==
        "x.toml: line 1, column 18: format_version: a whole number from 1 to 1 was expected, but "
        "there is 2.");
  CHECK(refusal(replaced("[variant]", "[variants]")) ==
        "x.toml: line 9, column 2: there is no key variants here. Did you mean variant?");
  // What is missing because of it is not what is wrong.
  CHECK(refusal(replaced("[define]", "[defines]")) ==
        "x.toml: line 7, column 2: there is no key defines here. Did you mean define?");
  CHECK(refusal(replaced("\"two-words\"", "\"Two words\"")) ==
        "x.toml: line 2, column 6: id: an id has at most 64 small letters, digits and -, and Two "
        "words is not one.");
  CHECK(refusal("format_version = 1\nid = \"a\"\ntitle = { en = \"A\", ja = \"ア\" }") ==
        "x.toml: line 1, column 1: [[field]] is missing.");
}

TEST_CASE("read_manifest: names that are there twice, or nowhere", "[practice][manifest]") {
  CHECK(refusal(replaced("d_k =", "Q =")) ==
        "x.toml: line 8, column 5: define.Q: the name Q is there twice.");
  CHECK(refusal(replaced("width(Q)", "width(W)")) ==
        "x.toml: line 8, column 7: define.d_k: There is no W in the exercise.");
  CHECK(refusal(replaced("change = { scores", "change = { score")) ==
        "x.toml: line 18, column 20: misconception.change.score: There is no score in the "
        "exercise. Did you mean scores?");
  CHECK(refusal(replaced("\"no_scale\"", "\"no scale\"")) ==
        "x.toml: line 17, column 8: misconception.name: no scale cannot be the name of an answer: "
        "use letters, digits and _.");
}

TEST_CASE("read_manifest: nothing depends on itself, not even by a change",
          "[practice][manifest]") {
  CHECK(refusal(replaced("\"width(Q)\"", "\"sum(scores) + d_k\"")) ==
        "x.toml: line 8, column 7: define.d_k: d_k depends on itself: d_k -> d_k.");
  CHECK(refusal(replaced("\"divide(attention_scores(Q, Q), d_k)\"", "\"divide(scores, d_k)\"")) ==
        "x.toml: line 18, column 10: misconception.change: scores depends on itself: scores -> "
        "scores.");
  CHECK(refusal(replaced("{ scores = \"divide(attention_scores(Q, Q), d_k)\" }", "{}")) ==
        "x.toml: line 18, column 10: misconception.change: it changes nothing.");
}

TEST_CASE("read_manifest: numbers are drawn for variants only", "[practice][manifest]") {
  CHECK(refusal(replaced("\"width(Q)\"", "\"pick(1, 2)\"")) ==
        "x.toml: line 8, column 7: define.d_k: random numbers are drawn under [variant] and in a "
        "[simulation] only.");
  CHECK(refusal(replaced("[[1, 2], [0, 1]]", "\"normals(2, 2)\"")) ==
        "x.toml: line 6, column 5: given.Q: numbers or words are given; recipes stand under "
        "[define].");
  CHECK(refusal(replaced("Q = \"whole", "scores = \"whole")) ==
        "x.toml: line 10, column 10: variant.scores: a variant draws what is given or defined, not "
        "what is asked for.");
}

TEST_CASE("read_manifest: a long one is not read", "[practice][manifest]") {
  CHECK(refusal(std::string(kManifestLimit + 1, '#')) ==
        "x.toml: a manifest has at most 1048576 bytes, and this one has 1048577.");
}

TEST_CASE("read_manifest: a mistake in further places has the same name and text",
          "[practice][manifest]") {
  const Exercise exercise = read_manifest(
      kManifest +
          "may_coincide = false\nalso = [{ scores = \"multiply(attention_scores(Q, Q), d_k)\" }]\n",
      "x.toml");
  REQUIRE(exercise.alternatives.size() == 2);
  CHECK_FALSE(exercise.alternatives[0].may_coincide);
  CHECK(exercise.alternatives[1].name == "no_scale");
  CHECK(exercise.alternatives[1].may_coincide);
}

TEST_CASE("read_manifest: a circle through what follows is told where it stands",
          "[practice][manifest]") {
  const std::string value = "value = \"attention_scores(Q, Q)\"";
  CHECK(refusal(replaced(value, value + "\nfollows = \"multiply(scores, 2)\"")) ==
        "x.toml: line 16, column 11: field.follows: scores depends on itself: scores -> scores.");
}

TEST_CASE("read_manifest: mistakes in files of their own are read as if they stood at its end",
          "[practice][manifest]") {
  const std::string other =
      "[[misconception]]\nname = \"multiplied_by_scale\"\n"
      "change = { scores = \"multiply(attention_scores(Q, Q), d_k)\" }\n";
  const std::string stage =
      "\n[[stage]]\nname = \"scores\"\ngives = \"scores\"\n"
      "of = { queries = \"Q\", keys = \"Q\" }\n";
  const Exercise whole = read_manifest(kManifest + other + stage, "x.toml");
  const std::vector<MistakeFile> files{{"mistakes/1.toml", "/1.toml", stage + other}};
  const Exercise parted =
      read_manifest(kManifest, "x.toml", kUsualLanguages, ManifestParts::all, files);
  REQUIRE(parted.alternatives.size() == whole.alternatives.size());
  for (std::size_t i = 0; i < whole.alternatives.size(); ++i) {
    CHECK(parted.alternatives[i].name == whole.alternatives[i].name);
    CHECK(parted.alternatives[i].place.file == (i == 0 ? "exercise.toml" : "mistakes/1.toml"));
  }
  CHECK(parted.alternatives.back().place.line == 2);
  CHECK(read_manifest(kManifest, "x.toml", kUsualLanguages, ManifestParts::questions, files)
            .alternatives.empty());
}

TEST_CASE("read_manifest: what a file of mistakes may not have names that file",
          "[practice][manifest]") {
  const auto refusal_of = [](const std::string& toml) {
    const std::vector<MistakeFile> files{{"mistakes/1.toml", "/1.toml", toml}};
    try {
      read_manifest(kManifest, "x.toml", kUsualLanguages, ManifestParts::all, files);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK_THAT(refusal_of("[given]\na = 1\n"), StartsWith("/1.toml: line 1, column 2: there is no"));
  CHECK_THAT(
      refusal_of("[[misconception]]\nname = \"no_scale\"\nchange = { scores = \"Q\" }\n"),
      StartsWith("/1.toml: line 2, column 8: misconception.name: the name no_scale is there"));
  CHECK_THAT(refusal_of("= 1"), StartsWith("/1.toml: line 1, column 1: this is not TOML"));
  CHECK_THAT(refusal_of(std::string(kManifestLimit, '#')), StartsWith("x.toml: a manifest has at"));
}
