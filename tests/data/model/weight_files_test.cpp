#include "data/model/weight_files.hpp"

#include "data/safetensors_file.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSingle = "model.safetensors";
constexpr const char* kIndex = "model.safetensors.index.json";
const std::string kSaveAgain = "Save the model again: model.save_pretrained(FOLDER).";

std::string one_tensor(const std::string& name, double number) {
  return safetensors_file({float64_tensor(name, "[1]", {number})});
}

double first_number(const WeightFiles& files, const std::string& name) {
  double number = 0.0;
  std::copy_n(files.tensor(name).bytes.data(), sizeof(number), reinterpret_cast<char*>(&number));
  return number;
}

std::string folder_refusal(const TemporaryFolder& folder) {
  return refusal([&] { WeightFiles{folder.path().string()}; });
}

// A folder whose index says this of "a", and which has two shards with a tensor each.
struct Sharded {
  TemporaryFolder folder;

  explicit Sharded(const std::string& index) {
    folder.file(kIndex, index);
    folder.file("1.safetensors", one_tensor("a", 1.0));
    folder.file("2.safetensors", one_tensor("b", 2.0));
  }
};

std::string map_with(const std::string& a, const std::string& more = "") {
  return R"({"weight_map": {"a": )" + a + R"(, "b": "2.safetensors"})" + more + "}";
}

std::string index_refusal(const std::string& text) {
  return refusal([&] { shard_index(text, "index.json"); });
}

std::string refused_index(const std::string& what) {
  return "index.json: an index names the file of each tensor, {\"weight_map\": {\"wte.weight\": "
         "\"model-00001-of-00002.safetensors\"}}, but " +
         what + ". " + kSaveAgain;
}

}  // namespace

TEST_CASE("WeightFiles: one file, whose bytes may lie anywhere") {
  const TemporaryFolder folder;
  folder.file(kSingle, safetensors_file({{"odd", "U8", "[3]", "abc"},
                                         float64_tensor("w", "[2, 1]", {1.5, -2.0}),
                                         {"later", "F8_E4M3", "[2]", "xy"}}));
  const WeightFiles files(folder.path().string());
  CHECK(files.names() == std::vector<std::string>{"later", "odd", "w"});
  CHECK(files.has("w"));
  CHECK_FALSE(files.has("v"));
  const StoredTensor& w = files.tensor("w");
  CHECK(w.dtype == "F64");
  CHECK(w.shape == TensorShape{2, 1});
  CHECK(w.bytes.size() == 16);
  CHECK(w.place == folder.path(kSingle) + ":w");
  CHECK(first_number(files, "w") == 1.5);
  CHECK(files.tensor("odd").bytes == "abc");
  CHECK(files.notes().empty());
  CHECK(WeightFiles::are_in(folder.path().string()));
}

TEST_CASE("WeightFiles::of_file: a file by any name") {
  const TemporaryFolder folder;
  const std::string path =
      folder.file("own.safetensors", safetensors_file({float64_tensor("w", "[1]", {1.5})}));
  const WeightFiles files = WeightFiles::of_file(path);
  CHECK(files.names() == std::vector<std::string>{"w"});
  CHECK(first_number(files, "w") == 1.5);
}

TEST_CASE("WeightFiles: shards, each with the tensors that the index gives it") {
  const Sharded sharded(map_with(R"("1.safetensors")", R"(, "metadata": {"total_size": 16})"));
  const WeightFiles files(sharded.folder.path().string());
  CHECK(files.names() == std::vector<std::string>{"a", "b"});
  CHECK(first_number(files, "a") == 1.0);
  CHECK(first_number(files, "b") == 2.0);
  CHECK(files.notes().empty());
  CHECK(WeightFiles::are_in(sharded.folder.path().string()));
}

TEST_CASE("WeightFiles: notes") {
  const Sharded wrong_size(map_with(R"("1.safetensors")", R"(, "metadata": {"total_size": 1000})"));
  CHECK(
      WeightFiles(wrong_size.folder.path().string()).notes() ==
      std::vector<std::string>{
          "model.safetensors.index.json speaks of 1000 bytes of weights, and the files have 16."});

  wrong_size.folder.file(kSingle, one_tensor("alone", 7.0));
  const WeightFiles both(wrong_size.folder.path().string());
  CHECK(both.names() == std::vector<std::string>{"alone"});
  CHECK(both.notes() == std::vector<std::string>{"There are model.safetensors and "
                                                 "model.safetensors.index.json: the first is "
                                                 "read."});
}

TEST_CASE("WeightFiles: what is wrong with shards") {
  const Sharded absent(map_with(R"("3.safetensors")"));
  CHECK(folder_refusal(absent.folder) ==
        absent.folder.path(kIndex) +
            ": the index names the file 3.safetensors, and it is not there. Fetch it, too, or "
            "save the model again: model.save_pretrained(FOLDER).");
  const Sharded elsewhere(map_with(R"("2.safetensors")"));
  CHECK(folder_refusal(elsewhere.folder) ==
        elsewhere.folder.path("2.safetensors") +
            ": the index says that a lies in this file, but it does not. " + kSaveAgain);
  Sharded broken(map_with(R"("1.safetensors")"));
  broken.folder.file("1.safetensors", "no tensors");
  CHECK_THAT(folder_refusal(broken.folder), ContainsSubstring("1.safetensors"));
}

TEST_CASE("WeightFiles: links to files elsewhere, as on another disk or in the hub's cache") {
  const TemporaryFolder outside;
  const std::string elsewhere = outside.file("blob", one_tensor("a", 6.0));
  const Sharded sharded(map_with(R"("1.safetensors")"));
  fs::remove(sharded.folder.path("1.safetensors"));
  fs::create_symlink(elsewhere, sharded.folder.path("1.safetensors"));
  CHECK(first_number(WeightFiles(sharded.folder.path().string()), "a") == 6.0);

  const TemporaryFolder single;
  fs::create_symlink(elsewhere, single.path(kSingle));
  CHECK(first_number(WeightFiles(single.path().string()), "a") == 6.0);
  fs::remove(single.path(kSingle));
  single.file("real.safetensors", one_tensor("a", 5.0));
  fs::create_symlink("real.safetensors", single.path(kSingle));
  CHECK(first_number(WeightFiles(single.path().string()), "a") == 5.0);

  const TemporaryFolder cache;
  const fs::path snapshot = cache.path() / "models--x/snapshots/c0ffee",
                 blobs = cache.path() / "models--x/blobs";
  fs::create_directories(snapshot);
  fs::create_directories(blobs);
  std::ofstream(blobs / "hash", std::ios::binary) << one_tensor("a", 4.0);
  fs::create_symlink("../../blobs/hash", snapshot / kSingle);
  CHECK(first_number(WeightFiles(snapshot.string()), "a") == 4.0);

  fs::remove(blobs / "hash");
  CHECK(WeightFiles::are_in(snapshot.string()));
  CHECK_THAT(refusal([&] { WeightFiles{snapshot.string()}; }),
             ContainsSubstring("leads to ../../blobs/hash, and there is nothing."));
}

TEST_CASE("WeightFiles: the tensor that tells of quantized weights") {
  const TemporaryFolder numbers, codes, types;
  const auto told_by = [](const TemporaryFolder& folder) {
    return WeightFiles(folder.path().string()).quantized_tensor().value_or("none");
  };
  numbers.file(kSingle, safetensors_file({float64_tensor("w.weight", "[1]", {1.0}),
                                          {"position_ids", "I64", "[1]", "12345678"},
                                          {"attn.bias", "BOOL", "[1]", "1"}}));
  CHECK(told_by(numbers) == "none");
  codes.file(kSingle, safetensors_file(
                          {{"w.weight", "U8", "[1]", "x"}, {"w.weight.absmax", "U8", "[1]", "x"}}));
  CHECK(told_by(codes) == "w.weight.absmax");
  types.file(kSingle, safetensors_file({{"w.weight", "F8_E4M3", "[1]", "x"}}));
  CHECK(told_by(types) == "w.weight (F8_E4M3)");
}

TEST_CASE("WeightFiles: says what to do with other files") {
  const auto refused = [](const TemporaryFolder& folder, const std::string& advice) {
    CHECK_FALSE(WeightFiles::are_in(folder.path().string()));
    CHECK(folder_refusal(folder) ==
          folder.path().string() +
              ": there is no model.safetensors and no model.safetensors.index.json. " + advice);
  };
  const TemporaryFolder nothing, pickle, llama_cpp, adapter;
  refused(nothing, "Fetch that file, too, or save the model: model.save_pretrained(FOLDER).");
  pickle.file("pytorch_model.bin", "x");
  refused(pickle,
          "pytorch_model.bin is a pickle, which may run any code while it is read. Convert it "
          "where you trust it: AutoModel.from_pretrained(FOLDER).save_pretrained(FOLDER, "
          "safe_serialization=True).");
  llama_cpp.file("model-q4.gguf", "x");
  refused(llama_cpp,
          "model-q4.gguf is a file of llama.cpp. Fetch the model that it was made from.");
  adapter.file("adapter_config.json", "{}");
  adapter.file("adapter_model.bin", "x");
  refused(adapter,
          "adapter_config.json belongs to an adapter, which is only what was added to a model. "
          "Merge the two: model.merge_and_unload().save_pretrained(FOLDER).");
}

TEST_CASE("WeightFiles: a file that is cut off later is told") {
  const TemporaryFolder folder;
  const std::string path = folder.file(kSingle, one_tensor("a", 1.0));
  const WeightFiles files(folder.path().string());
  CHECK(refusal([&] { files.require_whole(); }) == "accepted");
  fs::resize_file(path, 20);
  CHECK(first_number(files, "a") == 0.0);
  CHECK_THAT(refusal([&] { files.require_whole(); }),
             ContainsSubstring(path + ": the file was cut off while it was read"));
}

TEST_CASE("shard_index: the tensors of each shard, and their bytes") {
  const ShardIndex index = shard_index(
      R"({"metadata": {"total_size": 12}, "weight_map":
          {"b": "y.safetensors", "a": "x.safetensors", "c": "x.safetensors"}})",
      "index.json");
  CHECK(index.shards == std::map<std::string, std::vector<std::string>>{
                            {"x.safetensors", {"a", "c"}}, {"y.safetensors", {"b"}}});
  CHECK(index.total_size == 12);
  for (const char* metadata : {"{}", "3", R"({"total_size": -1})", R"({"total_size": "12"})"})
    CHECK(shard_index(map_with(R"("x.safetensors")", std::string(R"(, "metadata": )") + metadata),
                      "index.json")
              .total_size == 0);
}

TEST_CASE("shard_index: refuses whatever names no file in the folder") {
  const std::string none = refused_index("this one has no \"weight_map\" with any");
  for (const char* text : {"[]", "{}", R"({"weight_map": 3})", R"({"weight_map": {}})"})
    CHECK(index_refusal(text) == none);
  for (const char* name :
       {R"("../x.safetensors")", R"("/x.safetensors")", R"("sub/x.safetensors")",
        R"(".x.safetensors")", R"("x.bin")", R"("")", "3", "null", R"(["x.safetensors"])"})
    CHECK(index_refusal(map_with(name)) ==
          refused_index("a is said to lie in " + std::string(name) +
                        ", which is no .safetensors file in this folder"));
  // What would act on a terminal is no name of a file either.
  for (const char* name : {R"("\u001b[31m.safetensors")", R"("x\u0000.safetensors")",
                           R"("\u202ex.safetensors")", R"("x\n.safetensors")"})
    CHECK_THAT(index_refusal(map_with(name)),
               ContainsSubstring("which is no .safetensors file in this folder"));
  CHECK_THAT(index_refusal("{"),
             ContainsSubstring("index.json: ") && ContainsSubstring(kSaveAgain));
  CHECK_THAT(index_refusal(std::string(100'000, '[')), ContainsSubstring("index.json: "));
}
