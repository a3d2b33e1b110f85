#include "cli/learn/learn_file.hpp"

#include <algorithm>
#include <filesystem>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/figure/figure_file.hpp"
#include "cli/figure/figure_width.hpp"
#include "cli/present/open_page.hpp"
#include "cli/terminal/output.hpp"
#include "data/files/write_file.hpp"
#include "render/drawing/figures.hpp"

namespace attn {

std::string shortened_path(const std::string& path) {
  constexpr int kLongest = 200;
  return preview(path, kLongest);
}

void LearnFileFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("Kept models"));
  group.values(
      output, "FILE",
      translated("Keep the model in FILE (.safetensors): now and then, at the end and at Ctrl-C; "
                 "or write there at the end, FILE.html a page to open in a browser, .svg .pdf .png "
                 "its losses as a figure. May be repeated"));
  group.value(resume, "FILE",
              translated("Go on with a model that was kept, as if it had never stopped; --steps is "
                         "how many it makes in all (of text, reverse and sort the learning rate "
                         "hangs on it)"));
  group.flag(parameters_only,
             translated("Keep what it has learned alone: a third of the size, but learning cannot "
                        "go on from it"));
  add_figure_width(group, figure_width);
  group.flag(force, translated("Overwrite a file that exists"));
  group.flag(open, translated("Open the page in a browser; without -o FILE.html, one for now"));
}

bool LearnFileFlags::has_pictures() const { return !pages.empty() || !figures.empty(); }

void LearnFileFlags::take_pictures() {
  const std::vector<std::string> typed = output.texts();
  output.take_back();
  for (const std::string& path : typed)
    if (is_page_file(path))
      pages.push_back(path);
    else if (figure_format_of(path))
      figures.push_back(path);
    else
      output.give(path);
  if (open) page_to_open(pages, "learn");
}

namespace {

// Where the model goes: one file, of the one kind that there is.
void require_model_file(const Flag& output) {
  if (output.texts().size() > 1)
    throw InputError(message("a run keeps its model in one file, but {} and {} were named.",
                             shortened_path(output.texts().front()),
                             shortened_path(output.text())));
  const std::string& path = output.text();
  if (lower_case(std::filesystem::path(path).extension().string()) != ".safetensors")
    throw InputError(
        message("a model is kept in a .safetensors file, but {} is not named so. Try "
                "{}.safetensors.",
                shortened_path(path), shortened_path(path)));
}

}  // namespace

void require_learn_output(const LearnFileFlags& flags) {
  read_figure_width(flags.figure_width, flags.figures);
  std::vector<std::string> targets = flags.pages;
  targets.insert(targets.end(), flags.figures.begin(), flags.figures.end());
  if (flags.output) {
    require_model_file(flags.output);
    targets.push_back(flags.output.text());
  } else {
    require_used_with({flags.parameters_only}, flags.output.name());
  }
  if (targets.empty()) require_used_with({flags.force}, flags.output.name());
  require_writable_targets(targets, bool(flags.force));
  require_drawable_figures(flags.figures);
}

void write_loss_figures(const LearnFileFlags& flags, const LearningReport& report,
                        const Layout& layout) {
  if (flags.figures.empty()) return;
  const FigureWidth width = read_figure_width(flags.figure_width, flags.figures);
  write_files(figure_files(learning_figure(report, layout, width), flags.figures),
              bool(flags.force));
  print_written(flags.figures);
}

std::optional<ModelFile> read_resumed(const LearnFileFlags& file_flags, const LearnFlags& flags,
                                      TaskKind task) {
  if (!file_flags.resume) return std::nullopt;
  refuse_beside(file_flags.resume, unread(flags_of(flags), {flags.grammar, flags.steps,
                                                            flags.threads, flags.temperature}));
  if (task != TaskKind::text) refuse_beside(file_flags.resume, {flags.grammar, flags.temperature});
  const std::string& path = file_flags.resume.text();
  ModelFile file = read_model_file(path);
  if (file.settings.task != task)
    throw InputError(message(
        "{} holds a model that learns {}, not {}. Try attn learn {} --resume "
        "{}.",
        shortened_path(path), name_in(kTaskKinds, file.settings.task), name_in(kTaskKinds, task),
        name_in(kTaskKinds, file.settings.task), shell_word(path)));
  const std::uint64_t n_steps = flags.steps.count(1, kMostSteps).value_or(file.settings.n_steps);
  if (n_steps <= file.n_steps)
    throw InputError(
        message("the model in {} has made {} steps already, of {} that were asked for "
                "in all. Give more: --steps {}.",
                shortened_path(path), count_text(file.n_steps), count_text(n_steps),
                std::min<std::uint64_t>(2 * file.n_steps, kMostSteps)));
  file.settings.n_steps = n_steps;
  return file;
}

void require_same_text(const ModelFile& file, const Corpus& corpus) {
  const std::vector<std::string>& words = corpus.vocabulary.words();
  constexpr std::ptrdiff_t kOwnWords = 2;  // of every vocabulary: <s> and padding
  const bool is_same = file.text && file.text->fingerprint == fingerprint_of(corpus) &&
                       std::equal(words.begin() + kOwnWords, words.end(), file.text->words.begin(),
                                  file.text->words.end());
  if (is_same) return;
  throw InputError(
      message("the model in {} has read another text: {}. To go on it needs the same "
              "one as before.",
              shortened_path(file.path), file.text ? shortened_path(file.text->title) : "-"));
}

std::string resume_command(const LearnFileFlags& flags, const LearnFlags& learn) {
  std::string command = "attn learn";
  for (const std::string& word : learn.words) command += " " + shell_word(word);
  if (learn.grammar) command += " --grammar " + learn.grammar.text();
  const std::string file = shell_word(flags.output.text());
  if (flags.parameters_only) command += " " + flags.parameters_only.name();
  return command + " --resume " + file + " -o " + file + " --force";
}

}  // namespace attn
