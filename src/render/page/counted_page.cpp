#include "render/page/counted_page.hpp"

#include <nlohmann/json.hpp>

#include "render/page/table_data.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

Json digits_of(const std::vector<Count>& counts) {
  Json list = Json::array();
  for (const Count& count : counts) list.push_back(count.get_str());
  return list;
}

Json plot_data(const Plot& plot) {
  Json curves = Json::array();
  for (const Plot::Curve& curve : plot.curves)
    curves.push_back({{"name", curve.name}, {"values", digits_of(curve.values)}});
  return {{"x_name", plot.x_name},
          {"y_name", plot.y_name},
          {"places", digits_of(plot.places)},
          {"curves", curves},
          {"marks", digits_of(plot.marks)}};
}

}  // namespace

Json counted_page_data(const CountedPage& page) {
  Json plots = Json::array();
  for (const Plot& plot : page.plots) plots.push_back(plot_data(plot));
  return {{"kind", "tables"},
          {"title", page.title},
          {"about", page.about},
          {"plots", plots},
          {"sentences", page.sentences},
          {"tables", tables_data(page.tables, Layout{})},
          {"notes", page.notes},
          {"warnings", page.warnings}};
}

}  // namespace attn
