#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/number.hpp"
#include "mechanisms/positions/positions.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

constexpr arma::uword kMostCells = arma::uword{1} << 24;  // 128 MiB a stage

std::vector<std::string> numbered(arma::uword n) {
  std::vector<std::string> labels;
  for (arma::uword i = 0; i < n; ++i) labels.push_back(std::to_string(i));
  return labels;
}

double mean_row_length(const arma::mat& rows) {
  return arma::mean(arma::vec(arma::sqrt(arma::sum(rows % rows, 1))));
}

// A row of the pipeline: a step, and what comes out of it.
TableRow pipeline_row(const cell::Text& step, const cell::Text& shape, std::uint64_t n_trained,
                      std::uint64_t n_stored, const TableCell& mean_length) {
  return {step, shape, cell::Whole{count_of(n_trained)}, cell::Whole{count_of(n_stored)},
          mean_length};
}

// What becomes of the rows of a table by a formula that no position needs.
std::string stored_table_remark(arma::uword n_rows, const AdditiveProblem& problem) {
  std::string remark =
      message("The {} table, {} x {}, is stored but not trained: it counts as 0 parameters.",
              problem.formula.called(), n_rows, problem.d_model);
  if (n_rows > problem.length)
    add_sentence(remark, message("Its first {} rows are added here.", problem.length));
  else
    add_sentence(remark, translated("--max-length N stores N rows; layers as they are commonly "
                                    "written store 5000."));
  return remark;
}

}  // namespace

arma::uvec first_places(arma::uword n) { return arma::regspace<arma::uvec>(0, n).head(n); }

Axis position_axis(arma::uword length, const std::vector<std::string>& tokens) {
  return {"position", tokens.empty() ? numbered(length) : tokens, true};
}

Axis dimension_axis(arma::uword width) { return {"dim", numbered(width)}; }

Axis pair_axis(arma::uword width) { return {"pair", numbered((width + 1) / 2)}; }

Axis distance_axis(arma::uword length, arma::uword from) {
  Axis axis{"distance", {}, true};
  for (arma::uword place = 0; place < length; ++place)
    axis.labels.push_back(place < from ? "-" + std::to_string(from - place)
                                       : std::to_string(place - from));
  return axis;
}

Stage learned_table_stage(arma::uword max_length, arma::uword d_model) {
  return {.id = "table",
          .symbol = "T",
          .formula = "T",
          .rows = position_axis(max_length, {}),
          .cols = dimension_axis(d_model),
          .note = message("One row for each of {} positions, all of it trained. These are the "
                          "random numbers that training starts from.",
                          max_length),
          .detail = translated("There is no row for a position beyond the last one: a longer text "
                               "cannot be encoded at all.")};
}

Stage learned_encoding_stage(const Axis& position, arma::uword max_length, arma::uword d_model) {
  return {
      .id = "encoding",
      .symbol = "PE",
      .formula = "PE(p) = T(p)",
      .rows = position,
      .cols = dimension_axis(d_model),
      .note = message("The first rows of a table of {} x {} = {} trained numbers. It ends after "
                      "position {}; these are the random numbers that training starts from.",
                      max_length, d_model, max_length * d_model, max_length - 1),
      .rule = rule::part_of("table", first_places(position.labels.size()), first_places(d_model))};
}

Stage chosen_stage(const Stage& encoding, const arma::uvec& positions, const arma::uvec& dims) {
  Stage stage{.id = "chosen",
              .symbol = encoding.symbol,
              .formula = encoding.symbol,
              .value = encoding.value.submat(positions, dims),
              .rows = {encoding.rows.name, {}, false},
              .cols = {encoding.cols.name, {}},
              .note = translated("The positions and dimensions that were asked for."),
              .rule = rule::part_of("encoding", positions, dims)};
  for (const arma::uword position : positions)
    stage.rows.labels.push_back(encoding.rows.labels[position]);
  for (const arma::uword dim : dims) stage.cols.labels.push_back(encoding.cols.labels[dim]);
  // A curve along the positions keeps its shape only where none is left out.
  stage.rows.is_scale = arma::all(arma::diff(positions) == 1);
  if (const auto* whole = std::get_if<Waves>(&encoding.rule)) {
    Waves part = *whole;
    part.positions = whole->positions.elem(positions);
    part.dims = dims;
    stage.rule = part;
  }
  return stage;
}

Stage reference_stage(const Stage& encoding, arma::uword at) {
  const arma::uvec dims = first_places(encoding.value.n_cols);
  Stage stage = chosen_stage(encoding, {at}, dims);
  stage.id = "reference";
  stage.symbol = fmt::format("PE({})", at);
  stage.formula = stage.symbol;
  stage.rows.is_scale = false;
  stage.note = message("Position {}, which every other position is compared with.", at);
  return stage;
}

bool has_rows_of_one_length(const Stage& encoding) {
  const auto* waves = std::get_if<Waves>(&encoding.rule);
  return waves && waves->go_round() && encoding.value.n_cols % 2 == 0;
}

namespace {

// "0.0532–0.0971", or one number where all are alike.
std::string lengths_text(const arma::mat& rows) {
  constexpr int kDigits = 3;
  const arma::vec lengths = arma::sqrt(arma::sum(rows % rows, 1));
  const std::string least = significant_text(lengths.min(), kDigits),
                    most = significant_text(lengths.max(), kDigits);
  return least == most ? least : least + "–" + most;
}

std::string about_lengths_in_product(const Stage& encoding) {
  if (has_rows_of_one_length(encoding))
    return translated(
        "Where d is even every row has length √(d/2), so that divided by d/2 it is the cosine of "
        "the angle between the two, the stage \"cosine\".");
  return message(
      "The rows here are {} long, and long rows have larger dot products. Divided by both lengths "
      "it is the cosine of the angle between the two, the stage \"cosine\".",
      lengths_text(encoding.value));
}

std::string about_lengths_in_cosine(const Stage& encoding) {
  if (has_rows_of_one_length(encoding))
    return translated(
        "Where d is even every row has length √(d/2), so this is the stage \"similarity\" divided "
        "by d/2.");
  return message(
      "The rows here are {} long. The cosine divides by both lengths, so that the direction alone "
      "counts.",
      lengths_text(encoding.value));
}

}  // namespace

Stage similarity_stage(const Stage& encoding, arma::uword at) {
  return {.id = "similarity",
          .symbol = "dot",
          .formula = fmt::format("dot = PE({0})⋅PE({0} + k)", at),
          .rows = {"position", {std::to_string(at)}},
          .cols = distance_axis(encoding.value.n_rows, at),
          .note = message("The dot product of position {} with the one at each distance k.", at),
          .detail = about_lengths_in_product(encoding),
          .rule = Product{"reference", "encoding", true}};
}

Stage cosine_stage(const Stage& encoding, arma::uword at) {
  Stage stage = similarity_stage(encoding, at);
  stage.id = "cosine";
  stage.symbol = "cos";
  stage.formula = "cos = dot / (|PE(p)|⋅|PE(p + k)|)";
  stage.note = message(
      "How alike position {} and the one at each distance k are: 1 is the same "
      "direction, 0 a right angle.",
      at);
  stage.detail = about_lengths_in_cosine(encoding);
  stage.rule = rule::alignment("reference", "encoding");
  return stage;
}

Stage embedding_stage(const Axis& token, arma::uword d_model) {
  return {.id = "embedding",
          .symbol = "E",
          .formula = "E",
          .rows = token,
          .cols = dimension_axis(d_model),
          .note = translated("What the words mean, wherever they stand: one row of the embedding "
                             "table for each token.")};
}

Stage scaled_embedding_stage(const Axis& token, arma::uword d_model) {
  const double root = std::sqrt(static_cast<double>(d_model));
  return {.id = "scaled_embedding",
          .symbol = "√d E",
          .formula = fmt::format("√{} E", d_model),
          .rows = token,
          .cols = dimension_axis(d_model),
          .note = translated(
              "The original Transformer multiplies embeddings by √d_model before it adds "
              "positions, so that small embeddings do not drown in them."),
          .rule = Scaling{rule::cell("embedding"), root, false}};
}

Stage positioned_stage(const Axis& token, const Stage& embedding) {
  return {.id = "input",
          .symbol = "X",
          .formula = fmt::format("X = {} + PE", embedding.symbol),
          .rows = token,
          .cols = dimension_axis(embedding.value.n_cols),
          .note = translated("The word and its place in one row: this is what attention gets."),
          .detail = translated(
              "Nothing marks which part came from where: the model has to learn weights and "
              "embeddings that keep the two apart."),
          .rule = rule::sum(embedding.id, "encoding")};
}

void require_length(arma::uword length) {
  if (length > 0) return;
  throw InputError(translated("the length must be at least 1 position, but it is 0."));
}

void require_cells_fit(const char* what, arma::uword n_rows, arma::uword n_cols) {
  if (n_cols == 0 || n_rows <= kMostCells / n_cols) return;
  throw InputError(
      message("{} x {} ({}) are more cells than fit: the limit is {}. Use a shorter "
              "sequence or fewer dimensions.",
              n_rows, n_cols, what, kMostCells));
}

Table pipeline_table(const Trace& trace, const AdditiveProblem& problem) {
  const AddedTo& added = *problem.added_to;
  const Stage& embedding = trace.stage("embedding");
  const cell::Text shape = cell::name(tuple_shape(sizes_of(embedding)));
  std::vector<std::uint64_t> id_sizes = sizes_of(embedding);
  id_sizes.pop_back();  // a number for each token, not a row
  const arma::uword n_table = problem.table ? problem.table->n_elem : 0;
  const arma::uword n_rows = std::max(added.n_stored, problem.length);
  const arma::uword n_encoding = problem.table ? n_table : n_rows * problem.d_model;
  const arma::uword n_embedding = added.vocabulary * problem.d_model;
  Table table{.id = "pipeline",
              .title = translated("From token numbers to the input of attention."),
              .columns = {{"step", translated("step")},
                          {"shape", translated("shape")},
                          {"trained", translated("trained")},
                          {"stored", translated("numbers stored")},
                          {"mean_row_length", translated("mean row length")}},
              .n_text_columns = 2,
              .after = ""};
  const auto mean_of = [&trace](const char* id) {
    return cell::Real{mean_row_length(trace.stage(id).value)};
  };
  table.rows = {pipeline_row({"token_numbers", translated("1 token numbers")},
                             cell::name(tuple_shape(id_sizes)), 0, 0, cell::Missing{"-"}),
                pipeline_row({"embedding", translated("2 embedding")}, shape, n_embedding,
                             n_embedding, mean_of("embedding"))};
  if (added.scales)
    table.rows.push_back(pipeline_row({"scaled_embedding", fmt::format("  √{} E", problem.d_model)},
                                      shape, 0, 0, mean_of("scaled_embedding")));
  table.rows.push_back(pipeline_row({"encoding", translated("3 + encoding")}, shape, n_table,
                                    n_encoding, mean_of("input")));
  table.rows.push_back(
      pipeline_row({"dropout", translated("  dropout")}, shape, 0, 0, mean_of("input")));
  table.note = message(
      "The vocabulary has {} words. A row of the encoding has length {}; that of "
      "embeddings from a standard normal distribution is about √d_model = {}.",
      added.vocabulary, decimal_text(mean_row_length(trace.stage("encoding").value), 3),
      decimal_text(std::sqrt(static_cast<double>(problem.d_model)), 3));
  if (!problem.table) add_sentence(table.note, stored_table_remark(n_rows, problem));
  add_sentence(table.note, translated("Dropout sets numbers to 0 while a model is trained; in "
                                      "evaluation, as here, it changes nothing."));
  if (!added.scales)
    add_sentence(table.note, translated("--scale-embedding multiplies the embeddings by "
                                        "√d_model, as the original Transformer does."));
  return table;
}

}  // namespace attn
