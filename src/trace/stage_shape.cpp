#include "trace/stage_shape.hpp"

#include <fmt/format.h>

namespace attn {
namespace {

// "batch 2, ", in front of the other axes.
std::string batch_axis(const Stage& stage) {
  return stage.n_batch > 0 ? fmt::format("batch {}, ", stage.n_batch) : "";
}

}  // namespace

std::vector<std::uint64_t> sizes_of(const Stage& stage, const HeadAxis& heads) {
  std::vector<std::uint64_t> sizes{stage.value.n_rows, stage.value.n_cols};
  if (heads.n_heads > 0) sizes.insert(sizes.begin(), heads.n_heads);
  if (stage.n_batch > 0) sizes.insert(sizes.begin(), stage.n_batch);
  return sizes;
}

std::string bare_shape(const Stage& stage) {
  return fmt::format("{}", fmt::join(sizes_of(stage), " x "));
}

std::string named_shape(const Stage& stage, const HeadAxis& heads) {
  const std::string head =
      heads.n_heads > 0 ? fmt::format("{} {}, ", heads.name, heads.n_heads) : "";
  return fmt::format("({}{}{} {}, {} {})", batch_axis(stage), head, stage.rows.name,
                     stage.value.n_rows, stage.cols.name, stage.value.n_cols);
}

std::string short_shape(const Stage& stage) {
  return fmt::format("({}{} {}, {})", batch_axis(stage), stage.rows.name, stage.value.n_rows,
                     stage.value.n_cols);
}

std::string tuple_shape(const std::vector<std::uint64_t>& sizes) {
  return fmt::format("({})", fmt::join(sizes, ", "));
}

std::uint64_t n_numbers(const Stage& stage, const HeadAxis& heads) {
  std::uint64_t n = 1;
  for (const std::uint64_t size : sizes_of(stage, heads)) n *= size;
  return n;
}

}  // namespace attn
