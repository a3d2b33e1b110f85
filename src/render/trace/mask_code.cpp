#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "render/text/text.hpp"
#include "render/trace/trace.hpp"

namespace attn {

namespace {

constexpr arma::uword kMostGivenCells = arma::uword{1} << 16;

// One truth value for each pair: "causal = j <= i  # itself and what came before".
struct Condition {
  std::string name, expression, remark;
};

// Collects what a program needs, restriction by restriction, then writes it.
class MaskProgram {
 public:
  MaskProgram(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k,
              const MaskDialect& dialect)
      : pattern_(pattern), n_q_(n_q), n_k_(n_k), in_(dialect) {
    const bool has_places = pattern.causal || pattern.n_prefix || pattern.window || pattern.half;
    is_shifted_ = has_places && query_offset(n_q, n_k, pattern.align) != 0;
    row_ = is_shifted_ ? "row" : "i";
    for (const Restriction& restriction : restrictions_of(pattern, n_q, n_k)) add(restriction.name);
  }

  std::string text() const {
    const BlockedCells blocked = blocked_cells(pattern_, n_q_, n_k_);
    const arma::uword n_pairs = n_q_ * n_k_;
    const arma::uword n_open = blocked.is_empty() ? n_pairs : arma::accu(blocked == 0);
    return in_.comment + " " +
           message("mask[i, j] is true where query i may attend to key j: {} of {} pairs.", n_open,
                   n_pairs) +
           "\n" + fmt::format(fmt::runtime(in_.header), n_q_, n_k_) + constants_ +
           (in_.is_python() ? python() : cpp()) + in_.footer;
  }

 private:
  void add(const std::string& name) {
    if (name == "causal")
      condition(name, "j <= i", translated("itself and what came before"));
    else if (name == "prefix")
      condition(name, either(fmt::format("j < {}", *pattern_.n_prefix), "j <= i"),
                translated("the first keys, and what came before"));
    else if (name == "padding")
      condition(name, not_padding(), translated("not padding"));
    else if (name == "segment")
      condition(name, same_document(), translated("its own document"));
    else if (name == "window")
      condition(name,
                fmt::format("{}abs(i - j) < {}", in_.is_python() ? "" : "std::",
                            std::min(*pattern_.window, n_q_ + n_k_)),
                message("less than {} places away", *pattern_.window));
    else if (name == "half")
      condition(
          name,
          either(fmt::format("i < {}", n_k_ - n_k_ / 2), fmt::format("j < {}", n_k_ - n_k_ / 2)),
          translated("the second half sees the first half only"));
    else
      add_given();
  }

  void condition(const std::string& name, std::string expression, std::string remark) {
    const bool stays_apart = name == "padding" && pattern_.join == Join::any;
    (stays_apart ? padding_ : joined_).push_back(name);
    conditions_.push_back({name, std::move(expression), std::move(remark)});
  }

  std::string either(const std::string& a, const std::string& b) const {
    return fmt::format("({}) {} ({})", a, in_.or_sign, b);
  }

  void constant(const std::string& name, const arma::uvec& numbers) {
    const std::string list = fmt::format("{}", fmt::join(numbers, ", "));
    if (in_.is_python())
      constants_ += fmt::format("{} = {}.{}([{}])\n", name, in_.module, array(), list);
    else
      constants_ += fmt::format("  const std::vector<int> {}{{{}}};\n", name, list);
  }

  const char* array() const { return in_.module == "torch" ? "tensor" : "array"; }

  std::string not_padding() {
    std::string keys, queries;
    const arma::uvec& padded = pattern_.padded_keys;
    const arma::uword n_kept = n_k_ - padded.n_elem;
    const bool at_end =
        !padded.is_empty() &&
        arma::all(arma::sort(padded) == n_kept + arma::regspace<arma::uvec>(0, padded.n_elem - 1));
    if (at_end)
      keys = fmt::format("j < {}", n_kept);
    else if (!padded.is_empty())
      keys = not_among("j", "padded_keys", padded);
    if (!pattern_.padded_queries.is_empty())
      queries = not_among(row_, "padded_queries", pattern_.padded_queries);
    if (keys.empty()) return queries;
    if (queries.empty()) return keys;
    return fmt::format("({}) {} ({})", keys, in_.and_sign, queries);
  }

  std::string not_among(const std::string& place, const std::string& name,
                        const arma::uvec& numbers) {
    constant(name, numbers);
    if (in_.is_python()) return fmt::format("~{}.isin({}, {})", in_.module, place, name);
    return fmt::format("std::count({0}.begin(), {0}.end(), {1}) == 0", name, place);
  }

  std::string same_document() {
    const Documents& documents = *pattern_.documents;
    const bool is_one_list = documents.of_queries.n_elem == documents.of_keys.n_elem &&
                             arma::all(documents.of_queries == documents.of_keys);
    if (is_one_list) {
      constant("document", documents.of_keys);
      return fmt::format("document[{}] == document[j]", row_);
    }
    constant("query_document", documents.of_queries);
    constant("key_document", documents.of_keys);
    return fmt::format("query_document[{}] == key_document[j]", row_);
  }

  // The mask given is written out; it is a matrix already, not a condition.
  void add_given() {
    const Mask& given = *pattern_.given;
    if (given.n_elem > kMostGivenCells)
      throw InputError(
          message("the mask given has {} cells, too many to write out as code: the limit is {}. "
                  "Let your program read the file instead.",
                  given.n_elem, kMostGivenCells));
    std::vector<std::string> rows;
    for (arma::uword i = 0; i < given.n_rows; ++i) {
      const auto row = arma::conv_to<std::vector<int>>::from(given.row(i));
      const std::string cells = fmt::format("{}", fmt::join(row, ", "));
      rows.push_back(in_.is_python() ? "[" + cells + "]" : "{" + cells + "}");
    }
    const std::string between = in_.is_python() ? ",\n    " : ",\n      ";
    const std::string matrix = joined(rows, between);
    if (in_.is_python())
      constants_ += fmt::format("given = {0}.{1}([\n    {2}\n], dtype={3})\n", in_.module, array(),
                                matrix, in_.module == "torch" ? "torch.bool" : "bool");
    else
      constants_ += fmt::format("  const arma::umat given{{\n      {}}};\n", matrix);
    joined_.emplace_back(in_.is_python() ? "given" : fmt::format("given({}, j)", row_));
  }

  // "(causal | window) & padding"
  std::string combination() const {
    const std::string& sign = pattern_.join == Join::any ? in_.or_sign : in_.and_sign;
    std::string text = joined(joined_, " " + sign + " ");
    if (padding_.empty()) return text;
    if (joined_.empty()) return padding_.front();
    if (joined_.size() > 1) text = "(" + text + ")";
    return fmt::format("{} {} {}", text, in_.and_sign, padding_.front());
  }

  // The conditions, with their remarks after them, or where that is too wide, above them.
  std::string conditions(const std::string& indent, const std::string& declare,
                         const std::string& end) const {
    constexpr unsigned kWidestCommented = 56;
    std::vector<std::string> lines;
    unsigned width = 0;
    for (const Condition& condition : conditions_) {
      lines.push_back(indent + declare + condition.name + " = " + condition.expression + end);
      width = std::max(width, display_width(lines.back()));
    }
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string remark = in_.comment + " " + conditions_[i].remark;
      text += width <= kWidestCommented ? pad_right(lines[i], width) + "  " + remark + "\n"
                                        : indent + remark + "\n" + lines[i] + "\n";
    }
    return text;
  }

  std::string shift_remark() const {
    return in_.comment + " " + translated("the last query stands beside the last key");
  }

  std::string python() const {
    std::string text = fmt::format(fmt::runtime(in_.indices), row_);
    if (is_shifted_) text += "i = row + n_k - n_q  " + shift_remark() + "\n";
    text += "\n" + conditions("", "", "");
    const std::string all = combination();
    text += "mask = " + (all.empty() ? "j >= 0" : all) + "\n\n";
    return text;
  }

  std::string cpp() const {
    const std::string indent(6, ' ');
    std::string text = "\n  arma::umat mask(n_q, n_k);\n";
    text += fmt::format(fmt::runtime(in_.indices), row_);
    if (is_shifted_) text += indent + "const int i = row + n_k - n_q;  " + shift_remark() + "\n";
    text += conditions(indent, "const bool ", ";");
    const std::string all = combination();
    text += fmt::format("{}mask({}, j) = {};\n    }}\n", indent, row_, all.empty() ? "1" : all);
    return text;
  }

  const MaskPattern& pattern_;
  arma::uword n_q_, n_k_;
  const MaskDialect& in_;
  bool is_shifted_ = false;
  std::string row_;  // the name of the query's number
  std::string constants_;
  std::vector<Condition> conditions_;
  std::vector<std::string> joined_;   // their names
  std::vector<std::string> padding_;  // where it is not among the joined
};

}  // namespace

std::string mask_code(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k,
                      CodeLanguage language) {
  return MaskProgram(pattern, n_q, n_k, dialect_of(language)).text();
}

namespace {

const MaskDialect kTorch{
    "#",
    "&",
    "|",
    "torch",
    "import torch\n\nn_q, n_k = {0}, {1}\n",
    "{}, j = torch.meshgrid(torch.arange(n_q), torch.arange(n_k), indexing=\"ij\")\n",
    "print(mask.int())\n"
    "# F.scaled_dot_product_attention(q, k, v, attn_mask=mask)\n"
    "# nn.MultiheadAttention(...)(q, k, v, attn_mask=~mask)\n"};
const MaskDialect kNumpy{"#",
                         "&",
                         "|",
                         "np",
                         "import numpy as np\n\nn_q, n_k = {0}, {1}\n",
                         "{}, j = np.indices((n_q, n_k))\n",
                         "print(mask.astype(int))\n"
                         "# scores = np.where(mask, scores, -np.inf)\n"};
const MaskDialect kJax{"#",
                       "&",
                       "|",
                       "jnp",
                       "import jax.numpy as jnp\n\nn_q, n_k = {0}, {1}\n",
                       "{}, j = jnp.indices((n_q, n_k))\n",
                       "print(mask.astype(int))\n"
                       "# scores = jnp.where(mask, scores, -jnp.inf)\n"};
const MaskDialect kCpp{
    "//",
    "&&",
    "||",
    "",
    "#include <algorithm>\n#include <armadillo>\n#include <cstdlib>\n"
    "#include <vector>\n\nint main() {{\n  const int n_q = {0}, n_k = {1};\n",
    "  for (int {0} = 0; {0} < n_q; ++{0})\n    for (int j = 0; j < n_k; ++j) {{\n",
    "  mask.print();\n"
    "  // scores.elem(arma::find(mask == 0)).fill(-arma::datum::inf);\n}\n"};

}  // namespace

const MaskDialect& dialect_of(CodeLanguage language) {
  switch (language) {
    case CodeLanguage::torch:
      return kTorch;
    case CodeLanguage::numpy:
      return kNumpy;
    case CodeLanguage::jax:
      return kJax;
    case CodeLanguage::cpp:
      break;
  }
  return kCpp;
}

}  // namespace attn
