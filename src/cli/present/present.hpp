// The second half of every subcommand: stages picked, files written, a screen printed.
#pragma once

#include <armadillo>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "render/drawing/figures.hpp"
#include "trace/trace.hpp"

namespace attn {

enum class Screen { text, step, shapes, summary, quiet, json, plain };

/// What a screen has room for besides the numbers of stages.
struct ScreenRoom {
  bool tables = false;           ///< even where there is nothing else
  bool warnings = false;         ///< elsewhere they would be lost
  bool words = false;            ///< what is said of each stage
  bool pictures = false;         ///< those of --view
  bool is_for_programs = false;  ///< which read it as it is: nothing else is printed
};

const ScreenRoom& room_of(Screen screen);

/// What is shown, how, and where else it goes.
struct ViewChoice {
  Layout layout;
  Screen screen = Screen::text;
  std::vector<std::string> stages;  ///< as typed; empty for all
  std::string from, to;             ///< the ends of a range of stages; empty for open
  std::vector<std::string> groups;  ///< "head 1": the groups wanted; empty for all
  std::string row;                  ///< as typed: the query that a picture shows alone
  std::vector<std::string> files;   ///< -o
  FigureWidth figure_width;         ///< of those that are figures
  bool overwrite = false;
  std::string opened{};       ///< the page among the files that is opened; "" for none
  bool result_alone = false;  ///< --quiet beside --plain: of the records, those of the result

  bool names_stages() const { return !stages.empty() || !from.empty() || !to.empty(); }
};

/// The same, as typed.
struct ViewFlags : ScreenFlags {
  Flag stages{"--stage"}, files{"--output"};
  Flag from{"--from"}, to{"--to"}, view{"--view"}, row{"--row"}, precision{"--precision"};
  Flag summary{"--summary"}, shapes_only{"--shapes-only"}, quiet{"--quiet"}, step{"--step"},
      json{"--json"}, plain{"--plain"}, arithmetic{"--arithmetic"}, force{"--force"},
      open{"--open"}, figure_width{"--figure-width"};

  void add_to(FlagTable& table);

  /// Whether what comes out is read by programs, which speak no language. Figures are not.
  bool is_for_programs() const;

  /// Errors: InputError naming the flag, or the file that cannot be written.
  ViewChoice read() const;
};

/// The flags of the screens that show no tables.
std::vector<std::string> screens_without_tables();

/// The part of a trace that the view flags ask for.
struct Selection {
  std::vector<const Stage*> stages;  ///< in the order of the trace
  std::vector<const Table*> tables;
  const Stage* result =
      nullptr;  ///< where only one can be shown: the answer, or the last one named
};

/// What --stage, --from and --to name, of the groups that are wanted; everything where they name
/// nothing.
/// Errors: InputError for a name that does not exist, or tables alone where a matrix is needed.
Selection selected(const Trace& trace, const ViewChoice& choice);

/// What a first look shows of a trace: its overview, or all of it where it has none.
Selection overview_of(const Trace& trace, Selection all);

/// What a subcommand has besides its trace.
struct Presented {
  std::function<Trace()> again{};  ///< the same trace once more: a page speaks two languages
  std::function<void(Trace&)>
      add_for_page{};                  ///< what only pages and figures have room for; or none
  std::function<void()> write_more{};  ///< writes files of its own, where nothing is refused
};

/// Shows a trace and writes it to files, as the view flags ask: the second half of every
/// subcommand. Returns the exit code.
/// Errors: InputError for a stage that does not exist; SurroundingsError
int present(const Trace& trace, const ViewChoice& choice, const Presented& more = {});

/// The sequences of a batch that --batch asks for; 0 where it was not typed.
/// Errors: InputError naming the flag and the most that there may be.
arma::uword n_batch_of(const Flag& batch);

/// Refuses --batch where nothing of what is shown is a shape, since it changes nothing else.
/// Errors: InputError naming both flags.
void require_shapes_shown(const Flag& batch, const ViewChoice& view, const Trace& trace);

/// Refuses, before anything is computed, a file name of an unknown kind or a file that cannot be
/// written.
/// Errors: InputError; SurroundingsError
void require_writable(const ViewChoice& choice);

/// Whether each of the files holds nothing but one matrix, so that no stages go into it.
/// Errors: InputError for a file name of an unknown kind
bool hold_one_matrix_each(const std::vector<std::string>& files);

/// Says on standard error which files were written, but for --quiet.
void say_written(const std::vector<std::string>& files, const ViewChoice& choice);

/// What goes into files.
struct Exported {
  const Trace& trace;
  const Selection& selection;
  const ViewChoice& choice;
  const std::function<Trace()>& again;              ///< the same trace once more; or none
  const std::function<void(Trace&)>& add_for_page;  ///< what only a page or figure has; or none
};

/// Writes the stages to every file that -o names: .json, .npz and .safetensors hold them all, .npy
/// and .csv the result, .html a page of the whole trace; .svg, .pdf and .png show what the screen
/// would. Tables go into .json and .html. Either all files are written or none.
/// Errors: InputError; SurroundingsError
void export_selection(const Exported& exported);

/// The row of a stage that has this word, or this number where no row alone has such a word. `flag`
/// is the one that asks for it.
/// Errors:  InputError if the stage has no such row, or several of that word, with those it has.
arma::uword row_named(const std::string& flag, const Stage& stage, const std::string& name);

/// The same for its columns.
arma::uword col_named(const std::string& flag, const Stage& stage, const std::string& name);

/// Whether place_named finds a place or refuses several: there is a token of that name or number.
bool names_place(const std::string& text, const std::vector<std::string>& tokens);

/// The place of the one token that is called so, or else the place that the text is the number of,
/// which is told where several are called so; nothing where there is neither.
/// Errors:  InputError naming the flag and the first two places of several, if it is no number.
std::optional<arma::uword> place_named(const std::string& flag, const std::string& text,
                                       const std::vector<std::string>& tokens);

}  // namespace attn
