#include "practice/course/manifest.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/toml/toml.hpp"
#include "practice/course/manifest_fields.hpp"
#include "practice/course/manifest_program.hpp"
#include "practice/course/manifest_stage.hpp"
#include "practice/recipe/dependencies.hpp"

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
        place.placed([&so_far] {
          require_computable(so_far);
          return 0;
        });
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
      value.placed([&]() -> int { refuse_missing_name(exercise_.definitions, name); });
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
    value.placed([&changed] {
      require_computable(changed);
      return 0;
    });
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
        return 0;
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

}  // namespace attn
