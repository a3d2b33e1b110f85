#include "data/matrix/json_matrix.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/matrix/array_names.hpp"
#include "data/matrix/json_text.hpp"
#include "data/matrix/refuse.hpp"
#include "data/matrix/truth_value.hpp"

namespace attn {
namespace {

using Json = nlohmann::json;

std::string shown(const Json& value) {
  if (value.is_array()) return value.empty() ? "[]" : "[...]";
  if (value.is_object()) return "{...}";
  if (value.is_string()) return '"' + preview(value.get_ref<const std::string&>()) + '"';
  return value.dump();
}

[[noreturn]] void refuse_rowless(const std::string& name, const Json& given) {
  throw InputError(
      message("{}: a list of rows was expected, such as [[1, 2], [3, 4]], but '{}' was given. Put "
              "every row in brackets, and brackets around all rows.",
              name, preview(shown(given))));
}

/// Checked before the matrix is made, so that no text can ask for more cells than it holds.
void require_rows(const Json& rows, const std::string& name) {
  if (!rows.is_array()) refuse_rowless(name, rows);
  if (rows.empty()) refuse_no_numbers(name);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_array()) refuse_rowless(name, rows[i]);
    if (rows[i].size() != rows[0].size()) {
      refuse_ragged(name, row_place(0), rows[0].size(), row_place(i), rows[i].size());
    }
  }
  if (rows[0].empty()) refuse_no_numbers(name);
}

double cell_value(const Json& cell, const std::string& name, std::size_t row, std::size_t col) {
  if (cell.is_number()) return cell.get<double>();
  if (cell.is_boolean()) {
    tell_truth_values(name);
    return cell.get<bool>() ? 1.0 : 0.0;
  }
  refuse_text(name, cell_place(row, col), shown(cell),
              message("Cells are numbers, true or false, without quotation marks."));
}

arma::mat matrix_of(const Json& rows, const std::string& name) {
  require_rows(rows, name);
  arma::mat value(rows.size(), rows[0].size(), arma::fill::none);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t col = 0; col < rows[row].size(); ++col) {
      value(row, col) = cell_value(rows[row][col], name, row, col);
    }
  }
  return value;
}

using NamedJson = std::vector<std::pair<std::string, const Json*>>;

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

bool is_trace(const Json& root) {
  return text_at(root, "schema").starts_with("attn.trace/") && root.contains("stages") &&
         root["stages"].is_array();
}

/// NamedJson as in an archive of the same trace.
NamedJson stages_of(const Json& trace) {
  NamedJson stages;
  for (const Json& stage : trace["stages"]) {
    const std::string id = stage.is_object() ? text_at(stage, "id") : "";
    if (id.empty() || !stage.contains("data")) continue;
    stages.emplace_back(stage_key(text_at(stage, "group"), id), &stage["data"]);
  }
  return stages;
}

NamedJson matrices_in(const Json& root, const std::string& name) {
  if (root.is_array()) return {{"", &root}};
  if (!root.is_object()) refuse_rowless(name, root);
  if (is_trace(root)) return stages_of(root);
  NamedJson members;
  for (const auto& [key, value] : root.items()) {
    if (value.is_array()) members.emplace_back(key, &value);
  }
  return members;
}

}  // namespace

struct JsonMatrices::Document {
  Document(std::string_view text, const std::string& given_name)
      : name(given_name),
        root(parsed_json(text, name,
                         message("A matrix is a list of rows, such as [[1, 2], [3, 4]]."))),
        matrices(matrices_in(root, name)) {
    for (const auto& [key, value] : matrices) keys.push_back(key);
  }
  Document(const Document&) = delete;  // `matrices` points into `root`
  Document& operator=(const Document&) = delete;

  const Json& at(const std::string& key) const {
    const Json* found = nullptr;
    for (const auto& [candidate, value] : matrices) {
      if (candidate != key) continue;
      if (found != nullptr) refuse_twice(name, key);
      found = value;
    }
    if (found == nullptr) refuse_missing_key(name, key, keys);
    return *found;
  }

  /// What the matrix is called where it is refused.
  std::string place(const std::string& key) const {
    return key.empty() ? name : key_place(name, key);
  }

  const std::string name;
  const Json root;
  const NamedJson matrices;
  std::vector<std::string> keys;
};

JsonMatrices::JsonMatrices(std::string_view text, const std::string& name)
    : document_(std::make_shared<const Document>(text, name)) {}

const std::vector<std::string>& JsonMatrices::keys() const { return document_->keys; }

arma::mat JsonMatrices::get(const std::string& key) const {
  return matrix_of(document_->at(key), document_->place(key));
}

arma::rowvec JsonMatrices::get_row(const std::string& key) const {
  const Json& given = document_->at(key);
  const bool is_flat = given.is_array() && !given.empty() && !given[0].is_array();
  const arma::mat rows = matrix_of(is_flat ? Json::array({given}) : given, document_->place(key));
  if (rows.n_rows == 1) return rows;
  throw InputError(
      message("{}: one row was expected, one number for each column, but there are {}. Keep one.",
              document_->place(key), rows.n_rows));
}

arma::mat read_json_matrix(std::string_view text, const std::string& name,
                           const std::vector<std::string>& preferred) {
  const JsonMatrices matrices(text, name);
  return matrices.get(chosen_key(name, matrices.keys(), preferred));
}

}  // namespace attn
