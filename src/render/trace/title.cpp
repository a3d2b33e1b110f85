#include "render/trace/title.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/message.hpp"
#include "render/text/display_width.hpp"
#include "render/text/lines.hpp"

namespace attn {
namespace {

// A long title ends in two dots and its closing quotation mark.
std::string shortened_title(const std::string& title, unsigned width) {
  if (display_width(title) <= width) return title;
  const std::string closing = title.ends_with('"') ? "\"" : title.ends_with("」") ? "」" : "";
  return cut_to_width(title, width - display_width(closing) - 2) + ".." + closing;
}

// A switch that is on; a name that is a term of its own is not translated.
std::string switch_text(const std::string& name) {
  if (name == "causal") return translated("causal");
  if (name == "mask") return translated("mask");
  if (name == "backward") return translated("backward");
  return name;
}

// Whether scores stay as they are since that was asked for; with d_k = 1 their factor is 1 anyway.
bool is_scale_off(const Trace& trace) {
  return std::any_of(trace.stages.begin(), trace.stages.end(), [](const Stage& stage) {
    const auto* scaling = std::get_if<Scaling>(&stage.rule);
    return scaling && scaling->asked && scaling->asked->kind == Scale::Kind::off &&
           scaling->number == 1.0;
  });
}

// What scores are multiplied by, where that is not 1/√d_k.
std::string scale_text(const Trace& trace, double factor, std::int64_t d_k) {
  constexpr double kRounding = 1e-9;
  if (is_scale_off(trace)) return translated("not scaled");
  if (std::abs(factor * std::sqrt(static_cast<double>(d_k)) - 1.0) <= kRounding) return "";
  return factor == 1.0 ? translated("not scaled") : message("scale {}", factor);
}

// Sizes and switches, without saying twice what is the same for queries and keys.
std::vector<std::string> setting_texts(const Trace& trace) {
  std::map<std::string, std::int64_t> sizes;
  std::vector<std::string> texts;
  for (const auto& [name, setting] : trace.config) {
    if (const auto* flag = std::get_if<bool>(&setting); flag && *flag)
      texts.push_back(switch_text(name));
    if (const auto* study = std::get_if<std::string>(&setting); study && name == "study")
      texts.push_back(message("study {}", *study));
    if (const auto* factor = std::get_if<double>(&setting); factor && name == "scale")
      if (const std::string scale = scale_text(trace, *factor, sizes["d_k"]); !scale.empty())
        texts.push_back(scale);
    const auto* size = std::get_if<std::int64_t>(&setting);
    if (!size) continue;
    sizes[name] = *size;
    if (name == "n_q") continue;
    if (name == "n_k" && sizes["n_q"] == *size)
      texts.push_back(fmt::format("n {}", *size));
    else if (name == "n_k")
      texts.push_back(fmt::format("n_q {}   n_k {}", sizes["n_q"], *size));
    else if (name == "n_kv_heads" && sizes["n_heads"] == *size)
      continue;
    else if (name != "d_v" || sizes["d_k"] != *size)
      texts.push_back(fmt::format("{} {}", name, *size));
  }
  return texts;
}

}  // namespace

std::string source_text(const std::string& source) {
  const std::pair<const char*, const char*> words[] = {{"by-hand", translated("by-hand")},
                                                       {"given", translated("given")},
                                                       {"learned", translated("learned")}};
  for (const auto& [word, shown] : words)
    if (source.ends_with(word))
      return source.substr(0, source.size() - std::string_view(word).size()) + shown;
  return source;
}

std::string title_text(const Trace& trace, const Layout& layout) {
  NamedLine line(trace.command, layout);
  if (!trace.title.empty()) line.append(shortened_title(trace.title, layout.width - 8));
  for (const std::string& part : setting_texts(trace)) line.append(part);
  if (!trace.source.empty()) line.append(source_text(trace.source));
  return line.text() + (layout.explain > 0 ? paragraph(trace.about, layout) : "");
}

}  // namespace attn
