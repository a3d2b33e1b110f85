#include "browser/written_page.hpp"

#include <cmath>
#include <iostream>
#include <memory>
#include <stdexcept>

#include "support/catch.hpp"
#include "support/command.hpp"

namespace attn {
namespace {

constexpr double kTolerance = 1e-12;
constexpr int kPatience = 120;  // s: with sanitizers a large page takes its time

CommandResult ran(const std::string& command, const std::filesystem::path& folder) {
  CommandResult result = run_command("attn " + command, folder, kPatience);
  if (result.exit_code != 0)
    throw std::runtime_error("attn " + command + ": " + result.err + result.out);
  return result;
}

// Every value of a page as it is now, {"head 0/scores": [..], ..}; what is not finite is null.
constexpr const char* kAllValues =
    "(() => { const run = page.view.run, all = {};"
    " for (const stage of run.data.stages)"
    "   all[stage.group + '/' + stage.id] ="
    "     [...run.value(stage).cells].map(cell => Number.isFinite(cell) ? cell : null);"
    " return all; })()";

bool agree(const Json& page, const Json& program) {
  if (page.is_null() || program.is_null()) return page.is_null() && program.is_null();
  const double a = page.get<double>(), b = program.get<double>();
  return std::abs(a - b) <= kTolerance * std::max(1.0, std::abs(b));
}

// Null, with the reason, where there is no browser, or none that runs.
std::unique_ptr<Browser> started_browser() {
  if (chromium_program().empty()) {
    std::cout << "skipped: there is no Chromium here\n";
    return nullptr;
  }
  try {
    return std::make_unique<Browser>();
  } catch (const std::runtime_error& error) {
    std::cout << "skipped: Chromium does not start here: " << error.what() << '\n';
    return nullptr;
  }
}

}  // namespace

Browser* browser_for_tests() {
  static const std::unique_ptr<Browser> browser = started_browser();
  return browser.get();
}

WrittenPage::WrittenPage(const std::string& command) {
  ran(command + " -o page.html", folder_.path());
}

std::string WrittenPage::bytes() const { return content(path()); }

std::string printed_by(const std::string& command) {
  const TemporaryFolder folder;
  return ran(command, folder.path()).out;
}

Json json_of_command(const std::string& command) {
  return Json::parse(printed_by(command + " --json"));
}

std::string first_difference(Tab& tab, const Json& printed) {
  const Json values = tab.value(kAllValues);
  for (const Json& stage : printed["stages"]) {
    const std::string key =
        stage["group"].get<std::string>() + "/" + stage["id"].get<std::string>();
    if (!values.contains(key)) return key + " is not in the page";
    std::size_t place = 0;
    for (const Json& row : stage["data"])
      for (const Json& cell : row) {
        const Json& shown = values[key].at(place++);
        if (!agree(shown, cell))
          return key + " cell " + std::to_string(place - 1) + ": " + shown.dump() +
                 " in the page, " + cell.dump() + " in the program";
      }
    if (place != values[key].size()) return key + " has another size in the page";
  }
  return "";
}

std::string command_of(Tab& tab) {
  const std::string line = tab.text("#command");
  return line.starts_with("attn ") ? line.substr(5) : line;
}

void require_quiet(Tab& tab) {
  CHECK(tab.complaints() == std::vector<std::string>{});
  CHECK(tab.requests() == std::vector<std::string>{});
}

}  // namespace attn
