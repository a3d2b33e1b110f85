#include "mechanisms/mask_tables.hpp"

#include "core/error.hpp"
#include "core/message.hpp"

namespace attn {
namespace {

const arma::rowvec kExampleScores{2, 1, 0, -1};
constexpr double kLargeNegative = -1e9;

// A value that holds for all queries.
std::string for_the_key(const char* value) { return message("{} (per key)", value); }

std::string numbers(const arma::rowvec& row) {
  std::string text;
  for (const double x : row)
    text +=
        (text.empty() ? "" : " ") + (std::isnan(x) ? std::string("nan") : fmt::format("{:.3f}", x));
  return text;
}

// The scores after −1e9 was added to each, in the precision of Number.
template <typename Number>
arma::rowvec with_large_negative(const arma::rowvec& scores) {
  arma::Row<Number> sum = arma::conv_to<arma::Row<Number>>::from(scores);
  sum += static_cast<Number>(kLargeNegative);
  return arma::conv_to<arma::rowvec>::from(sum);
}

}  // namespace

Table conventions_table(const Stage& mask, const MaskPattern& pattern, arma::uword row,
                        arma::uword col) {
  if (row >= mask.value.n_rows || col >= mask.value.n_cols)
    throw InputError(
        message("there is no cell [{}, {}]: the mask has {} rows and {} columns, "
                "counted from 0.",
                row, col, mask.value.n_rows, mask.value.n_cols));
  const bool is_open = mask.value(row, col) != 0.0;
  const bool is_padding = arma::any(pattern.padded_keys == col);
  const std::string &query = mask.rows.labels[row], &key = mask.cols.labels[col];
  const char *yes = "True", *no = "False";
  Table table{
      .id = "conventions",
      .title =
          is_open
              ? message("\"{}\" may attend to \"{}\", said in each convention:", query, key)
              : message("\"{}\" may not attend to \"{}\", said in each convention:", query, key),
      .header = {translated("convention"), translated("values"), translated("this cell")},
      .n_text_columns = 3,
      .after = "mask"};
  table.rows = {
      {"F.scaled_dot_product_attention", translated("bool, True may attend"), is_open ? yes : no},
      {"nn.MultiheadAttention attn_mask", translated("bool, True is blocked"), is_open ? no : yes},
      {"nn.MHA key_padding_mask", translated("bool, True is padding"),
       for_the_key(is_padding ? yes : no)},
      {"Hugging Face attention_mask", translated("1 is kept, 0 is padding"),
       for_the_key(is_padding ? "0" : "1")},
      {translated("additive, a float mask"), translated("0 or −inf, added"),
       is_open ? "0" : "−inf"}};
  if (!is_open && !is_padding)
    table.note = translated(
        "a mask with one value a key can only say padding: this needs a whole "
        "matrix, or a flag such as is_causal.");
  else if (is_padding)
    table.note = translated(
        "a mask of shape (batch, n_k) has to become (batch, 1, 1, n_k) before "
        "it meets scores: as it is it fails, or where batch = n_k it is taken "
        "for one of queries and keys.");
  return table;
}

Table empty_row_table() {
  const arma::rowvec blocked(kExampleScores.n_elem, arma::fill::value(-arma::datum::inf));
  const arma::rowvec replaced(kExampleScores.n_elem, arma::fill::value(kLargeNegative));
  const auto softmax = [](const arma::rowvec& scores, EmptyRow empty) {
    return numbers(softmax_rows(scores, empty));
  };
  Table table{.id = "empty_row",
              .title = translated(
                  "A query that may attend to nothing, scores 2, 1, 0, −1: its weights when "
                  "the scores become"),
              .header = {translated("blocked by"), translated("weights"), ""},
              .n_text_columns = 3,
              .after = "mask"};
  table.rows = {{translated("−inf, empty rows 0 (zero)"), softmax(blocked, EmptyRow::zero),
                 translated("PyTorch SDPA from 2.5")},
                {translated("−inf, 0/0 (nan)"), softmax(blocked, EmptyRow::nan),
                 translated("NumPy, nn.MHA, older SDPA")},
                {translated("−1e9 instead (uniform)"), softmax(replaced, EmptyRow::zero),
                 "masked_fill(-1e9)"},
                {translated("−1e9 added, float32"),
                 softmax(with_large_negative<float>(kExampleScores), EmptyRow::zero),
                 translated("swallows the scores")},
                {translated("−1e9 added, float64"),
                 softmax(with_large_negative<double>(kExampleScores), EmptyRow::zero),
                 translated("as if nothing were masked")},
                {translated("−1e9, float16"), "-", translated("overflow: at most 65504")}};
  return table;
}

}  // namespace attn
