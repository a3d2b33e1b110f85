#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/terminal/terminal.hpp"
#include "learning/report/report.hpp"
#include "learning/tasks/tasks.hpp"
#include "learning/text/text.hpp"
#include "learning/training/training.hpp"
#include "render/layout.hpp"

namespace attn {

/// What is learned, by what and how long, as typed.
struct LearnFlags {
  std::vector<std::string> words;  ///< TASK, and FILE of a text
  Flag model{"--model"}, labels{"--labels"}, training{"--training"}, compare{"--compare"};
  Flag grammar{"--grammar"}, unit{"--unit"}, temperature{"--temperature"};
  Flag tokens{"--tokens"}, vocab{"--vocab"}, d_model{"--d-model"}, heads{"--heads"},
      layers{"--layers"}, dropout{"--dropout"};
  Flag steps{"--steps"}, batch{"--batch"}, lr{"--lr"}, seed{"--seed"}, threads{"--threads"};

  void add_to(FlagTable& table);
};

/// The task that is named first.
/// Errors:  InputError if there is none or no such task.
TaskKind learn_task(const LearnFlags& flags);

/// The file of a text; "" for the other tasks, and for the sentences of a grammar.
/// Errors:  InputError if a text has neither file nor grammar or has both, or there are words that
///          nobody reads.
std::string learn_path(const LearnFlags& flags, TaskKind task);

/// The usual settings of the task and the model, with what was typed in their place.
/// Errors:  InputError if a flag is not read by them or out of its range, if settings do not fit
///          each other, or if the run would take too much memory.
LearnSettings read_learn_settings(const LearnFlags& flags, TaskKind task);

/// The same of one of the models that --compare sets side by side.
LearnSettings read_compared_settings(const LearnFlags& flags, ClassifierKind model);

/// How sharply a text is sampled.
/// Errors:  InputError if it is no number from 0.01 to 100.
double read_temperature(const LearnFlags& flags);

/// Where a model is kept and the pages and figures of its run are, and where one goes on from, as
/// typed.
struct LearnFileFlags {
  Flag output{"--output"}, resume{"--resume"}, parameters_only{"--parameters-only"},
      force{"--force"}, open{"--open"}, figure_width{"--figure-width"};
  std::vector<std::string> pages{}, figures{};  ///< of what was typed for --output

  void add_to(FlagTable& table);

  /// Whether anything is written besides the model.
  bool has_pictures() const;

  /// Takes pages and figures out of what was typed for --output: what stays is where the model
  /// goes. A page that is only opened is one among the temporary files.
  void take_pictures();
};

/// Refuses, before anything is learned, a file that could not be written afterwards.
/// Errors:  InputError, SurroundingsError
void require_learn_output(const LearnFileFlags& flags);

/// Writes the losses of a run to the figures that were asked for, and says so.
/// Errors:  InputError, SurroundingsError
void write_loss_figures(const LearnFileFlags& flags, const LearningReport& report,
                        const Layout& layout);

/// The model that --resume goes on from; none where it was not typed.
/// Errors:  InputError if it cannot be read, learns another task, has made all its steps, or if a
///          flag was typed that it has settled: all but --steps, --threads and --temperature.
std::optional<ModelFile> read_resumed(const LearnFileFlags& file_flags, const LearnFlags& flags,
                                      TaskKind task);

/// Refuses another text than the one that the model has read.
/// Errors:  InputError
void require_same_text(const ModelFile& file, const Corpus& corpus);

/// A path as messages show it: not all of a very long one.
std::string shortened_path(const std::string& path);

/// How to go on with a model that was kept, and to keep it again:
/// "attn learn copy --resume copy.safetensors -o copy.safetensors --force".
std::string resume_command(const LearnFileFlags& flags, const LearnFlags& learn);

/// The points of a curve as text, each once.
class PrintedCurve {
 public:
  enum class Form {
    none,
    rows,     ///< a table for people
    records,  ///< tab-separated
  };

  PrintedCurve(Form form, const Layout& layout) : form_(form), layout_(layout) {}

  /// What came since the last time.
  std::string next(const std::vector<CurvePoint>& curve);

 private:
  Form form_;
  const Layout& layout_;
  std::size_t n_printed_ = 0;
};

/// All flags of `attn learn`, and what follows from them for its output.
struct LearnCommand {
  LearnFlags flags{};
  LearnFileFlags files{};
  ScreenFlags screen{};
  Flag curve{"--curve"}, json{"--json"}, plain{"--plain"};

  void add_to(FlagTable& table);

  bool is_for_programs() const { return json || plain; }

  /// Whether a person sits before a terminal and sees how it learns.
  bool is_live() const;

  /// How the curve is printed while it comes about.
  PrintedCurve::Form curve_form() const;

  /// Whether standard error says how far a run is: where nothing else comes meanwhile.
  bool has_progress() const;
  bool shows_progress_of_comparison() const;
};

/// The four classifiers one after another on the same data, and one table of them all.
int compare_models(const LearnCommand& command, const Layout& layout);

/// About how much memory a run takes.
///
///     4 · (rows · (layers · (24 d + 2 h n) + 2 V) + 4 P),   P = layers · 12 d² + 2 V d
///
/// with rows = n · (the larger of batch and what is judged at once).
///
/// Units:   bytes
double learning_bytes(const LearnSettings& settings);

/// Refuses a run that would take too much.
/// Errors:  InputError with what it would take and what may be smaller.
void require_room_for(const LearnSettings& settings);

/// Writes a page of a run in both languages to some files, and says so. `again` tells the same run
/// in the language that is spoken then; nothing is learned twice.
/// Errors:  InputError, SurroundingsError
void write_learning_pages(const std::vector<std::string>& paths, bool overwrite,
                          const LearningReport& told, const std::function<LearningReport()>& again);

/// How far a run is, on standard error: a line, and where the terminal is high enough the curve so
/// far above it. Drawn anew a few times a second, and erased at the end.
class LearnProgress {
 public:
  /// `name` is what the line begins with. It is as wide as the layout where somebody gave that
  /// width and the terminal has room; else as wide as the terminal is at the time.
  LearnProgress(std::string name, const Training& training, const Layout& layout,
                bool width_is_given);

  void show();

  /// Erases what stands there, until it is shown again.
  void clear() { live_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;
  std::string text() const;

  std::string name_;
  const Training& training_;
  Layout layout_;
  unsigned widest_;
  std::uint64_t first_step_;
  Clock::time_point start_ = Clock::now(), shown_ = start_;
  LiveText live_{};
};

/// How a run ended.
enum class RunEnd { done, interrupted, blown_up };

/// Makes steps until all are made, a signal interrupts them (Ctrl-C), or a loss is no number any
/// more. `look` is called before the first step and after each. Who takes note of the signal goes
/// on doing so until the model is where it belongs.
RunEnd run_training(Training& training, const InterruptNote& interrupt,
                    const std::function<void()>& look);

/// Says on standard error why learning could not go on, and what to try. Returns the exit code.
int report_blowup(const Training& training);

/// Texts that a language model makes up while it learns: at the beginning, after a tenth, a quarter
/// and half of the steps, and at the end.
class LearnSamples {
 public:
  /// The corpus must live as long.
  LearnSamples(const Corpus& corpus, double temperature)
      : corpus_(corpus), temperature_(temperature) {}

  /// Takes one where one is due.
  void take(Training& training, Workers& workers);

  const std::vector<SampledText>& texts() const { return texts_; }

 private:
  const Corpus& corpus_;
  double temperature_;
  std::vector<SampledText> texts_{};
};

/// The model of a run in its file: now and then while it learns, so that a kill costs seconds, and
/// at its end. Whatever happens, there is a whole model in the file, or none at all.
class ModelKeeper {
 public:
  using Clock = std::chrono::steady_clock;

  /// All must live as long; no corpus but for text.
  ModelKeeper(const LearnFileFlags& flags, Training& training, const Corpus* corpus);

  /// Writes the model if nobody has for a while: five seconds, or twenty times what writing it took
  /// the last time. What went wrong, if anything did for the first time; learning can go on.
  std::optional<std::string> keep_now_and_then(Clock::time_point now = Clock::now());

  /// Writes the model, and tells so. False where nobody asked for it.
  /// Errors:  InputError, SurroundingsError if it cannot be written.
  bool keep();

  /// After how many steps the model was that the file holds; nothing where this run wrote none.
  std::optional<std::uint64_t> kept_step() const { return kept_step_; }

 private:
  void write();

  const LearnFileFlags& flags_;
  Training& training_;
  const Corpus* corpus_;
  bool may_write_on_the_way_, has_failed_ = false;
  Clock::time_point written_ = Clock::now();
  Clock::duration pause_;
  std::optional<std::uint64_t> kept_step_{};
};

}  // namespace attn
