#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "base/count.hpp"
#include "base/message.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"
#include "data/matrix/json_text.hpp"
#include "data/words/tokens.hpp"
#include "learning/tasks/tasks.hpp"
#include "learning/training/training.hpp"

namespace attn {
namespace {

using Json = nlohmann::json;

constexpr const char* kTextKey = "attn.learn";  // in the header, the JSON of everything but tensors
constexpr const char* kSchema = "attn.model/1";
constexpr const char* kFirstMoment = "optimizer.first_moment";
constexpr const char* kSecondMoment = "optimizer.second_moment";
constexpr std::size_t kMostPieces = 64, kMostPieceTokens = 4096;

// PyTorch keeps the weight of a linear or recurrent layer as (out, in); GPT-2's own layers, and we,
// keep (in, out).
bool lies_out_in(const std::string& name) {
  return name.starts_with("lm_head.weight") || name.starts_with("fc.weight") ||
         name.starts_with("rnn.weight");
}

template <class From, class To>
void copy_transposed(const From* from, std::size_t n_rows, std::size_t n_cols, To* to) {
  for (std::size_t i = 0; i < n_rows; ++i)
    for (std::size_t j = 0; j < n_cols; ++j)
      to[j * n_rows + i] = static_cast<To>(from[i * n_cols + j]);
}

nlohmann::ordered_json curve_json(const std::vector<CurvePoint>& curve) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for (const CurvePoint& point : curve)
    points.push_back({point.step, point.training_loss, point.held_out_loss,
                      point.held_out_accuracy ? nlohmann::ordered_json(*point.held_out_accuracy)
                                              : nlohmann::ordered_json()});
  return points;
}

// The first held-out pieces of a text. Those of a grammar can be written again.
std::vector<TextPiece> pieces_to_measure(const Corpus& corpus) {
  std::vector<TextPiece> pieces;
  std::size_t n_tokens = 0;
  for (const TextPiece& piece : corpus.held_out) {
    n_tokens += piece.size();
    if (!corpus.grammar.empty() || pieces.size() == kMostPieces || n_tokens > kMostPieceTokens)
      break;
    pieces.push_back(piece);
  }
  return pieces;
}

nlohmann::ordered_json facts_json(const Corpus& corpus) {
  const std::vector<std::string>& words = corpus.vocabulary.words();
  return {{"title", corpus.title},
          {"grammar", corpus.grammar},
          {"words", std::vector<std::string>(words.begin() + 2, words.end())},
          {"unit", name_in(kTextUnits, corpus.unit)},
          {"has_spaces", corpus.has_spaces},
          {"fingerprint", fingerprint_of(corpus)},
          {"held_out", pieces_to_measure(corpus)}};
}

[[noreturn]] void refuse_model_file(const std::string& path) {
  throw InputError(
      message("{}: this is not a model that attn learn wrote, or it is damaged. Make "
              "one with attn learn TASK -o FILE.safetensors.",
              path));
}

std::uint64_t whole_from(const Json& json, std::uint64_t largest, const std::string& path) {
  const auto number = whole_in(json, largest);
  if (!number) refuse_model_file(path);
  return *number;
}

std::uint64_t steps_from(const Json& json, const std::string& path) {
  return whole_from(json, kMostSteps, path);
}

TextPiece piece_from(const Json& ids, const std::string& path) {
  TextPiece piece;
  for (const Json& id : ids)
    piece.push_back(static_cast<std::uint32_t>(
        whole_from(id, std::numeric_limits<std::uint32_t>::max(), path)));
  return piece;
}

CurvePoint point_from(const Json& json, const std::string& path) {
  CurvePoint point{
      steps_from(json.at(0), path), json.at(1).get<double>(), json.at(2).get<double>(), {}};
  if (!json.at(3).is_null()) point.held_out_accuracy = json.at(3).get<double>();
  return point;
}

TextFacts facts_from(const Json& json, const std::string& path) {
  std::vector<TextPiece> held_out;
  for (const Json& ids : json.at("held_out")) held_out.push_back(piece_from(ids, path));
  const auto unit = json.at("unit").get<std::string>();
  return {.title = json.at("title").get<std::string>(),
          .grammar = json.at("grammar").get<std::string>(),
          .words = json.at("words").get<std::vector<std::string>>(),
          .unit = unit == "words" ? TextUnit::words : TextUnit::characters,
          .has_spaces = json.at("has_spaces").get<bool>(),
          .fingerprint =
              whole_from(json.at("fingerprint"), std::numeric_limits<std::uint64_t>::max(), path),
          .held_out = std::move(held_out)};
}

// Words go to the screen, and each has one id.
void require_sound_words(const std::vector<std::string>& words, const std::string& path) {
  std::unordered_set<std::string> known{kStartWord, kPaddingWord};
  for (const std::string& word : words) {
    if (!known.insert(word).second) refuse_model_file(path);
    require_printable(word);
  }
}

// Tokens become rows of the embeddings, and as many as the model can place.
void require_sound_pieces(const ModelFile& file) {
  if (file.text->words.size() + 2 != file.settings.n_vocabulary ||
      file.text->held_out.size() > kMostPieces)
    refuse_model_file(file.path);
  std::size_t n_tokens = 0;
  for (const TextPiece& piece : file.text->held_out) {
    n_tokens += piece.size();
    const bool is_known = std::all_of(piece.begin(), piece.end(), [&file](std::uint32_t id) {
      return id < file.settings.n_vocabulary;
    });
    const bool is_short = piece.size() <= file.settings.n_tokens + kMarksOfPiece;
    if (piece.empty() || !is_short || n_tokens > kMostPieceTokens || !is_known)
      refuse_model_file(file.path);
  }
}

// Everything but the tensors.
void read_facts(const Json& json, ModelFile& file) {
  if (json.at("schema").get<std::string>() != kSchema) refuse_model_file(file.path);
  file.n_steps = steps_from(json.at("n_steps"), file.path);
  if (!json.at("curve").is_array()) refuse_model_file(file.path);
  for (const Json& point : json.at("curve"))
    file.position.curve.push_back(point_from(point, file.path));
  file.position.loss_since_point = json.at("loss_since_point").get<double>();
  file.position.n_since_point = steps_from(json.at("n_since_point"), file.path);
  if (json.contains("text")) file.text = facts_from(json.at("text"), file.path);
  if (file.text) require_sound_words(file.text->words, file.path);
  if (file.text.has_value() != (file.settings.task == TaskKind::text)) refuse_model_file(file.path);
  if (file.text) require_sound_pieces(file);
}

const std::vector<float>& tensor_in(const ModelFile& file, const std::string& name,
                                    std::size_t size) {
  const auto found = file.tensors.find(name);
  if (found == file.tensors.end() || found->second.size() != size)
    throw InputError(
        message("{}: the tensor {} is missing or has another size than the settings "
                "say. The file is damaged.",
                file.path, name));
  return found->second;
}

std::vector<float> floats_of(const Tensor& tensor) {
  std::vector<float> values(tensor.data.size() / tensor.type.size);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(
        tensor.type.value(tensor.data.data() + i * tensor.type.size, tensor.swap));
  return values;
}

}  // namespace

std::string model_file_bytes(Training& training, const Corpus* corpus, Kept kept) {
  Parameters<float>& all = training.model().parameters;
  const Training::Position position = training.position();
  nlohmann::ordered_json facts{{"schema", kSchema},
                               {"settings", settings_json(training.task().settings())},
                               {"n_steps", training.n_steps()},
                               {"curve", curve_json(position.curve)},
                               {"loss_since_point", position.loss_since_point},
                               {"n_since_point", position.n_since_point}};
  if (corpus != nullptr) facts["text"] = facts_json(*corpus);
  std::vector<TensorToWrite> tensors;
  std::vector<std::vector<float>> turned;
  turned.reserve(all.tensors().size());  // the spans below must stay where they are
  for (const auto& tensor : all.tensors()) {
    const Rows<float> value = all.value_of(tensor);
    const std::uint64_t rows = tensor.n_rows, cols = tensor.n_cols;
    if (tensor.is_vector) {
      tensors.push_back({tensor.name, {cols}, {value.data, value.size()}});
    } else if (lies_out_in(tensor.name)) {
      std::vector<float>& other = turned.emplace_back(value.size());
      copy_transposed(value.data, rows, cols, other.data());
      tensors.push_back({tensor.name, {cols, rows}, other});
    } else {
      tensors.push_back({tensor.name, {rows, cols}, {value.data, value.size()}});
    }
  }
  const Optimizer<float>& optimizer = training.optimizer();
  if (kept == Kept::training)
    for (const auto& [name, moment] : {std::pair(kFirstMoment, &optimizer.first_moment),
                                       std::pair(kSecondMoment, &optimizer.second_moment)})
      tensors.push_back({name, {moment->size()}, *moment});
  return safetensors_bytes(tensors, {{"format", "pt"}, {kTextKey, facts.dump()}});
}

ModelFile read_model_file(const std::string& path) {
  const File file(path);
  return model_file_from(
      file.size(),
      [&file](std::uintmax_t offset, std::size_t count) { return file.bytes(offset, count); },
      path);
}

ModelFile model_file_from(std::uintmax_t size, const ReadBytes& read, const std::string& path) {
  const Safetensors tensors(size, read, path);
  const auto text = tensors.texts().find(kTextKey);
  if (text == tensors.texts().end()) refuse_model_file(path);
  ModelFile file{.path = path};
  const Json facts =
      parsed_json(text->second, path, message("The header of the model is damaged."));
  try {
    file.settings = settings_from_json(facts.at("settings"), path);
    read_facts(facts, file);
  } catch (const Json::exception&) {
    refuse_model_file(path);
  }
  for (const std::string& key : tensors.keys())
    file.tensors.emplace(key, floats_of(tensors.tensor(key)));
  return file;
}

template <class Real>
void load_parameters(const ModelFile& file, Parameters<Real>& parameters) {
  for (const auto& tensor : parameters.tensors()) {
    const Rows<Real> value = parameters.value_of(tensor);
    const std::vector<float>& saved = tensor_in(file, tensor.name, value.size());
    if (lies_out_in(tensor.name) && !tensor.is_vector)
      copy_transposed(saved.data(), tensor.n_cols, tensor.n_rows, value.data);
    else
      std::copy(saved.begin(), saved.end(), value.data);
  }
}

bool ModelFile::has_moments() const {
  return tensors.contains(kFirstMoment) && tensors.contains(kSecondMoment);
}

void go_on_from(const ModelFile& file, Training& training) {
  if (!file.has_moments())
    throw InputError(
        message("{}: the file keeps what the model has learned, without the means of its "
                "optimizer, so learning cannot go on from it. Learn anew: attn learn {}.",
                file.path, name_in(kTaskKinds, file.settings.task)));
  load_parameters(file, training.model().parameters);
  Optimizer<float>& optimizer = training.optimizer();
  optimizer.n_steps = file.n_steps;
  optimizer.first_moment = tensor_in(file, kFirstMoment, optimizer.first_moment.size());
  optimizer.second_moment = tensor_in(file, kSecondMoment, optimizer.second_moment.size());
  training.go_on_from(file.position);
}

std::uint64_t fingerprint_of(const Corpus& corpus) {
  std::uint64_t hash = 14695981039346656037U;
  const auto add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 1099511628211U; };
  for (const std::vector<TextPiece>* pieces : {&corpus.training, &corpus.held_out})
    for (const TextPiece& piece : *pieces) {
      add(piece.size());
      for (const std::uint32_t id : piece) add(id);
    }
  return hash;
}

template void load_parameters(const ModelFile&, Parameters<float>&);
template void load_parameters(const ModelFile&, Parameters<double>&);

}  // namespace attn
