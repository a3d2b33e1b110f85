#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cctype>
#include <map>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/help.hpp"

namespace attn {

namespace {

// Text as roff shows it: a backslash and a leading dot or quote would be commands, a bare hyphen a
// typographic one, and a double quote the end of a title.
std::string in_roff(const std::string& text) {
  std::string result;
  bool line_starts = true;
  for (const char c : text) {
    if (line_starts && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if (c == '"')
      result += "\\(dq";
    else
      result += c;
    line_starts = c == '\n';
  }
  return result;
}

std::string section(const std::string& title) { return ".SH " + in_roff(title) + "\n"; }

std::string paragraph(const std::string& term, const std::string& text) {
  return ".TP\n.B " + in_roff(term) + "\n" + in_roff(text) + "\n";
}

std::string groups_text(const std::vector<OptionGroup>& groups) {
  std::string text;
  for (const OptionGroup& group : groups) {
    text += ".SS \"" + in_roff(group.title) + "\"\n";
    for (const OptionEntry& option : group.entries)
      text += paragraph(option.name, option.description);
  }
  return text;
}

std::string examples_text(const std::string& command) {
  std::string text;
  for (const Example& example : examples_of(command))
    text += paragraph(example.command, example.sentence);
  return text;
}

std::string exit_codes() {
  return paragraph("0", translated("Done.")) +
         paragraph("1", translated("It ran well, and the answer is \"not yet\".")) +
         paragraph("2", translated("The input is wrong: a flag, a file, a shape or a number.")) +
         paragraph("3", translated("The surroundings are wrong, for instance a full disk.")) +
         paragraph("70", translated("A bug of attn: please report it.")) +
         paragraph("130", translated("Interrupted."));
}

std::string variables() {
  return paragraph("LANGUAGE, LC_ALL, LC_MESSAGES, LANG",
                   translated("The language, where --lang does not say it.")) +
         paragraph("NO_COLOR, TERM", translated("No colour where NO_COLOR is set and not empty, "
                                                "and none where TERM is dumb.")) +
         paragraph("CLICOLOR_FORCE, FORCE_COLOR", translated("Colour where no terminal is, too.")) +
         paragraph("COLUMNS", translated("Columns to fit into, where --width does not say it.")) +
         paragraph("ATTN_PAGER, PAGER",
                   translated("What long screens are shown with in a terminal: else less.")) +
         paragraph("ATTN_COURSE", translated("The folder of the course of attn exercise."));
}

std::string used_files() {
  return paragraph("~/.local/state/attn/progress.json",
                   translated("What was done of each course. XDG_STATE_HOME stands for "
                              "~/.local/state where it is set.")) +
         paragraph("~/.local/state/attn/answers/COURSE/",
                   translated("The answers that were typed at the prompt of attn exercise.")) +
         paragraph("exercises/course.toml",
                   translated("Makes a folder a course, for all folders within it."));
}

// "attn-attend" of attend, "attn" of the program.
std::string man_name(const CLI::App& app) {
  return app.get_parent() ? "attn-" + app.get_name() : "attn";
}

std::string in_capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string head_of_page(const CLI::App& app, const std::string& summary) {
  const std::string name = man_name(app);
  return ".TH " + in_capitals(name) + " 1 \"\" \"attn " ATTN_VERSION "\"\n" +
         section(translated("NAME")) + in_roff(name) + " \\- " + in_roff(summary) + "\n" +
         section(translated("SYNOPSIS")) + ".B " + in_roff(attn::usage_of(app)) + "\n";
}

std::string example_section(const std::string& command) {
  return section(translated("EXAMPLES")) + examples_text(command);
}

std::string see_also(const CLI::App& program, const CLI::App& page) {
  std::vector<std::string> names;
  if (&page != &program) names.push_back(man_name(program));
  for (const CLI::App* sub : subcommands_of(program))
    if (sub != &page) names.push_back(man_name(*sub));
  std::string text = section(translated("SEE ALSO"));
  for (const std::string& name : names)
    text += ".BR " + in_roff(name) + " (1)" + (name == names.back() ? "\n" : ",\n");
  return text;
}

// The groups that most commands have, as the first of them says it.
std::vector<OptionGroup> shared_groups(const CLI::App& program) {
  const std::vector<const CLI::App*> subs = subcommands_of(program);
  std::vector<OptionGroup> groups;
  std::map<std::string, std::size_t> n_subs_with;
  for (const CLI::App* sub : subs)
    for (const OptionGroup& group : option_groups(*sub))
      if (++n_subs_with[group.title] == 1) groups.push_back(group);
  std::erase_if(groups, [&](const OptionGroup& group) {
    return 2 * n_subs_with[group.title] <= subs.size();
  });
  return groups;
}

std::string page_of_program(const CLI::App& app) {
  std::string text =
      head_of_page(app, translated("every matrix of attention, one stage at a time"));
  text += section(translated("DESCRIPTION")) +
          in_roff(translated("attn takes a sentence or matrices through attention, shows every "
                             "stage of it and spells every number out; it counts what a model "
                             "costs, and its exercises say which mistake a wrong answer shows. "
                             "Each command has a page of its own.")) +
          "\n";
  text += section(translated("COMMANDS"));
  for (const CLI::App* sub : subcommands_of(app))
    text +=
        ".TP\n.BR " + in_roff(man_name(*sub)) + " (1)\n" + in_roff(sub->get_description()) + "\n";
  text += section(translated("COMMON OPTIONS")) +
          in_roff(translated("Most commands have these; the page of a command says which.")) +
          "\n" + groups_text(shared_groups(app));
  text += section(translated("EXIT STATUS")) + exit_codes();
  text += section(translated("ENVIRONMENT")) + variables();
  text += section(translated("FILES")) + used_files();
  return text + example_section("") + see_also(app, app);
}

std::string page_of_command(const CLI::App& program, const CLI::App& sub) {
  return head_of_page(sub, sub.get_description()) + example_section(sub.get_name()) +
         section(translated("OPTIONS")) + groups_text(option_groups(sub)) + see_also(program, sub);
}

}  // namespace

std::string man_page(const CLI::App& app) {
  return app.get_parent() ? page_of_command(*app.get_parent(), app) : page_of_program(app);
}

namespace {

std::vector<OptionEntry> flags_of(const CLI::App& app) {
  std::vector<OptionEntry> flags;
  for (const OptionGroup& group : option_groups(app))
    for (const OptionEntry& option : group.entries)
      if (!option.flags.empty()) flags.push_back(option);
  return flags;
}

std::string flag_words(const CLI::App& app) {
  std::string words;
  for (const OptionEntry& option : flags_of(app))
    for (const std::string& flag : option.flags) words += (words.empty() ? "" : " ") + flag;
  return words;
}

// In single quotes, for any of the shells.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

constexpr std::string_view kExampleFlag = "--example";

// What prints the names of a command's examples: they are files, so the shell asks when it has to.
std::string example_names(const std::string& command) {
  return "attn " + command + " --list-examples --plain 2>/dev/null | cut -f1 | tail -n +2";
}

std::string zsh_value(const std::string& flag, bool takes_value) {
  if (flag == kExampleFlag) return ":value:_attn_examples";
  return takes_value ? ":value:_files" : "";
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string cases, commands;
  for (const CLI::App* sub : subcommands_of(app)) {
    commands += sub->get_name() + " ";
    cases += fmt::format("    {}) words={} verbs={} ;;\n", sub->get_name(),
                         quoted(flag_words(*sub)), quoted(joined(verbs_of(*sub), " ")));
  }
  return "_attn() {\n  local words verbs word=${COMP_WORDS[COMP_CWORD]}\n"
         "  if [[ ${COMP_WORDS[COMP_CWORD-1]} == " +
         std::string(kExampleFlag) + " ]]; then\n    mapfile -t COMPREPLY < <(compgen -W \"$(" +
         example_names("\"${COMP_WORDS[1]}\"") +
         ")\" -- \"$word\")\n    return\n  fi\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases + fmt::format("    *) words={} ;;\n", quoted(commands + flag_words(app))) +
         "  esac\n"
         "  [[ $COMP_CWORD -eq 2 && -n $verbs && $word != -* ]] && words=$verbs\n"
         "  [[ $COMP_CWORD -eq 1 || $words == \"$verbs\" || $word == -* ]] || return\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "}\n"
         "complete -o default -F _attn attn\n";
}

std::string zsh_completion(const CLI::App& app) {
  std::string text = "#compdef attn\n\nlocal -a flags\n_attn_examples() { compadd -- ${(f)\"$(" +
                     example_names("$words[2]") + ")\"} }\ncase $words[2] in\n";
  for (const CLI::App* sub : subcommands_of(app)) {
    text += "  " + sub->get_name() + ")\n    flags=(\n";
    for (const OptionEntry& option : flags_of(*sub)) {
      std::string description = option.description;
      for (std::size_t at = 0; (at = description.find_first_of(":[]", at)) != std::string::npos;)
        description.replace(at, 1, " ");
      for (const std::string& flag : option.flags)
        text += "      " +
                quoted(flag + "[" + description + "]" + zsh_value(flag, option.takes_value)) + "\n";
    }
    const std::string verbs = joined(verbs_of(*sub), " ");
    const std::string first = verbs.empty() ? "" : "'2:verb:(" + verbs + ")' ";
    text += "    )\n    _arguments $flags " + first + "'*:text:_files' ;;\n";
  }
  std::string commands;
  for (const CLI::App* sub : subcommands_of(app))
    commands += " " + quoted(sub->get_name() + "[" + sub->get_description() + "]");
  return text + "  *) _values command" + commands + " ;;\nesac\n";
}

std::string fish_completion(const CLI::App& app) {
  std::string text;
  for (const CLI::App* sub : subcommands_of(app)) {
    text += fmt::format("complete -c attn -n __fish_use_subcommand -a {} -d {}\n", sub->get_name(),
                        quoted(sub->get_description()));
    if (const std::string verbs = joined(verbs_of(*sub), " "); !verbs.empty())
      text += fmt::format("complete -c attn -n '__fish_seen_subcommand_from {}' -a {}\n",
                          sub->get_name(), quoted(verbs));
    for (const OptionEntry& option : flags_of(*sub)) {
      text += fmt::format("complete -c attn -n '__fish_seen_subcommand_from {}'", sub->get_name());
      for (const std::string& flag : option.flags)
        text += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
      text += std::string(option.takes_value ? " -r" : "") + " -d " + quoted(option.description);
      if (option.flags.front() == kExampleFlag)
        text += " -f -a " + quoted("(" + example_names(sub->get_name()) + ")");
      text += "\n";
    }
  }
  return text;
}

}  // namespace attn
