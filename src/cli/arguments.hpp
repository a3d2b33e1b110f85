#pragma once

namespace CLI {
class App;
}

namespace attn {

class FlagTable;

/// Tells CLI11 of the flags of a command, which it then fills in.
void add_flags(CLI::App& app, const FlagTable& table);

/// The subcommand that the arguments chose; the program itself where there is none.
const CLI::App& chosen_app(const CLI::App& app);

/// Fills in the flags of the program and of the chosen subcommand.
/// Errors: InputError in our own words for whatever CLI11 refuses, and for what it lets pass: an
///         unknown flag or command (with the nearest one), an empty value. CLI::CallForHelp and
///         CLI::CallForVersion, also where they are asked for by a word.
void parse_arguments(CLI::App& app, int argc, char** argv);

}  // namespace attn
