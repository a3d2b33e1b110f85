#include "browser/written_page.hpp"
#include "render/html/html.hpp"
#include "support/catch.hpp"
#include "support/content.hpp"

// How pages look: small pictures of them are kept, to be looked at when they are renewed
// (UPDATE_GOLDEN=1), and compared from afar: fonts and browsers differ in every letter, but a page
// that is empty, dark where it should be light, or without its heat does not pass.
namespace {

namespace fs = std::filesystem;

const fs::path kKept = ATTN_SOURCE_DIR "/tests/browser/looks";
constexpr int kBlocks = 6;          // a side, whose mean colours are compared
constexpr double kFarApart = 45.0;  // of 255
constexpr double kMeanApart = 12.0;

struct Look {
  const char* name;
  const char* command;
  Tab::View view{};
  const char* before = "";  ///< what is done first, as JavaScript
};

const Look kLooks[] = {
    {"attend", "attend 'The cat sat down' --causal", {.scale = 0.25}},
    {"attend-ja", "attend 'The cat sat down' --causal --lang ja", {.scale = 0.25}},
    {"attend-dark", "attend 'The cat sat down' --causal", {.is_dark = true, .scale = 0.25}},
    {"attend-phone",
     "attend 'The cat sat down' --causal --stage weights",
     {.width = 390, .height = 844, .is_touched = true, .scale = 0.5}},
    {"mha", "mha 'The cat sat on the mat' --d-model 8 --heads 4 --causal", {.scale = 0.25}},
    {"mha-minus",
     "mha 'The cat sat on the mat' --d-model 8 --heads 4 --stage weights",
     {.scale = 0.25},
     "page.view.looked.minus = 'head 1'; page.view.changed()"},
    {"posenc", "posenc --d-model 16", {.scale = 0.25}},
    {"mask", "mask 'The cat sat <pad>' --causal --window 3 --pad 1", {.scale = 0.25}},
    {"long",
     "mha \"$(seq -s ' ' 1 512)\" --d-model 32 --heads 4 --rng numpy --stage weights",
     {.scale = 0.25}}};

// The mean colours of the blocks of a picture, which the browser itself reads.
Json block_colors(Tab& tab, const std::string& png) {
  return tab.value(
      "(async () => { const image = new Image(); image.src = 'data:image/png;base64," +
      base64_of(png) + "'; await image.decode(); const n = " + std::to_string(kBlocks) +
      "; const canvas = document.createElement('canvas'); canvas.width = image.width; "
      "canvas.height = image.height; const context = canvas.getContext('2d'); "
      "context.drawImage(image, 0, 0); const sums = Array.from({length: n * n}, () => [0, 0, 0, "
      "0]); const {data} = context.getImageData(0, 0, image.width, image.height); for (let y = 0; "
      "y < image.height; ++y) for (let x = 0; x < image.width; ++x) { const sum = "
      "sums[Math.floor(y "
      "* n / image.height) * n + Math.floor(x * n / image.width)], at = 4 * (y * image.width + x); "
      "for (let k = 0; k < 3; ++k) sum[k] += data[at + k]; ++sum[3]; } return sums.map(sum => "
      "sum.slice(0, 3).map(part => part / sum[3])); })()");
}

struct Apart {
  double most = 0.0, mean = 0.0;
};

Apart apart(const Json& a, const Json& b) {
  Apart result;
  for (std::size_t block = 0; block < a.size(); ++block)
    for (std::size_t k = 0; k < 3; ++k) {
      const double difference = std::abs(a[block][k].get<double>() - b[block][k].get<double>());
      result.most = std::max(result.most, difference);
      result.mean += difference / static_cast<double>(3 * a.size());
    }
  return result;
}

}  // namespace

TEST_CASE("look: pages look as they did") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const bool renews = std::getenv("UPDATE_GOLDEN") != nullptr;
  const TemporaryFolder folder;
  Tab reader(*browser, folder.file("reader.html", "<html data-ready='true'></html>"));
  for (const Look& look : kLooks) {
    INFO(look.name);
    const WrittenPage page(look.command);
    Tab tab(*browser, page.path(), look.view);
    if (*look.before) tab.value(look.before);
    tab.value(
        "(async () => { while (document.getElementById('page').getAttribute('aria-busy') "
        "=== 'true') await new Promise(done => setTimeout(done, 10)); })()");
    CHECK(tab.complaints() == std::vector<std::string>{});
    const std::string picture = tab.screenshot();
    const fs::path kept = kKept / (std::string(look.name) + ".png");
    if (renews) std::ofstream(kept, std::ios::binary) << picture;
    const Apart found = apart(block_colors(reader, picture), block_colors(reader, content(kept)));
    CHECK(found.most < kFarApart);
    CHECK(found.mean < kMeanApart);
  }
}
