#include "cli/present/open_page.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <list>
#include <utility>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "cli/terminal/child_process.hpp"
#include "cli/terminal/output.hpp"

namespace attn {
namespace {

#ifdef __APPLE__
constexpr const char* kOpener = "open";
bool has_display() { return true; }
#else
constexpr const char* kOpener = "xdg-open";
bool has_display() {
  return !environment("DISPLAY").empty() || !environment("WAYLAND_DISPLAY").empty();
}
#endif

// The folder of a page that is opened for now. It stays with the page in it; where nothing was
// written, as flags were refused, it goes with the program.
class PageFolder {
 public:
  explicit PageFolder(std::string path) : path_(std::move(path)) {}
  PageFolder(const PageFolder&) = delete;
  PageFolder& operator=(const PageFolder&) = delete;
  ~PageFolder() { rmdir(path_.c_str()); }  // which refuses a folder that is not empty

 private:
  std::string path_;
};

}  // namespace

bool is_page_file(const std::string& path) {
  return lower_case(std::filesystem::path(path).extension().string()) == kPageExtension;
}

std::string page_to_open(std::vector<std::string>& paths, const std::string& name) {
  const auto page = std::find_if(paths.begin(), paths.end(), is_page_file);
  return page != paths.end() ? *page : paths.emplace_back(temporary_page(name));
}

std::string temporary_page(const std::string& name) {
  const std::string passing(environment("TMPDIR").empty() ? "/tmp" : environment("TMPDIR"));
  std::string folder = passing + "/attn-page-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr)
    throw SurroundingsError(
        message("no folder for the page can be made in {}: {}. Name a file: -o FILE.html.", passing,
                system_reason(errno)));
  static std::list<PageFolder> folders;
  folders.emplace_back(folder);
  return folder + "/" + name + ".html";
}

void open_page(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::path absolute = std::filesystem::absolute(path, unknown);
  const std::string whole = unknown ? path : absolute.string();
  if (has_display())
    if (const auto process = started({.words = {kOpener, whole}}))
      if (status_at_the_end(*process) == 0) return;
  print_result(whole + "\n");
}

}  // namespace attn
