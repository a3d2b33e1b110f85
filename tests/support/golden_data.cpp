#include "support/golden_data.hpp"

#include "support/content.hpp"

namespace attn {

nlohmann::json read_golden(const std::string& name) {
  return nlohmann::json::parse(content(ATTN_SOURCE_DIR "/tests/golden/data/" + name));
}

arma::mat matrix(const nlohmann::json& rows) {
  arma::mat result(rows.size(), rows[0].size());
  for (arma::uword i = 0; i < result.n_rows; ++i)
    for (arma::uword j = 0; j < result.n_cols; ++j) result(i, j) = rows[i][j].get<double>();
  return result;
}

}  // namespace attn
