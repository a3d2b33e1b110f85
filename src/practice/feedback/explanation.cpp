#include "practice/feedback/explanation.hpp"

#include "base/message.hpp"
#include "practice/judge/diagnose.hpp"

namespace attn {

ExplanationPieces pieces_of_explanation(const std::string& explanation, unsigned depth) {
  auto at = explanation.find(kListMark);
  ExplanationPieces pieces{.text = explanation.substr(0, at), .items = {}};
  while (at != explanation.npos) {
    const std::size_t start = at + kListMark.size();
    at = explanation.find(kListMark, start);
    const std::size_t size = at == explanation.npos ? at : at - start;
    pieces.items.push_back(
        {.marker = "-", .text = explanation.substr(start, size), .depth = depth});
  }
  return pieces;
}

std::string whole_explanation(const FieldResult& result) {
  std::string text = result.explanation;
  const bool is_list = text.find(kListMark) != text.npos;
  for (const std::string& more : result.messages)
    if (is_list)
      text += "\n" + more;
    else
      add_sentence(text, more);
  return text;
}

}  // namespace attn
