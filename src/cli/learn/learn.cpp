#include "cli/learn/learn.hpp"

#include <chrono>
#include <exception>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "base/count.hpp"
#include "base/message.hpp"
#include "cli/commands.hpp"
#include "cli/present/pages.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/file.hpp"
#include "learning/learned/learned.hpp"
#include "learning/report/report.hpp"
#include "learning/text/text.hpp"
#include "render/learning/learning.hpp"
#include "render/text/document.hpp"

namespace attn {

namespace {

constexpr std::uintmax_t kLearnTextLimit = 8 * kMiB;

// A grammar writes other sentences for another seed, which a model that goes on has settled. So has
// it the unit; else the text tells it where nobody does.
Corpus read_corpus(const LearnFlags& flags, const std::string& path, const LearnSettings& settings,
                   bool goes_on) {
  if (flags.grammar) return grammar_corpus(flags.grammar.text(), settings.seed);
  const bool is_input = path == "-";
  const std::optional<TextUnit> unit =
      goes_on || flags.unit ? std::optional(settings.unit) : std::nullopt;
  return corpus_of_text(is_input ? read_standard_input() : file_bytes(path, kLearnTextLimit),
                        is_input ? translated("standard input") : path, unit, settings.n_tokens);
}

void print_report(const LearnCommand& command, const LearningReport& report,
                  const std::string& title, const Layout& layout) {
  if (command.plain) return;
  if (command.json) {
    print_result(json_document(learning_json(report)));
    return;
  }
  const bool shows_curve = command.curve || command.is_live();
  const std::string curve = shows_curve ? learning_curve_text(report, layout) + "\n" : "";
  if (command.is_live())
    print_screen(title + "\n" + curve + learning_text(report, layout));
  else
    print_result("\n" + curve + learning_text(report, layout));
}

// One model, from its beginning or from where a file left it.
class LearnOne {
 public:
  LearnOne(const LearnCommand& command, const Task& task, const Corpus* corpus, bool goes_on,
           const Layout& layout)
      : command_(command),
        layout_(layout),
        workers_(command.flags.threads.threads().value_or(0)),
        training_(task, workers_),
        read_(corpus ? std::optional(read_text_of(*corpus, !goes_on)) : std::nullopt),
        printed_(command.curve_form(), layout),
        title_(title_text(
            learning_title(task.settings(), read_, training_.model().parameters.size()), layout)),
        keeper_(command.files, training_, corpus) {
    if (corpus) samples_.emplace(*corpus, read_temperature(command.flags));
  }

  void go_on(const ModelFile& file) { go_on_from(file, training_); }

  int run() {
    if (command_.curve_form() == PrintedCurve::Form::rows) print_on_the_way(title_ + "\n");
    // Also between the last step and the file nothing is lost.
    std::optional<InterruptNote> interrupt(std::in_place);
    const RunEnd end = run_with_progress(*interrupt);
    if (end == RunEnd::blown_up) return stop_at_blowup();
    if (end == RunEnd::interrupted) return report_interrupt(keeper_.keep());
    const std::exception_ptr failure = why_not_kept();
    if (interrupt->is_there() && !failure) return InterruptNote::exit_code();
    interrupt.reset();
    const LearningReport told = tell();
    if (!is_reader_gone_) print_report(command_, told, title_, layout_);
    write_learning_pages(command_.files.pages, bool(command_.files.force), told,
                         [this] { return tell(); });
    write_loss_figures(command_.files, told, layout_);
    if (command_.files.open) open_page(command_.files.pages.front());
    if (failure) std::rethrow_exception(failure);
    return kDone;
  }

 private:
  // What was learned, in the language that is spoken now.
  LearningReport tell() {
    LearningReport told = learning_report(training_, workers_);
    if (samples_) told.samples = samples_->texts();
    told.text = read_;
    return told;
  }

  RunEnd run_with_progress(const InterruptNote& interrupt) {
    std::optional<LearnProgress> progress;
    const char* const name = name_in(kTaskKinds, training_.task().settings().task);
    if (command_.has_progress())
      progress.emplace(name, training_, layout_, bool(command_.screen.width));
    return run_training(training_, interrupt, [&] {
      if (samples_) samples_->take(training_, workers_);
      print_on_the_way(printed_.next(training_.curve()));
      if (const std::optional<std::string> failure = keeper_.keep_now_and_then()) {
        if (progress) progress->clear();
        print_note(*failure);
      }
      if (progress) progress->show();
    });
  }

  // Who asked for a file gets it, even where nobody reads what is printed meanwhile.
  void print_on_the_way(const std::string& text) {
    if (text.empty() || is_reader_gone_) return;
    try {
      print_result(text);
    } catch (const ClosedPipe&) {
      if (!command_.files.output && !command_.files.has_pictures()) throw;
      is_reader_gone_ = true;
    }
  }

  // What was learned is shown, even where it cannot be kept.
  std::exception_ptr why_not_kept() {
    try {
      keeper_.keep();
    } catch (const std::runtime_error&) {
      return std::current_exception();
    }
    return nullptr;
  }

  int stop_at_blowup() const {
    const int code = report_blowup(training_);
    if (const auto step = keeper_.kept_step())
      print_note(message("{} holds the model after {} steps.",
                         shortened_path(command_.files.output.text()), count_text(*step)));
    return code;
  }

  int report_interrupt(bool is_kept) const {
    const std::string n_done = count_text(training_.n_steps()),
                      n_steps = count_text(training_.task().settings().n_steps);
    print_note(is_kept ? message("stopped after {} of {} steps. To go on: {}", n_done, n_steps,
                                 resume_command(command_.files, command_.flags))
                       : message("stopped after {} of {} steps; nothing was kept. With -o FILE the "
                                 "model is.",
                                 n_done, n_steps));
    return InterruptNote::exit_code();
  }

  const LearnCommand& command_;
  const Layout& layout_;
  Workers workers_;
  Training training_;
  std::optional<ReadText> read_;
  std::optional<LearnSamples> samples_{};
  PrintedCurve printed_;
  std::string title_;
  ModelKeeper keeper_;
  bool is_reader_gone_ = false;
};

int learn_one(const LearnCommand& command, const Task& task, const Corpus* corpus,
              const std::optional<ModelFile>& resumed, const Layout& layout) {
  LearnOne one(command, task, corpus, resumed.has_value(), layout);
  if (resumed) one.go_on(*resumed);
  return one.run();
}

int learn(LearnCommand command) {
  leave_at_interrupt();
  const Layout layout = command.screen.read_layout();
  refuse_two_of({command.curve, command.json, command.plain});
  if (command.files.open) refuse_beside(command.files.open, {command.json, command.plain});
  const TaskKind kind = learn_task(command.flags);
  const std::string path = learn_path(command.flags, kind);
  if (command.flags.compare && kind == TaskKind::classify) return compare_models(command, layout);
  command.files.take_pictures();
  const std::optional<ModelFile> resumed = read_resumed(command.files, command.flags, kind);
  const LearnSettings settings =
      resumed ? resumed->settings : read_learn_settings(command.flags, kind);
  require_room_for(settings);
  require_learn_output(command.files);
  if (kind != TaskKind::text)
    return learn_one(command, *make_task(settings), nullptr, resumed, layout);
  const Corpus corpus = read_corpus(command.flags, path, settings, resumed.has_value());
  if (resumed) require_same_text(*resumed, corpus);
  const std::unique_ptr<Task> task = text_task(settings, corpus);
  require_room_for(task->settings());
  return learn_one(command, *task, &corpus, resumed, layout);
}

}  // namespace

Action add_learn(FlagTable& table) {
  const auto command = std::make_shared<LearnCommand>();
  command->add_to(table);
  return [command] { return learn(*command); };
}

std::string PrintedCurve::next(const std::vector<CurvePoint>& curve) {
  std::string text;
  if (form_ == Form::none) return text;
  const bool is_rows = form_ == Form::rows;
  for (; n_printed_ < curve.size(); ++n_printed_) {
    const CurvePoint& point = curve[n_printed_];
    if (n_printed_ == 0)
      text += is_rows ? curve_header(point.held_out_accuracy.has_value(), layout_)
                      : curve_record_header();
    text += is_rows ? curve_row(point, layout_) : curve_record(point);
  }
  return text;
}

void LearnCommand::add_to(FlagTable& table) {
  flags.add_to(table);
  files.add_to(table);
  const FlagGroup shown(table, translated("What is shown"));
  shown.flag(curve, translated("The losses as a picture; on a terminal it is always there"));
  shown.in_page(PageRole::nowhere)
      .value(screen.explain, "0|1|2", translated("Words: none, or sentences"));
  screen.add_screen_flags(FlagGroup(table, translated("Screen")));
  const FlagGroup programs(table, translated("For other programs"), PageRole::nowhere);
  programs.flag(json, translated("One JSON document, schema attn.learn/1"));
  programs.flag(plain, translated("The curve as tab-separated records, one a point"));
}

bool LearnCommand::is_live() const { return output_is_terminal() && errors_are_redrawable(); }

PrintedCurve::Form LearnCommand::curve_form() const {
  if (plain) return PrintedCurve::Form::records;
  return json || is_live() ? PrintedCurve::Form::none : PrintedCurve::Form::rows;
}

bool LearnCommand::has_progress() const {
  if (!errors_are_redrawable()) return false;
  return output_is_terminal() ? !plain : is_for_programs();
}

// It prints nothing before its end.
bool LearnCommand::shows_progress_of_comparison() const { return errors_are_redrawable(); }

namespace {

int stopped_comparison() {
  print_note(translated("stopped; nothing was kept."));
  return InterruptNote::exit_code();
}

// One model from its beginning to its end; not 0 where it did not get there.
int learn_model(const LearnCommand& command, const LearnSettings& settings, Workers& workers,
                const Layout& layout, std::vector<ComparedModel>& models) {
  using Clock = std::chrono::steady_clock;
  const std::unique_ptr<Task> task = make_task(settings);
  Training training(*task, workers);
  std::optional<LearnProgress> progress;
  const std::string name = message("{} of {}: {}", models.size() + 1, std::size(kClassifierKinds),
                                   name_in(kClassifierKinds, settings.classifier));
  if (command.shows_progress_of_comparison())
    progress.emplace(name, training, layout, bool(command.screen.width));
  const InterruptNote interrupt;
  const Clock::time_point start = Clock::now();
  const RunEnd end = run_training(training, interrupt, [&] {
    if (progress) progress->show();
  });
  const std::chrono::duration<double> time = Clock::now() - start;
  progress.reset();
  if (end == RunEnd::interrupted) return stopped_comparison();
  if (end == RunEnd::blown_up) return report_blowup(training);
  const std::unique_ptr<Network<float>> before = task->new_model();
  const Table measures = task->measures(*before, training.model(), workers);
  models.push_back({.model = settings.classifier,
                    .n_parameters = training.model().parameters.size(),
                    .held_out_accuracy = measured_after(measures, "accuracy"),
                    .training_accuracy = measured_after(measures, "training_accuracy"),
                    .majority_class = measured_after(measures, "majority_class"),
                    .seconds = time.count()});
  return kDone;
}

}  // namespace

int compare_models(const LearnCommand& command, const Layout& layout) {
  refuse_beside(command.flags.compare,
                joined({{command.curve, command.plain}, flags_of(command.files)}));
  std::vector<LearnSettings> all;
  for (const auto& kind : kClassifierKinds)
    all.push_back(read_compared_settings(command.flags, kind.value));
  Workers workers(command.flags.threads.threads().value_or(0));
  std::vector<ComparedModel> models;
  for (const LearnSettings& settings : all)
    if (const int code = learn_model(command, settings, workers, layout, models); code != kDone)
      return code;
  const Report report = learning_comparison_report(models, all.front());
  if (command.json)
    print_result(json_document(report.json));
  else
    print_screen(report_text(report, layout));
  return kDone;
}

}  // namespace attn
