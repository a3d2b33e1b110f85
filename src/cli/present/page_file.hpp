#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/present/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The data of a page in both of its languages: `here` in the one that is spoken, `there` says the
/// same in the other, which is spoken while it runs.
nlohmann::ordered_json data_in_both_languages(const nlohmann::ordered_json& here,
                                              const std::function<nlohmann::ordered_json()>& there);

/// A page of a trace (.html). `again` makes the same trace once more, for the other language that
/// the page speaks; without it the page speaks one.
std::string page_file(const Trace& trace, const ViewChoice& choice,
                      const std::function<Trace()>& again);

}  // namespace attn
