#include <algorithm>
#include <limits>
#include <set>

#include "practice/course/course.hpp"
#include "practice/course/manifest_fields.hpp"
#include "practice/exercise/exercise.hpp"

namespace attn {

namespace {

constexpr int kLongestExercise = 600;    // minutes
constexpr std::size_t kMostNames = 128;  // one name may depend on another through all of them

/// A file's tables of mistakes and readings.
struct AlternativeTables {
  std::string file;  // within the exercise's folder
  TomlTable tables;
};

/// Reads a manifest from top to bottom, since every part may name what stands before it.
class ManifestReader {
 public:
  explicit ManifestReader(const TomlItem& whole) : table_(whole) {
    exercise_.languages = *whole.languages;
  }

  /// `further` are those of the files beside the manifest.
  Exercise read(ManifestParts parts, std::vector<AlternativeTables> further) {
    table_.allow_only({"format_version", "id", "title", "source", "topic", "minutes", "reveal",
                       "given", "define", "field", "variant", "misconception", "accept", "printed",
                       "stage", "simulation", "program", "check"});
    read_head();
    read_given();
    read_define();
    for (TomlTable& table : table_.tables("field")) read_question(table);
    if (exercise_.fields.empty()) table_.self().refuse(message("{} is missing.", "[[field]]"));
    if (exercise_.definitions.size() > kMostNames)
      table_.self().refuse(message("an exercise has at most {} names, and this one has {}.",
                                   kMostNames, exercise_.definitions.size()));
    for (const auto& [name, place] : places_) exercise_.places.emplace(name, place_of(place));
    require_all_computable();
    require_computable_ways();
    if (parts == ManifestParts::questions) {
      if (table_.find("program")) exercise_.program.emplace();
      return std::move(exercise_);
    }
    read_variant();
    for (AlternativeTables& each : further)
      each.tables.allow_only({"misconception", "accept", "printed", "stage"});
    further.insert(further.begin(), AlternativeTables{Place{}.file, table_});
    for (const char* key : {"misconception", "accept", "printed"})
      for (AlternativeTables& each : further) read_alternatives(each, key);
    for (AlternativeTables& each : further) read_stages(each);
    if (const auto simulation = table_.find("simulation")) read_simulation(*simulation);
    if (table_.find("program") || table_.find("check"))
      exercise_.program = read_program(table_, exercise_);
    table_.finish();
    return std::move(exercise_);
  }

 private:
  // Of definitions that cannot be computed, the one that cannot is named with its place: taken one
  // by one, as long as the others are numbers.
  void require_all_computable() const {
    try {
      return require_computable(exercise_.definitions);
    } catch (const InputError&) {
      Definitions so_far;
      for (const auto& [name, place] : places_) so_far.emplace(name, arma::mat{0.0});
      for (const auto& [name, place] : places_) {
        so_far.at(name) = exercise_.definitions.at(name);
        place.placed([&so_far] { require_computable(so_far); });
      }
      throw;
    }
  }

  void read_head() {
    table_.need("format_version").whole(1, 1);
    const TomlItem id = table_.need("id");
    if (!is_exercise_id(id.text())) id.refuse(not_an_id(id.text()));
    exercise_.id = id.text();
    exercise_.id_place = place_of(id);
    exercise_.title = table_.need("title").local_text();
    if (const auto source = table_.find("source")) exercise_.source = source->local_text();
    if (const auto topic = table_.find("topic")) exercise_.topic = topic->local_text();
    if (const auto minutes = table_.find("minutes"))
      exercise_.minutes = static_cast<unsigned>(minutes->whole(1, kLongestExercise));
    if (const auto reveal = table_.find("reveal")) exercise_.reveal = read_reveal(*reveal);
  }

  void read_given() {
    const auto given = table_.find("given");
    if (!given) return;
    for (const auto& [name, value] : TomlTable(*given).all()) {
      if (value.is_text())
        value.refuse(translated("numbers or words are given; recipes stand under [define]."));
      add(name, value);
      exercise_.given.push_back(name);
    }
  }

  void read_define() {
    const auto define = table_.find("define");
    if (!define) return;
    for (const auto& [name, value] : TomlTable(*define).all()) add(name, value);
  }

  void add(const std::string& name, const TomlItem& value) {
    require_new_name(value, name, exercise_.definitions);
    const Definition definition = plain_definition(value);
    require_no_draws(value, definition);
    exercise_.definitions.emplace(name, definition);
    places_.emplace_back(name, value);
  }

  void read_question(TomlTable& table) {
    exercise_.fields.push_back(read_field(table, exercise_.definitions, exercise_.follows));
    const std::string& name = exercise_.fields.back().name;
    const auto value = table.find("value"), by = table.find("by");
    places_.emplace_back(name, value ? *value : *by);
    require_no_draws(places_.back().second, exercise_.definitions.at(name));
    if (const auto follows = table.find("follows")) {
      const auto ways =
          follows->is_list_of_texts() ? follows->list() : std::vector<TomlItem>{*follows};
      for (std::size_t i = 0; i < ways.size(); ++i)
        require_no_draws(ways[i], exercise_.follows.at(name)[i]);
      ways_places_.emplace_back(name, ways);
    }
  }

  void read_variant() {
    const auto variant = table_.find("variant");
    if (!variant) return;
    for (const auto& [name, value] : TomlTable(*variant).all()) {
      require_known(value, name);
      if (exercise_.find_field(name))
        value.refuse(
            translated("a variant draws what is given or defined, not what is asked for."));
      exercise_.variant.emplace(name, plain_definition(value));
    }
    require_computable_with(*variant, exercise_.variant);
  }

  void require_known(const TomlItem& value, const std::string& name) const {
    if (!exercise_.definitions.contains(name))
      value.placed([&] { refuse_missing_name(exercise_.definitions, name); });
  }

  // Most changes need none of the names that depend on them, and then there can be no circle.
  bool needs_its_dependents(const Definitions& changes) const {
    std::set<std::string> changed;
    for (const auto& [name, definition] : changes) changed.insert(name);
    for (const auto& [name, definition] : changes)
      for (const std::string& needed : names_in(definition))
        if (!exercise_.definitions.contains(needed) ||
            depends_on(exercise_.definitions, needed, changed))
          return true;
    return false;
  }

  void require_computable_with(const TomlItem& value, const Definitions& changes) const {
    if (!needs_its_dependents(changes)) return;
    Definitions changed = exercise_.definitions;
    for (const auto& [name, definition] : changes) changed.insert_or_assign(name, definition);
    value.placed([&changed] { require_computable(changed); });
  }

  // The usual way of every field, and each further way beside the usual ones of the others.
  void require_computable_ways() const {
    Definitions usual;
    for (const auto& [name, places] : ways_places_) {
      usual.emplace(name, exercise_.follows.at(name).front());
      require_computable_with(places.front(), usual);
    }
    for (const auto& [name, places] : ways_places_)
      for (std::size_t i = 1; i < places.size(); ++i) {
        Definitions changed = usual;
        changed.insert_or_assign(name, exercise_.follows.at(name)[i]);
        require_computable_with(places[i], changed);
      }
  }

  void read_alternatives(AlternativeTables& from, const std::string& key) {
    for (TomlTable& table : from.tables.tables(key)) {
      Alternative alternative;
      alternative.place = place_in(from.file, table.self());
      const TomlItem name = table.need("name");
      alternative.name = name.text();
      if (!is_name(alternative.name))
        name.refuse(message("{} cannot be the name of an answer: use letters, digits and _.",
                            preview(alternative.name)));
      if (const auto may = table.find("may_coincide")) alternative.may_coincide = may->truth();
      // The same mistake may be told in other words in another place.
      for (const Alternative& other : exercise_.alternatives)
        if (other.name == alternative.name && !alternative.may_coincide)
          name.refuse(message("the name {} is there twice.", other.name));
      alternative.accepted = key == "accept";
      alternative.printed = key == "printed";
      const auto say = alternative.accepted ? table.need("say") : table.find("say");
      if (alternative.accepted)
        if (const auto alone = table.find("alone")) alternative.is_alone = alone->truth();
      if (say) alternative.say = say->local_text();
      if (!say) alternative.say = text_of_same_name(alternative.name);
      read_change(table.need("change"), alternative);
      exercise_.alternatives.push_back(alternative);
      if (const auto also = table.find("also")) read_further_places(*also, alternative);
      table.finish();
    }
  }

  void read_stages(AlternativeTables& from) {
    for (TomlTable& table : from.tables.tables("stage"))
      for (Alternative& mistake : read_stage(table, exercise_)) {
        mistake.place = place_in(from.file, table.self());
        exercise_.alternatives.push_back(std::move(mistake));
      }
  }

  static Place place_in(const std::string& file, const TomlItem& value) {
    Place place = place_of(value);
    place.file = file;
    return place;
  }

  // What was said of a mistake before is not written twice.
  LocalText text_of_same_name(const std::string& name) const {
    for (const Alternative& other : exercise_.alternatives)
      if (other.name == name) return other.say;
    return {};
  }

  // The same mistake where it first shows in another place.
  void read_further_places(const TomlItem& list, Alternative alternative) {
    alternative.may_coincide = true;
    for (const TomlItem& change : list.list()) {
      alternative.place = place_in(alternative.place.file, change);
      alternative.change.clear();
      alternative.formulas.clear();
      read_change(change, alternative);
      exercise_.alternatives.push_back(alternative);
    }
  }

  void read_change(const TomlItem& change, Alternative& alternative) const {
    Definitions& changes = alternative.change;
    for (const auto& [name, value] : TomlTable(change).all()) {
      require_known(value, name);
      const Field* field = exercise_.find_field(name);
      const Definition definition =
          field ? field_definition(*field, value) : plain_definition(value);
      require_no_draws(value, definition);
      changes.emplace(name, definition);
      if (field && field->kind == FieldKind::expression)
        alternative.formulas.emplace(name, value.text());
    }
    if (changes.empty()) change.refuse(translated("it changes nothing."));
    require_computable_with(change, changes);
  }

  void read_simulation(const TomlItem& value) {
    TomlTable table(value);
    Simulation simulation;
    simulation.title = table.need("title").local_text();
    if (const auto note = table.find("note")) simulation.note = note->local_text();
    const TomlItem over = table.need("over");
    simulation.over = over.text();
    require_free_name(over, simulation.over);
    simulation.values =
        arma::conv_to<std::vector<double>>::from(arma::vectorise(table.need("values").numbers()));
    for (const TomlItem& each : table.need("columns").list()) {
      TomlTable column(each);
      const TomlItem recipe = column.need("value");
      simulation.columns.push_back(
          {.title = column.local_text("title"), .value = read_recipe(recipe)});
      column.finish();
      recipe.placed([&] {
        require_names(exercise_.definitions, simulation.columns.back().value, {simulation.over});
      });
    }
    table.finish();
    exercise_.simulation = std::move(simulation);
  }

  TomlTable table_;
  Exercise exercise_;
  std::vector<std::pair<std::string, TomlItem>> places_;  // of the definitions, in order
  std::vector<std::pair<std::string, std::vector<TomlItem>>> ways_places_;  // of `follows`
};

void require_readable_size(std::string_view toml, const std::string& source,
                           const std::vector<MistakeFile>& mistakes) {
  std::size_t n_bytes = toml.size();
  for (const MistakeFile& file : mistakes) n_bytes += file.toml.size();
  if (n_bytes > kManifestLimit)
    throw InputError(message("{}: a manifest has at most {} bytes, and this one has {}.", source,
                             kManifestLimit, n_bytes));
}

}  // namespace

bool is_exercise_id(const std::string& text) {
  return !text.empty() && text.size() <= 64 && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
         });
}

std::string not_an_id(const std::string& text) {
  return message("an id has at most 64 small letters, digits and -, and {} is not one.",
                 preview(text));
}

Exercise read_manifest(std::string_view toml, const std::string& source,
                       const std::vector<std::string>& languages, ManifestParts parts,
                       const std::vector<MistakeFile>& mistakes) {
  require_readable_size(toml, source, mistakes);
  const TomlValue tree = read_toml(toml, source);
  std::vector<TomlValue> mistake_trees;
  for (const MistakeFile& file : mistakes)
    mistake_trees.push_back(read_toml(file.toml, file.source));
  std::vector<AlternativeTables> tables;
  for (std::size_t i = 0; i < mistakes.size(); ++i)
    tables.push_back(
        {mistakes[i].name, TomlTable({&mistake_trees[i], mistakes[i].source, "", &languages})});
  return ManifestReader({&tree, source, "", &languages}).read(parts, std::move(tables));
}

namespace {

constexpr double kMiB = 1 << 20;

double limit_of(const TomlItem& value, double most) {
  const double number = value.number();
  if (!(number > 0.0) || number > most)
    value.refuse(message("a limit is a number above 0 and at most {}.", most));
  return number;
}

Limits read_limits(const TomlItem& value) {
  constexpr double kMostSeconds = 600.0, kMostMiB = 65536.0, kMostThreads = 4096.0;
  TomlTable table(value);
  Limits limits;
  const auto seconds = [&](const char* key, double& into) {
    if (const auto found = table.find(key)) into = limit_of(*found, kMostSeconds);
  };
  const auto bytes = [&](const char* key, std::uint64_t& into) {
    if (const auto found = table.find(key))
      into = static_cast<std::uint64_t>(limit_of(*found, kMostMiB) * kMiB);
  };
  seconds("wall", limits.wall_seconds);
  seconds("cpu", limits.cpu_seconds);
  bytes("memory", limits.memory_bytes);
  bytes("output", limits.output_bytes);
  bytes("file", limits.file_bytes);
  bytes("scratch", limits.scratch_bytes);
  if (const auto threads = table.find("threads"))
    limits.n_threads = static_cast<unsigned>(limit_of(*threads, kMostThreads));
  table.finish();
  return limits;
}

ProgramLanguage read_language(const std::string& extension, const TomlItem& value) {
  if (value.is_list_of_texts()) return {.extension = extension, .build = {}, .run = value.words()};
  TomlTable table(value);
  ProgramLanguage language{.extension = extension, .build = table.need("build").words(), .run = {}};
  language.run = table.need("exec").words();
  table.finish();
  return language;
}

void require_given(const TomlItem& value, const Exercise& exercise, const std::string& name) {
  if (std::find(exercise.given.begin(), exercise.given.end(), name) != exercise.given.end()) return;
  value.refuse(message("{0} is not given. Given are: {1}.", preview(name), listed(exercise.given)));
}

// The names in a table { name = "other name" }, of which the second must be defined.
std::map<std::string, std::string> read_pairs(const TomlItem& value, const Exercise& exercise) {
  std::map<std::string, std::string> pairs;
  for (const auto& [name, item] : TomlTable(value).all()) {
    const std::string other = item.text();
    if (!exercise.definitions.contains(other))
      item.placed([&] { refuse_missing_name(exercise.definitions, other); });
    pairs.emplace(name, other);
  }
  return pairs;
}

Definitions read_case(const TomlItem& value, const Exercise& exercise) {
  Definitions drawn;
  for (const auto& [name, each] : TomlTable(value).all()) {
    require_given(each, exercise, name);
    drawn.emplace(name, plain_definition(each));
  }
  return drawn;
}

void read_unchanged(TomlTable& table, const Exercise& exercise, ProgramCheck& check) {
  const TomlItem change = table.need("change"), same = table.need("same");
  check.looks = ProgramCheck::Looks::unchanged;
  check.change = read_pairs(change, exercise);
  for (const auto& [name, other] : check.change) require_given(change, exercise, name);
  check.same = read_pairs(same, exercise);
  for (const auto& [name, other] : check.same)
    if (!exercise.find_field(name))
      same.refuse(message("there is no [[field]] {}.", preview(name)));
}

std::vector<std::string> read_after(const TomlItem& value,
                                    const std::vector<ProgramCheck>& before) {
  std::vector<std::string> after = value.different_words();
  for (const std::string& name : after)
    if (std::none_of(before.begin(), before.end(),
                     [&name](const ProgramCheck& check) { return check.name == name; }))
      value.refuse(message("no check {} stands before this one.", preview(name)));
  return after;
}

ProgramCheck read_check(TomlTable& table, const Exercise& exercise,
                        const std::vector<ProgramCheck>& before) {
  ProgramCheck check;
  check.place = place_of(table.self());
  const TomlItem name = table.need("name");
  check.name = name.text();
  if (!is_name(check.name))
    name.refuse(message("{} cannot be the name of an answer: use letters, digits and _.",
                        preview(check.name)));
  for (const ProgramCheck& other : before)
    if (other.name == check.name) name.refuse(message("the name {} is there twice.", check.name));
  check.title = table.need("title").local_text();
  if (const auto after = table.find("after")) check.after = read_after(*after, before);
  check.points = read_points(table);
  if (const auto only_shape = table.find("only_shape"); only_shape && only_shape->truth())
    check.looks = ProgramCheck::Looks::shape;
  for (const TomlItem& each : table.need("cases").list())
    check.cases.push_back(read_case(each, exercise));
  if (table.find("change")) read_unchanged(table, exercise, check);
  table.finish();
  return check;
}

}  // namespace

Program read_program(TomlTable& manifest, const Exercise& exercise) {
  for (const Field& field : exercise.fields)
    if (!field.has_cells() && field.kind != FieldKind::list)
      manifest.self().refuse(
          message("{}: a program replies with numbers, matrices, masks or lists.", field.name));
  const auto found = manifest.find("program");
  if (!found) manifest.self().refuse(message("{} is missing.", "[program]"));
  TomlTable table(*found);
  Program program;
  program.contract = one_of(table.need("contract"), kContracts);
  for (const auto& [extension, value] : TomlTable(table.need("run")).all())
    program.languages.push_back(read_language(extension, value));
  if (const auto limits = table.find("limits")) program.limits = read_limits(*limits);
  table.finish();
  if (const auto given = manifest.find("given"))
    for (const auto& [name, value] : TomlTable(*given).all())
      if (value.value->number()) program.single_numbers.insert(name);
  for (TomlTable& check : manifest.tables("check"))
    program.checks.push_back(read_check(check, exercise, program.checks));
  if (program.checks.empty()) manifest.self().refuse(message("{} is missing.", "[[check]]"));
  return program;
}

std::optional<std::uint64_t> add_hidden_checks(std::string_view toml, const std::string& source,
                                               const std::vector<std::string>& languages,
                                               Exercise& exercise) {
  const TomlValue tree = read_toml(toml, source);
  TomlTable table({&tree, source, "", &languages});
  std::optional<std::uint64_t> seed;
  if (const auto value = table.find("seed"))
    seed = static_cast<std::uint64_t>(value->whole(0, std::numeric_limits<int>::max()));
  std::vector<ProgramCheck>& checks = exercise.program->checks;
  for (TomlTable& check : table.tables("check")) {
    checks.push_back(read_check(check, exercise, checks));
    checks.back().is_hidden = true;
  }
  table.finish();
  return seed;
}

namespace {

const StageMistakes& named_stage(const TomlItem& name) {
  if (const StageMistakes* stage = find_stage_mistakes(name.text())) return *stage;
  std::vector<std::string> known;
  for (const StageMistakes& stage : stage_mistakes()) known.emplace_back(stage.name);
  name.refuse(
      message("there is no stage {}. The stages are: {}.", preview(name.text()), listed(known)));
}

// Whether an operand can be computed where it is needed: every mistake of the stage takes its
// place.
void require_operand(const TomlItem& operand, const Exercise& exercise, const Field& field) {
  const Recipe recipe = read_recipe(operand);
  require_no_draws(operand, recipe);
  Definitions changed = exercise.definitions;
  changed.insert_or_assign(field.name, recipe);
  operand.placed([&changed] { require_computable(changed); });
}

std::map<std::string, std::string> read_operands(const TomlItem& value, const StageMistakes& stage,
                                                 const Exercise& exercise, const Field& field) {
  std::vector<std::string> known(stage.operands.begin(), stage.operands.end());
  known.insert(known.end(), stage.companions.begin(), stage.companions.end());
  std::map<std::string, std::string> operands;
  for (const auto& [name, recipe] : TomlTable(value).all()) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      recipe.refuse(message("the stage {} has no operand {}. It has: {}.", stage.name,
                            preview(name), listed(known)));
    require_operand(recipe, exercise, field);
    operands[name] = recipe.text();
  }
  for (const std::string& needed : stage.operands)
    if (!operands.contains(needed))
      value.refuse(message("the stage {} needs {}.", stage.name, needed));
  return operands;
}

std::set<std::string> read_except(const TomlItem& value, const StageMistakes& stage) {
  std::vector<std::string> known;
  for (const StageMistake& mistake : stage.mistakes) known.emplace_back(mistake.name);
  std::set<std::string> except;
  for (const TomlItem& name : value.list()) {
    if (std::find(known.begin(), known.end(), name.text()) == known.end()) {
      const std::string meant = nearest(name.text(), known);
      const std::string why =
          message("the stage {} has no mistake {}.", stage.name, preview(name.text()));
      name.refuse(meant.empty() ? why : why + " " + message("Did you mean {}?", meant));
    }
    if (!except.insert(name.text()).second)
      name.refuse(message("the name {} is there twice.", name.text()));
  }
  return except;
}

bool has_mistake(const Exercise& exercise, const std::string& name, const std::string& field) {
  return std::any_of(
      exercise.alternatives.begin(), exercise.alternatives.end(),
      [&](const Alternative& one) { return one.name == name && one.change.contains(field); });
}

}  // namespace

std::vector<Alternative> read_stage(TomlTable& table, const Exercise& exercise) {
  const StageMistakes& stage = named_stage(table.need("name"));
  const TomlItem gives = table.need("gives");
  const Field* field = exercise.find_field(gives.text());
  if (field == nullptr || !field->has_cells())
    gives.refuse(
        message("a question for a matrix was expected, but {} is none.", preview(gives.text())));
  const auto operands = read_operands(table.need("of"), stage, exercise, *field);
  std::set<std::string> except;
  if (const auto names = table.find("except")) except = read_except(*names, stage);
  table.finish();
  std::vector<Alternative> mistakes;
  for (const StageMistake& mistake : stage.mistakes) {
    if (except.contains(mistake.name)) continue;
    if (has_mistake(exercise, mistake.name, field->name)) continue;
    const std::string recipe = recipe_with(mistake, operands);
    if (recipe.empty()) continue;
    mistakes.push_back({.name = mistake.name,
                        .change = {{field->name, Recipe(recipe)}},
                        .say = {},
                        .may_coincide = true,
                        .place = place_of(table.self())});
  }
  return mistakes;
}

}  // namespace attn
