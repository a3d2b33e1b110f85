#include "tokenizer/files/post_processor_reader.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "tokenizer/files/json_part.hpp"
#include "tokenizer/model/vocabulary.hpp"

namespace attn {
namespace {

using Kind = TemplatePiece::Kind;

std::uint32_t checked_id(const JsonPart& part, const nlohmann::json& id) {
  if (id.is_number_unsigned() && id.get<std::uint64_t>() <= kLargestId)
    return id.get<std::uint32_t>();
  throw InputError(message("{}: {} is no id of a token, which is a whole number from 0 to {}.",
                           part.place(), id.is_structured() ? "[...]" : id.dump(), kLargestId));
}

// The id in ["[SEP]", 102].
std::uint32_t named_id(const JsonPart& part, const std::string& key) {
  const nlohmann::json& pair = part.member(key);
  if (!pair.is_array() || pair.size() != 2)
    throw InputError(
        message("{}: \"{}\" must be a list of a token and its id.", part.place(), key));
  return checked_id(part, pair[1]);
}

TemplatePiece special(std::uint32_t id, std::uint32_t type = 0) {
  return {.kind = Kind::special, .type = type, .ids = {id}};
}

std::uint32_t type_of(const JsonPart& part) { return checked_id(part, part.member("type_id")); }

TemplatePiece piece_from(const JsonPart& part, const JsonPart& processor) {
  if (part.has("Sequence")) {
    const JsonPart sequence = part.part("Sequence");
    const std::string id = sequence.text("id");
    if (id != "A" && id != "B") sequence.refuse("id", id, {"A", "B"});
    return {.kind = id == "A" ? Kind::first : Kind::second, .type = type_of(sequence), .ids = {}};
  }
  const JsonPart token = part.part("SpecialToken");
  TemplatePiece piece{.kind = Kind::special, .type = type_of(token), .ids = {}};
  const JsonPart known = processor.part("special_tokens").part(token.text("id"));
  const nlohmann::json& ids = known.member("ids");
  for (const nlohmann::json& id : ids) piece.ids.push_back(checked_id(known, id));
  return piece;
}

std::vector<TemplatePiece> template_from(const JsonPart& processor, const std::string& key) {
  std::vector<TemplatePiece> pieces;
  for (const JsonPart& part : processor.parts(key)) pieces.push_back(piece_from(part, processor));
  return pieces;
}

std::ptrdiff_t count_of(const std::vector<TemplatePiece>& pieces, Kind kind) {
  return std::count_if(pieces.begin(), pieces.end(),
                       [&](const TemplatePiece& piece) { return piece.kind == kind; });
}

// A pair's template without a second text says that two texts cannot be joined.
PostProcessor templates_from(const JsonPart& part) {
  PostProcessor processor{.single = template_from(part, "single"),
                          .pair = template_from(part, "pair")};
  const std::vector<TemplatePiece>& pair = *processor.pair;
  const auto n_second = count_of(pair, Kind::second);
  if (count_of(processor.single, Kind::first) != 1 ||
      count_of(processor.single, Kind::second) != 0 || n_second > 1 ||
      (n_second == 1 && count_of(pair, Kind::first) != 1))
    throw InputError(message("{}: a template must have each of its texts once.", part.place()));
  if (n_second == 0) processor.pair.reset();
  return processor;
}

void read_processor(const JsonPart& part, PostProcessor& processor, bool& is_set) {
  const std::string type = part.type();
  if (type == "Sequence") {
    for (const JsonPart& each : part.parts("processors")) read_processor(each, processor, is_set);
    return;
  }
  if (type == "ByteLevel") return;  // moves the borders of what a token stands for, which are ours
  if (std::exchange(is_set, true))
    throw InputError(message("{}: two post-processors add tokens, but one is read.", part.place()));
  if (type == "TemplateProcessing")
    processor = templates_from(part);
  else if (type == "BertProcessing")
    processor = bert_post_processor(named_id(part, "cls"), named_id(part, "sep"));
  else if (type == "RobertaProcessing")
    processor = roberta_post_processor(named_id(part, "cls"), named_id(part, "sep"));
  else
    part.refuse(
        "type", type,
        {"TemplateProcessing", "BertProcessing", "RobertaProcessing", "ByteLevel", "Sequence"});
}

}  // namespace

PostProcessor post_processor_from(const nlohmann::json& json, const std::string& file) {
  PostProcessor processor;
  bool is_set = false;
  if (!json.is_null()) read_processor(JsonPart(json, file + ": post_processor"), processor, is_set);
  return processor;
}

PostProcessor bert_post_processor(std::uint32_t cls, std::uint32_t sep) {
  const TemplatePiece first{.kind = Kind::first}, second{.kind = Kind::second, .type = 1};
  return {.single = {special(cls), first, special(sep)},
          .pair = {{special(cls), first, special(sep), second, special(sep, 1)}}};
}

PostProcessor roberta_post_processor(std::uint32_t cls, std::uint32_t sep) {
  const TemplatePiece first{.kind = Kind::first}, second{.kind = Kind::second};
  return {.single = {special(cls), first, special(sep)},
          .pair = {{special(cls), first, special(sep), special(sep), second, special(sep)}}};
}

}  // namespace attn
