#include "cli/learned/learned_words.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "cli/learned/learned_notes.hpp"
#include "cli/program/program_folder.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/pager.hpp"
#include "learning/sentences/sentences.hpp"
#include "render/text/document.hpp"

namespace attn {
namespace {

std::string about_kind(SentenceKind kind) {
  switch (kind) {
    case SentenceKind::reference:
      return translated("what the pronoun stands for decides the verb");
    case SentenceKind::agreement:
      return translated("a word further back decides the form");
    case SentenceKind::names:
      return translated("full names come again");
    case SentenceKind::exchange:
      break;
  }
  return translated("two people change places");
}

struct KindOfSentence {
  SentenceKind kind{};
  std::string example;
};

// The kinds that a grammar writes, each with the first sentence that it writes of it.
std::vector<KindOfSentence> kinds_of(const std::string& language) {
  if (language.empty()) return {};
  constexpr std::size_t kEnough = 200;
  const Grammar& grammar = grammar_of(language);
  std::vector<KindOfSentence> kinds;
  const std::vector<Sentence> sentences = draw_sentences(grammar, kEnough, 1, Split::held_out);
  for (const SentenceRule& rule : grammar.rules)
    for (const Sentence& sentence : sentences)
      if (sentence.kind == rule.kind) {
        kinds.push_back({rule.kind, sentence_text(grammar, sentence)});
        break;
      }
  return kinds;
}

Document words_page(const LearnedModel& model, const std::vector<KindOfSentence>& kinds) {
  Document page;
  page.pieces.emplace_back(Heading{message("What the model of --learned knows")});
  page.pieces.emplace_back(Paragraph{learned_note(model)});
  if (!kinds.empty()) page.pieces.emplace_back(Heading{translated("Kinds of sentences"), 2});
  for (const KindOfSentence& kind : kinds) {
    page.pieces.emplace_back(Paragraph{about_kind(kind.kind)});
    page.pieces.emplace_back(ListItem{"-", kind.example});
  }
  const TextFacts& text = model.text();
  page.pieces.emplace_back(Heading{message("The {} words", text.words.size()), 2});
  page.pieces.emplace_back(Paragraph{joined(text.words, "  ")});
  return page;
}

nlohmann::ordered_json words_json(const LearnedModel& model,
                                  const std::vector<KindOfSentence>& kinds) {
  nlohmann::ordered_json json{{"schema", "attn.learned/1"},
                              {"file", shown_path(model.file().path)},
                              {"steps", model.file().n_steps},
                              {"n_layers", model.n_layers()},
                              {"n_heads", model.n_heads()}};
  json["kinds"] = nlohmann::ordered_json::array();
  for (const KindOfSentence& kind : kinds)
    json["kinds"].push_back(
        {{"kind", name_in(kSentenceKinds, kind.kind)}, {"example", kind.example}});
  json["words"] = model.text().words;
  return json;
}

}  // namespace

int list_learned_words(const WordFlags& words, const Flag& learned, const FlagTable& table,
                       const ViewFlags& view) {
  Flags read = flags_of<ScreenFlags>(view, &ScreenFlags::add_screen_flags);
  for (const Flag& flag : {learned, view.json, view.plain, view.explain}) read.push_back(flag);
  refuse_beside(learned, unread(table.flags(), read));
  const LearnedModel model(model_path(words, language_of_model(words)));
  const std::vector<KindOfSentence> kinds = kinds_of(model.text().grammar);
  if (view.json)
    print_result(json_document(words_json(model, kinds)));
  else if (view.plain)
    print_result("word\n" + joined(model.text().words, "\n") + "\n");
  else
    print_screen(document_text(words_page(model, kinds), view.read_layout()));
  return kDone;
}

}  // namespace attn
