#include "cli/learn/model_keeper.hpp"

#include <filesystem>

#include "base/message.hpp"
#include "learning/tasks/quick_training.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

using std::chrono::seconds;

namespace {

// A model with a file that it is to be kept in.
struct KeptRun {
  explicit KeptRun(const std::filesystem::path& path) : file(path) {}

  std::filesystem::path file;
  LearnFileFlags flags{.output = typed("--output", file.string())};
  QuickTraining run{make_task(usual_settings(TaskKind::copy))};
  ModelKeeper keeper{flags, run.training, nullptr};
  ModelKeeper::Clock::time_point start = ModelKeeper::Clock::now();
};

}  // namespace

TEST_CASE("ModelKeeper: keeps a model after five seconds, and not every step", "[cli][learn]") {
  const TemporaryFolder folder;
  KeptRun kept(folder.path() / "m.safetensors");
  kept.run.training.step();
  CHECK_FALSE(kept.keeper.keep_now_and_then(kept.start + seconds(4)));
  CHECK_FALSE(std::filesystem::exists(kept.file));
  CHECK_FALSE(kept.keeper.kept_step());

  CHECK_FALSE(kept.keeper.keep_now_and_then(kept.start + seconds(6)));
  CHECK(read_model_file(kept.file.string()).n_steps == 1);
  kept.run.training.step();
  CHECK_FALSE(kept.keeper.keep_now_and_then());
  CHECK(kept.keeper.kept_step() == 1);
  // Its own file it may replace without being allowed to overwrite others.
  CHECK_FALSE(kept.keeper.keep_now_and_then(kept.start + std::chrono::hours(1)));
  CHECK(read_model_file(kept.file.string()).n_steps == 2);
}

TEST_CASE("ModelKeeper: what cannot be kept on the way is told once", "[cli][learn]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "gone");
  KeptRun kept(folder.path() / "gone" / "m.safetensors");
  std::filesystem::remove(folder.path() / "gone");
  const auto later = kept.start + std::chrono::hours(1);
  const std::optional<std::string> failure = kept.keeper.keep_now_and_then(later);
  REQUIRE(failure);
  CHECK_THAT(*failure, ContainsSubstring("after 0 steps, and learning goes on: "));
  CHECK_FALSE(kept.keeper.keep_now_and_then(later + std::chrono::hours(1)));
  CHECK_THROWS_AS(kept.keeper.keep(), InputError);
}

TEST_CASE("ModelKeeper: keeps nothing where nobody asked for a file", "[cli][learn]") {
  QuickTraining run(make_task(usual_settings(TaskKind::copy)));
  const LearnFileFlags flags;
  ModelKeeper keeper(flags, run.training, nullptr);
  CHECK_FALSE(keeper.keep_now_and_then(ModelKeeper::Clock::now() + std::chrono::hours(1)));
  CHECK_FALSE(keeper.keep());
  CHECK_FALSE(keeper.kept_step());
}
