// Pages as files: the command that they hold, their data in two languages, and a browser that opens
// them.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/present/present.hpp"
#include "render/page/stages_page.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What the name of a page ends in.
inline constexpr const char* kPageExtension = ".html";

/// Whether a file is a page, by the end of its name.
bool is_page_file(const std::string& path);

/// The first page among some files, or one more of that name, which is a temporary one.
/// Errors: SurroundingsError as temporary_page
std::string page_to_open(std::vector<std::string>& paths, const std::string& name);

/// A file of a folder of its own among the temporary ones, for a page that is only looked at: the
/// browser reads it after we have ended. A folder in which nothing was written goes at the end.
/// Errors: SurroundingsError if there can be none.
std::string temporary_page(const std::string& name);

/// Opens a page in the browser that the desktop chooses; without a display, or where that fails,
/// prints its path.
void open_page(const std::string& path);

/// The command of a page from the words that were typed: without the flags that say where it goes
/// and how the terminal looks, and with those apart that the page can change, and that it keeps.
PageCommand page_command(const std::string& name, const std::vector<std::string>& typed);

/// The data of a page in both of its languages: `here` in the one that is spoken, `there` says the
/// same in the other, which is spoken while it runs.
nlohmann::ordered_json data_in_both_languages(const nlohmann::ordered_json& here,
                                              const std::function<nlohmann::ordered_json()>& there);

/// A page of a trace (.html). `again` makes the same trace once more, for the other language that
/// the page speaks; without it the page speaks one.
std::string page_file(const Trace& trace, const ViewChoice& choice,
                      const std::function<Trace()>& again);

}  // namespace attn
