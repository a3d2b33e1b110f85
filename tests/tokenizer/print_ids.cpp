// For check_tokenizers.py: reads texts from standard input, each ended by a NUL-free line of JSON
// (a list of one text, or of two for a pair), and prints the ids of each on a line, or why not.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/message.hpp"
#include "tokenizer/tokenizer.hpp"

int main(int n_arguments, char** arguments) {
  using namespace attn;
  if (n_arguments < 2) return 2;
  try {
    const Tokenizer tokenizer = read_tokenizer(arguments[1], n_arguments > 2 ? arguments[2] : "");
    for (std::string line; std::getline(std::cin, line);) {
      const auto texts = nlohmann::json::parse(line);
      const std::string first = texts.at(0);
      const Encoding encoding = texts.size() == 1
                                    ? tokenizer.encode(first)
                                    : tokenizer.encode_pair(first, texts.at(1).get<std::string>());
      for (const EncodedToken& token : encoding.tokens) std::printf("%u:%u ", token.id, token.type);
      std::printf("\n");
    }
  } catch (const InputError& error) {
    std::printf("%s\n", error.what());
    return 2;
  }
  return 0;
}
