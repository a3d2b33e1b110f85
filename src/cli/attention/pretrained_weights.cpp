#include <algorithm>
#include <span>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/attention/pretrained.hpp"
#include "cli/figure/figure.hpp"
#include "cli/present/pages.hpp"
#include "cli/present/present.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/write_file.hpp"
#include "data/matrix/arrays.hpp"
#include "data/matrix/read_matrix.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "pretrained/study/study.hpp"
#include "render/text/number.hpp"

namespace attn {

namespace {

constexpr std::uint64_t kLargestUnforced = std::uint64_t{4} << 30;  // bytes, 4 GiB
constexpr const char* kKey = "attentions";

// (n_layers, n_heads, n, n), or without the first of one layer.
template <class Real>
TensorShape shape_of(const PretrainedModel<Real>& model, const ModelText& text, bool is_one_layer) {
  TensorShape shape{model.n_layers(), model.n_heads(), text.n_tokens(), text.n_tokens()};
  if (is_one_layer) shape.erase(shape.begin());
  return shape;
}

template <class Real>
LargeArray array_of(const PretrainedModel<Real>& model, const ModelText& text, bool is_one_layer) {
  return {.name = kKey,
          .shape = shape_of(model, text, is_one_layer),
          .is_double = sizeof(Real) == sizeof(double),
          .numbers = {"ids", {text.input.ids.begin(), text.input.ids.end()}},
          .texts = {"tokens", text.labels}};
}

std::string in_bytes(std::uint64_t n) {
  const Count bytes = attn::count_of(n);  // a neighbour counts marks by that name
  return with_unit(bytes, binary_unit_for(bytes), 1);
}

// "attentions: 12 × 12 × 1,024 × 1,024 float32, 576.0 MiB"
std::string size_sentence(const LargeArray& array) {
  std::vector<std::string> sizes;
  for (const std::uint64_t size : array.shape) sizes.push_back(count_text(size));
  return fmt::format("{}: {} {}, {}", kKey, joined(sizes, " × "),
                     array.is_double ? "float64" : "float32", in_bytes(array.n_bytes()));
}

// An axis of one, such as that of a batch of one text, moves no number.
TensorShape without_ones(TensorShape shape) {
  std::erase(shape, 1);
  return shape;
}

bool holds_same(const TensorShape& given, const TensorShape& all, bool is_one_layer) {
  const TensorShape numbers = without_ones(given);
  return numbers == without_ones(all) ||
         (is_one_layer && numbers == without_ones(TensorShape(all.begin() + 1, all.end())));
}

// Layers that agree are worth a sentence: what went wrong, went wrong behind them.
std::string where_they_part(const WeightsDifference& found, std::optional<std::size_t> layer) {
  if (layer) return "";
  if (*found.first_layer == 0) return translated("They differ from layer 0 on.");
  return message("They differ from layer {} on; the layers before it agree.", *found.first_layer);
}

// What to change in the other program, so that a layer agrees.
std::string change_for(const CauseFound& found, std::size_t layer) {
  switch (found.cause) {
    case WeightsCause::other_heads:
      return translated("put the heads there in the order that they have here");
    case WeightsCause::other_layer:
      return message("take layer {} there for layer {} here", found.layer, layer);
    case WeightsCause::transposed:
      return translated("exchange queries and keys there: the last two axes");
    case WeightsCause::unmasked:
      return translated("hide the keys there that the mask hides here");
    case WeightsCause::masked:
      return translated("leave out the mask there that hides keys which are seen here");
    case WeightsCause::scores:
      return translated("apply softmax there: the numbers are scores");
    case WeightsCause::unmasked_scores:
      return translated("hide the keys there that the mask hides here, and apply softmax");
    case WeightsCause::dropout:
      return translated("switch dropout off there: model.eval()");
  }
  return "";
}

// As many numbers as show whether those of an array are rounded.
arma::mat some_of(const MappedArray& array) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  arma::vec numbers(std::min(array.n_numbers(), kMost));
  array.copy(0, numbers.n_elem, numbers.memptr());
  return numbers;
}

std::string why_beyond_tolerance(const WeightsDifference& found, std::optional<std::size_t> layer) {
  std::string text = where_they_part(found, layer);
  const std::size_t first = *found.first_layer;
  if (found.cause)
    add_sentence(text, message("This change would make layer {} agree: {}.", first,
                               change_for(*found.cause, first)));
  else if (found.is_cause_sought)
    add_sentence(text, message("Other layers, another order of the heads, queries and keys "
                               "exchanged, another mask, scores and dropout were tried, and none "
                               "of them makes layer {} agree.",
                               first));
  else
    add_sentence(text, translated("The text is too long to look for the cause: take a shorter one "
                                  "(--truncate N)."));
  return text;
}

// `rounding` is what to allow for rounded values, if they are, and was allowed.
std::string why_they_differ(const WeightsDifference& found, std::optional<std::size_t> layer,
                            std::optional<double> rounding) {
  if (rounding && found.agrees()) return agree_as_rounded(*rounding);
  std::string text = why_beyond_tolerance(found, layer);
  if (rounding) add_sentence(text, tried_as_rounded(*rounding));
  return text;
}

}  // namespace

AllWeightsFiles::AllWeightsFiles(const CompareFlags& comparison) : comparison_(comparison) {
  if (comparison.expect) comparison.read_tolerance();
}

void AllWeightsFiles::take_from(ViewChoice& choice, bool has_stages) {
  for (const std::string& path : choice.files) {
    if (holds_large_array(path))
      files_.push_back(path);
    else if (!has_stages && !is_page_file(path) && !figure_format_of(path))
      throw InputError(
          message("{}: the weights of all heads are an array of four dimensions, which a .npz, "
                  ".safetensors or .npy holds; .html, .svg, .pdf and .png show them. One head's go "
                  "into any file: --layer L --head H.",
                  preview(path, 200)));
  }
  std::erase_if(choice.files, holds_large_array);
  choice_ = choice;
}

template <class Real>
void AllWeightsFiles::prepare(const PretrainedModel<Real>& model, const ModelText& text,
                              std::optional<std::size_t> layer) {
  layer_ = layer;
  const LargeArray array = array_of(model, text, layer.has_value());
  if (are_written()) {
    if (array.n_bytes() > kLargestUnforced && !choice_.overwrite)
      throw InputError(
          message("{}: a file of more than 4 GiB is only written with --force. Give a shorter text "
                  "(--truncate N), or one layer: --layer L.",
                  size_sentence(array)));
    if (choice_.screen != Screen::quiet && !choice_.result_alone)
      print_remark(size_sentence(array));
  }
  if (!are_compared()) return;
  expected_ = with_flag(comparison_.expect.name(), [&] {
    const ArrayLocation location = location_of(comparison_.expect.text());
    return MappedArray(location.path, location.key.value_or(kKey));
  });
  if (!holds_same(expected_->shape(), shape_of(model, text, false), layer.has_value()))
    throw InputError(
        message("{} {}: its shape is {}, and that of the weights here is {}: layers, heads, "
                "queries and keys. Give all of them, of the same text and in this order.",
                comparison_.expect.name(), preview(comparison_.expect.text(), 200),
                shape_text(expected_->shape()), shape_text(array.shape)));
}

template <class Real>
void AllWeightsFiles::write(PretrainedModel<Real>& model, const ModelText& text) const {
  if (!are_written()) return;
  const LargeArray array = array_of(model, text, layer_.has_value());
  write_files(files_, choice_.overwrite, [&](const PutBytes& put) {
    std::vector<LargeArrayFile> files;
    for (const std::string& path : files_) {
      files.emplace_back(path, array);
      put(files.size() - 1, files.back().before());
    }
    std::string room;
    TextInModel<Real>(model, text.input)
        .for_all_weights(layer_, [&](std::size_t, Rows<const Real> weights) {
          const auto bytes =
              little_endian_bytes(std::span<const Real>(weights.data, weights.size()), room);
          for (std::size_t i = 0; i < files.size(); ++i) {
            files[i].add(bytes);
            put(i, bytes);
          }
        });
    for (std::size_t i = 0; i < files.size(); ++i) put(i, files[i].behind());
  });
  say_written(files_, choice_);
}

template <class Real>
bool AllWeightsFiles::compare(PretrainedModel<Real>& model, const ModelText& text,
                              Trace& trace) const {
  const double tolerance = comparison_.read_tolerance();
  const std::optional<double> rounding = tolerance_for_rounded(some_of(*expected_), tolerance);
  const WeightsDifference found =
      TextInModel<Real>(model, text.input)
          .difference_of_weights(layer_, *expected_, rounding.value_or(tolerance));
  const bool agrees = found.largest <= tolerance;
  trace.tables.push_back(
      comparison_table({.largest = found.largest,
                        .at = fmt::format("{}[{}, {}, {}, {}]", kKey, found.layer, found.head,
                                          placed_token(text.labels, found.query),
                                          placed_token(text.labels, found.key)),
                        .ours = found.ours,
                        .expected = found.theirs,
                        .agrees = agrees,
                        .note = agrees ? "" : why_they_differ(found, layer_, rounding)},
                       comparison_));
  trace.overview.emplace_back("comparison");
  return agrees;
}

#define ATTN_ALL_WEIGHTS_FILES(Real)                                                     \
  template void AllWeightsFiles::prepare(const PretrainedModel<Real>&, const ModelText&, \
                                         std::optional<std::size_t>);                    \
  template void AllWeightsFiles::write(PretrainedModel<Real>&, const ModelText&) const;  \
  template bool AllWeightsFiles::compare(PretrainedModel<Real>&, const ModelText&, Trace&) const
ATTN_ALL_WEIGHTS_FILES(float);
ATTN_ALL_WEIGHTS_FILES(double);

namespace {

constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << 22;  // 32 MiB of doubles

void require_fit(std::uint64_t n_heads, std::uint64_t n) {
  if (n_heads * n * n <= kMostNumbers) return;
  throw InputError(message(
      "the weights of {} heads over {} tokens are more than {} numbers, too many for a page "
      "or a figure. Give a shorter text (--truncate N), or one layer: --layer L.",
      n_heads, n, kMostNumbers));
}

Stage head_stage(const Axis& query, const Axis& key, std::size_t layer, std::size_t head) {
  Stage stage = weights_stage(query, key, {});
  stage.group = fmt::format("head {}.{}", layer, head);
  stage.formula = message("A, layer {}, head {}", layer, head);
  stage.rule = Shares{};
  return stage;
}

}  // namespace

template <class Real>
void add_all_weights(Trace& trace, PretrainedModel<Real>& model, const ModelText& text) {
  const std::size_t n = text.n_tokens(), n_heads = model.n_heads();
  require_fit(model.n_layers() * n_heads, n);
  const Axis query{"query", text.labels}, key{"key", text.labels};
  const bool is_causal = text.folder.architecture.is_causal();
  const BlockedCells future =
      is_causal ? blocked_cells(MaskPattern{.causal = true}, n, n) : BlockedCells{};
  TextInModel<Real>(model, text.input)
      .for_all_weights(std::nullopt, [&](std::size_t layer, Rows<const Real> weights) {
        for (std::size_t head = 0; head < n_heads; ++head) {
          arma::mat value(n, n);
          for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
              value(i, j) = static_cast<double>(weights.row(head * n + i)[j]);
          Stage stage = head_stage(query, key, layer, head);
          stage.blocked = future;
          record(trace, std::move(stage), std::move(value));
        }
      });
}

template void add_all_weights(Trace&, PretrainedModel<float>&, const ModelText&);
template void add_all_weights(Trace&, PretrainedModel<double>&, const ModelText&);

}  // namespace attn
