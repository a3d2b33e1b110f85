// All fuzz targets are one program, which is linked once: the name that it is called by says which
// of them libFuzzer feeds.

#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>

#include "fuzz_target.hpp"

namespace {

std::map<std::string, attn::FuzzTarget>& fuzz_targets() {
  static std::map<std::string, attn::FuzzTarget> targets;
  return targets;
}

attn::FuzzTarget chosen = nullptr;

}  // namespace

attn::NamedFuzzTarget::NamedFuzzTarget(const char* name, FuzzTarget target) {
  fuzz_targets().emplace(name, target);
}

extern "C" int LLVMFuzzerInitialize(int*, char*** argv) {
  const auto found = fuzz_targets().find(std::filesystem::path(**argv).filename().string());
  if (found != fuzz_targets().end()) {
    chosen = found->second;
    return 0;
  }
  std::cerr << "Call it by the name of a target:\n";
  for (const auto& [name, target] : fuzz_targets()) std::cerr << name << '\n';
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  chosen({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
