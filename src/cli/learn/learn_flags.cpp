#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/figure/figure.hpp"
#include "cli/learn/learn.hpp"
#include "cli/present/pages.hpp"
#include "cli/program/program.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/write_file.hpp"
#include "learning/learned/learned.hpp"
#include "render/drawing/figures.hpp"
#include "render/page/costs_page.hpp"

namespace attn {

namespace {

struct TaskEntry {
  TaskKind task;
  const char* words;  ///< how it is called: "text FILE"
  const char* does;
};

std::vector<TaskEntry> task_entries() {
  return {
      {TaskKind::copy, "copy",
       translated("random vectors come out as they went in: the diagonal appears")},
      {TaskKind::reverse, "reverse", translated("digits come out backwards: the antidiagonal")},
      {TaskKind::sort, "sort", translated("digits come out in order: learned without a picture")},
      {TaskKind::classify, "classify",
       translated("which of two words comes first; attention, LSTM and RNN with --compare")},
      {TaskKind::recall, "recall",
       translated("what followed this key before? Two heads work together")},
      {TaskKind::text, "text FILE", translated("the next word of a text, or its next character")}};
}

bool has_vocabulary(const LearnSettings& settings) {
  return settings.task != TaskKind::copy && settings.task != TaskKind::text;
}
bool is_classify(const LearnSettings& settings) { return settings.task == TaskKind::classify; }
bool is_text(const LearnSettings& settings) { return settings.task == TaskKind::text; }

// Which runs read a flag. Those without a line here are read by all.
struct LearnFlagUse {
  const Flag& flag;
  bool (*by)(const LearnSettings& settings);
};

std::vector<LearnFlagUse> uses_of_learn(const LearnFlags& flags) {
  return {{flags.model, is_classify},
          {flags.labels, is_classify},
          {flags.training, is_classify},
          {flags.compare, is_classify},
          {flags.grammar, is_text},
          {flags.unit, is_text},
          {flags.temperature, is_text},
          {flags.vocab, has_vocabulary},
          {flags.heads, has_heads_and_layers},
          {flags.layers, has_heads_and_layers},
          {flags.dropout, has_heads_and_layers}};
}

void refuse_unread_of_learn(const LearnFlags& flags, const LearnSettings& settings) {
  for (const LearnFlagUse& use : uses_of_learn(flags)) {
    if (!use.flag || use.by(settings)) continue;
    std::string run = std::string("attn learn ") + name_in(kTaskKinds, settings.task);
    if (is_classify(settings))
      run += std::string(" --model ") + name_in(kClassifierKinds, settings.classifier);
    throw InputError(message("{} has no effect on {}. Leave it out.", use.flag.name(), run));
  }
}

void read_sizes(const LearnFlags& flags, LearnSettings& settings) {
  settings.n_tokens =
      flags.tokens.count(least_tokens(settings.task), kLongestSequence).value_or(settings.n_tokens);
  settings.n_vocabulary = flags.vocab.count(least_vocabulary(settings.task), kLargestVocabulary)
                              .value_or(settings.n_vocabulary);
  settings.d_model = flags.d_model.count(1, kWidestModel).value_or(settings.d_model);
  settings.n_heads = flags.heads.count(1, kWidestModel).value_or(settings.n_heads);
  settings.n_layers = flags.layers.count(1, kMostLayers).value_or(settings.n_layers);
  settings.n_training = flags.training.count(2, kMostTraining).value_or(settings.n_training);
  settings.dropout = flags.dropout.number().value_or(settings.dropout);
}

// Sentences of a grammar are of words, and as long as it writes them.
LearnSettings settings_before_flags(const LearnFlags& flags, TaskKind task,
                                    ClassifierKind classifier) {
  LearnSettings settings = usual_settings(task, classifier);
  refuse_unread_of_learn(flags, settings);
  refuse_conflicts_of(flags);
  if (!flags.grammar) return settings;
  return grammar_settings(flags.grammar.text());
}

LearnSettings settings_of(const LearnFlags& flags, TaskKind task, ClassifierKind classifier) {
  LearnSettings settings = settings_before_flags(flags, task, classifier);
  settings.labels = flags.labels.choice(kLabelKinds).value_or(settings.labels);
  settings.unit = flags.unit.choice(kTextUnits).value_or(settings.unit);
  read_sizes(flags, settings);
  settings.n_steps = flags.steps.count(1, kMostSteps).value_or(settings.n_steps);
  settings.n_in_batch = flags.batch.count(1, kMostInBatch).value_or(settings.n_in_batch);
  settings.learning_rate = flags.lr.number().value_or(settings.learning_rate);
  settings.seed = flags.seed.count(0, UINT32_MAX).value_or(settings.seed);
  require_sound(settings);
  require_room_for(settings);
  return settings;
}

}  // namespace

void LearnFlags::add_to(FlagTable& table) {
  const FlagGroup task(table, translated("What is learned"));
  task.words("TASK", words, translated("One of those above, and the file of a text"));
  task.value(tokens, "N", translated("Tokens of a sequence; of text at most"));
  task.value(vocab, "N", translated("Digits, words or keys that there are"));
  const FlagGroup classes(table, translated("Of classify"));
  classes.value(
      model, "NAME",
      translated("attention (default), simple: attention without positions, lstm or rnn"));
  classes.flag(compare, translated("All four models on the same data, in one table"),
               {.excludes = {"--model", "--heads", "--layers", "--dropout"}});
  classes.value(labels, "KIND",
                translated("order: a rule that can be learned (default); random: a coin"));
  classes.value(training, "N", translated("Sequences to learn from; they come again"));
  const FlagGroup of_text(table, translated("Of text"));
  of_text.value(grammar, "en|ja",
                translated("In the place of FILE: sentences that a grammar writes, with the "
                           "settings of the model of --learned"),
                {.excludes = {"--unit", "--tokens"}});
  of_text.value(unit, "KIND", translated("words or characters (default: by the look of the text)"));
  of_text.value(temperature, "X",
                translated("How daring the sentences it makes up are; 1: as learned (default)"));
  const FlagGroup what(table, translated("By what"));
  what.value(d_model, "N", translated("Width of an embedding"));
  what.value(heads, "N", translated("Number of heads"));
  what.value(layers, "N", translated("Number of layers"));
  what.value(dropout, "P", translated("Part that is dropped in training"));
  const FlagGroup how(table, translated("How"));
  how.value(steps, "N", translated("Updates"));
  how.value(batch, "N", translated("Sequences of an update"));
  how.value(lr, "X", translated("Learning rate of Adam"));
  how.value(seed, "N", translated("Other first numbers and other data, the same for one N (42)"));
  how.value(threads, "N", translated("Number of threads (default: all); no digit changes"));
}

std::vector<OptionEntry> learn_task_entries() {
  std::vector<OptionEntry> entries;
  for (const TaskEntry& entry : task_entries())
    entries.push_back({.name = entry.words, .description = entry.does});
  return entries;
}

TaskKind learn_task(const LearnFlags& flags) {
  if (!flags.words.empty()) return choice_value("TASK", flags.words.front(), kTaskKinds);
  std::vector<std::string> hints;
  for (const TaskEntry& entry : task_entries())
    hints.push_back(std::string("attn learn ") + entry.words + ": " + entry.does);
  throw InputError(translated("attn learn needs to know what is to be learned. Try one of these."),
                   hints);
}

std::string learn_path(const LearnFlags& flags, TaskKind task) {
  const bool has_file = task == TaskKind::text && !flags.grammar;
  if (has_file && flags.words.size() < 2)
    throw InputError(
        translated("attn learn text needs a file of text to learn from: attn learn text FILE, or - "
                   "for standard input. --grammar en writes sentences of its own."));
  const std::size_t n_read = has_file ? 2 : 1;
  const std::string grammar = flags.grammar ? " --grammar " + flags.grammar.text() : "";
  if (flags.words.size() > n_read)
    throw InputError(message("attn learn {} has no use for \"{}\". Leave it out.",
                             name_in(kTaskKinds, task) + grammar, flags.words[n_read]));
  return has_file ? flags.words[1] : "";
}

LearnSettings read_learn_settings(const LearnFlags& flags, TaskKind task) {
  const auto classifier = flags.model.choice(kClassifierKinds).value_or(ClassifierKind::attention);
  return settings_of(flags, task, classifier);
}

LearnSettings read_compared_settings(const LearnFlags& flags, ClassifierKind model) {
  return settings_of(flags, TaskKind::classify, model);
}

double read_temperature(const LearnFlags& flags) {
  constexpr double kColdest = 0.01, kHottest = 100.0;
  const double temperature = flags.temperature.number().value_or(1.0);
  if (temperature >= kColdest && temperature <= kHottest) return temperature;
  throw InputError(message("{} must be a number from {} to {}, but it is {}.",
                           flags.temperature.name(), kColdest, kHottest, temperature));
}

std::string shortened_path(const std::string& path) {
  constexpr int kLongest = 200;
  return preview(path, kLongest);
}

void LearnFileFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("Kept models")), where = group.in_page(PageRole::nowhere);
  where.values(
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
  add_figure_width(where, figure_width);
  where.flag(force, translated("Overwrite a file that exists"));
  where.flag(open, translated("Open the page in a browser; without -o FILE.html, one for now"));
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
  const Form form{file_flags.resume,
                  {flags.grammar, flags.steps, flags.threads, flags.temperature}};
  form.refuse_others(flags_of(flags));
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

namespace {

using Json = nlohmann::ordered_json;

Json in_language(const LearningReport& told) {
  Json data = learning_data(told);
  data["texts"] = learning_texts();
  return data;
}

std::string page_of(const LearningReport& told, const std::function<LearningReport()>& again) {
  Json data = data_in_both_languages(in_language(told), [&] { return in_language(again()); });
  return report_page("learn", std::move(data), page_command("learn", typed_words()).all(),
                     learning_tables(told), language_code());
}

}  // namespace

void write_learning_pages(const std::vector<std::string>& paths, bool overwrite,
                          const LearningReport& told,
                          const std::function<LearningReport()>& again) {
  if (paths.empty()) return;
  const std::string page = page_of(told, again);
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& path : paths) files.emplace_back(path, page);
  write_files(files, overwrite);
  print_written(paths);
}

}  // namespace attn
