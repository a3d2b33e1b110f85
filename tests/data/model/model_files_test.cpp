#include "data/model/model_files.hpp"

#include "data/matrix/read_matrix.hpp"
#include "data/safetensors_file.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/plain_attention.hpp"
#include "support/temporary_folder.hpp"

namespace {

SettingValue setting(const std::string& value) {
  return model_config("{\"key\": " + value + "}", "config.json").values.at("key");
}

template <typename Kind>
Kind kind_of(const std::string& value) {
  return std::get<Kind>(setting(value).value);
}

std::string config_refusal(const std::string& text) {
  return refusal([&] { model_config(text, "config.json"); });
}

const std::string kAdvice =
    "A model's settings are a JSON object, such as {\"model_type\": \"gpt2\", \"n_layer\": 12}.";

TEST_CASE("model_config: every kind of value") {
  CHECK(kind_of<bool>("true"));
  CHECK(kind_of<std::int64_t>("12") == 12);
  CHECK(kind_of<std::int64_t>("-9223372036854775808") == INT64_MIN);
  CHECK(kind_of<std::int64_t>("9223372036854775807") == INT64_MAX);
  CHECK(kind_of<double>("9223372036854775808") == 9223372036854775808.0);
  CHECK(kind_of<double>("0.02") == 0.02);
  CHECK(kind_of<double>("12.0") == 12.0);  // a whole number is written without a point
  CHECK(kind_of<std::string>("\"gelu\"") == "gelu");
  CHECK(kind_of<std::vector<std::string>>("[\"a\", \"b\"]") == std::vector<std::string>{"a", "b"});
  CHECK(kind_of<std::vector<std::string>>("[]").empty());
  CHECK(kind_of<std::vector<std::int64_t>>("[224, -1]") == std::vector<std::int64_t>{224, -1});
  CHECK(kind_of<double>("-Infinity") == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(kind_of<double>("NaN")));
  CHECK(kind_of<double>("1000000000000000019884624838656") == 1e30);
  CHECK(std::holds_alternative<SettingValue::Null>(setting("null").value));
  for (const char* other :
       {"{\"rope_type\": \"llama3\", \"factor\": 8.0}", "[1, 2.5]", "[\"a\", 1]", "[[\"a\"]]"})
    CHECK(std::holds_alternative<SettingValue::Other>(setting(other).value));
}

TEST_CASE("model_config: a value as a person may see it") {
  CHECK(setting("12").shown == "12");
  CHECK(setting("12.0").shown == "12.0");
  CHECK(setting("18446744073709551615").shown == "18446744073709551615");
  CHECK(setting("null").shown == "null");
  CHECK(setting("\"gelu\"").shown == "\"gelu\"");
  CHECK(setting("[\"LlamaModel\"]").shown == "[\"LlamaModel\"]");
  CHECK(setting("[224, 224]").shown == "[224,224]");
  CHECK(setting("[1.5]").shown == "[...]");
  CHECK(setting("NaN").shown == "nan");
  CHECK(setting("{}").shown == "{...}");
  CHECK(setting("\"\\u001b[31m\\u202e\"").shown == "\"?[31m?\"");
  CHECK(setting("[\"" + std::string(1000, 'x') + "\"]").shown.size() < 70);
  CHECK(setting("\"" + std::string(1000, 'x') + "\"").shown.size() < 40);
}

TEST_CASE("model_config: reads a file and remembers its name") {
  const TemporaryFolder folder;
  const std::string path = folder.file("config.json", "\xef\xbb\xbf{\"n_layer\": 12, \"a\": {}}\n");
  const Settings settings = read_model_config(path);
  CHECK(settings.source == path);
  CHECK(settings.values.size() == 2);
  CHECK(std::get<std::int64_t>(settings.values.at("n_layer").value) == 12);
  CHECK_REFUSED_FOR(read_model_config(folder.path("none.json")), "none.json");
}

TEST_CASE("model_config: refuses what is no object") {
  CHECK(config_refusal("[1, 2]") ==
        "config.json: an object was expected, but [1,2] was given. " + kAdvice);
  CHECK(config_refusal("12") ==
        "config.json: an object was expected, but 12 was given. " + kAdvice);
  CHECK(config_refusal("n_layer: 12") ==
        "config.json: line 1, column 2: the text stops being JSON there. " + kAdvice);
  CHECK(contains(config_refusal("{\"n_layer\": 12, \"n_layer\": 24}"), "'n_layer' occurs twice"));
  CHECK(contains(config_refusal("{\"a\": Nan}"), "line 1, column 7"));
  CHECK(contains(config_refusal("{\"a\": " + std::string(100'000, '[')), "nested"));
  CHECK(contains(config_refusal(std::string("{\"a\0b\": 1}", 10)), "byte 4 is 0"));
  CHECK(config_refusal("{}") == "accepted");
}

namespace fs = std::filesystem;

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
  CHECK_NOTHROW(files.require_whole());
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

// What other programs computed with the weights that they saved.
const std::string kFolder = ATTN_SOURCE_DIR "/tests/data/weights/";

AttentionWeights weights_in(const std::string& file, const std::string& prefix = "") {
  return read_attention_weights(kFolder + file, "--weights", prefix);
}

arma::mat tensor_in(const std::string& file, const std::string& key) {
  return read_matrix(kFolder + file + ":" + key, "--x", {});
}

/// X W + b the slow way: one loop per sum sign.
arma::mat projected(const arma::mat& X, const arma::mat& W, const arma::rowvec& b) {
  arma::mat result(X.n_rows, W.n_cols);
  for (arma::uword row = 0; row < X.n_rows; ++row) {
    for (arma::uword col = 0; col < W.n_cols; ++col) {
      long double sum = b.is_empty() ? 0 : b(col);
      for (arma::uword i = 0; i < W.n_rows; ++i)
        sum += static_cast<long double>(X(row, i)) * W(i, col);
      result(row, col) = static_cast<double>(sum);
    }
  }
  return result;
}

struct Heads {
  arma::uword n_heads = 1, n_kv_heads = 1;
  bool causal = false;
};

struct MultiHead {
  std::vector<arma::mat> weights;  // of each head
  arma::mat output;
};

MultiHead multi_head(const AttentionWeights& given, const arma::mat& X, const arma::mat& M,
                     const Heads& heads) {
  const arma::mat Q = projected(X, given.W_Q, given.b_Q), K = projected(M, given.W_K, given.b_K),
                  V = projected(M, given.W_V, given.b_V);
  const arma::uword d_head = Q.n_cols / heads.n_heads;
  Mask mask(X.n_rows, M.n_rows);
  for (arma::uword i = 0; i < mask.n_rows; ++i)
    for (arma::uword j = 0; j < mask.n_cols; ++j) mask(i, j) = heads.causal && j > i ? 0 : 1;
  const auto columns = [&](const arma::mat& all, arma::uword head) -> arma::mat {
    return all.cols(head * d_head, (head + 1) * d_head - 1);
  };
  MultiHead result;
  arma::mat concat;
  for (arma::uword h = 0; h < heads.n_heads; ++h) {
    const arma::uword kv = h / (heads.n_heads / heads.n_kv_heads);
    const PlainAttention head =
        plain_attention(columns(Q, h), columns(K, kv), columns(V, kv), mask);
    result.weights.push_back(head.weights);
    concat = arma::join_rows(concat, head.output);
  }
  result.output = projected(concat, given.W_O, given.b_O);
  return result;
}

struct Fixture {
  const char* file;
  const char* prefix;
  const char* layout;
  Heads heads;
  const char* memory = "x";
};

TEST_CASE("read_attention_weights: each layout gives the output of its own program") {
  const char* const pytorch = "PyTorch nn.MultiheadAttention";
  const char* const layer_1 = "encoder.layer.1";
  for (const Fixture& fixture :
       {Fixture{"pytorch.npz", "", pytorch, {3, 3}},
        Fixture{"pytorch.safetensors", "", pytorch, {3, 3}},
        Fixture{"pytorch_no_bias.npz", "", pytorch, {3, 3}},
        Fixture{"pytorch_cross.safetensors", "", pytorch, {4, 4}, "memory"},
        Fixture{"bert.safetensors", layer_1, "Hugging Face BERT", {3, 3}},
        Fixture{"gpt2.npz", "", "GPT-2", {2, 2, true}},
        Fixture{"gpt2.safetensors", "h.0", "GPT-2", {2, 2, true}},
        Fixture{"llama.safetensors", "", "Llama", {4, 2, true}}}) {
    CAPTURE(fixture.file);
    const AttentionWeights given = weights_in(fixture.file, fixture.prefix);
    CHECK(given.layout == fixture.layout);
    const MultiHead result = multi_head(given, tensor_in(fixture.file, "x"),
                                        tensor_in(fixture.file, fixture.memory), fixture.heads);
    CHECK(difference(result.output, tensor_in(fixture.file, "output"), 1e-6) == "");
    for (std::size_t h = 0; h < result.weights.size(); ++h) {
      const std::string key = "head" + std::to_string(h) + ".weights";
      CHECK(difference(result.weights[h], tensor_in(fixture.file, key), 1e-6) == "");
    }
  }
}

TEST_CASE("read_attention_weights: 16-bit and 64-bit floats are exact") {
  for (const std::string type : {"f16", "bf16", "f64"}) {
    const std::string file = "pytorch_" + type + ".safetensors";
    CAPTURE(file);
    const arma::mat X = tensor_in(file, "x");
    CHECK(difference(multi_head(weights_in(file), X, X, {3, 3}).output, tensor_in(file, "output"),
                     1e-12) == "");
  }
  CHECK(weights_in("pytorch_f16.safetensors").W_Q(0, 0) !=
        weights_in("pytorch_bf16.safetensors").W_Q(0, 0));
}

TEST_CASE("read_attention_weights: our own names, joined or one matrix per head") {
  for (const std::string file : {"attn.npz", "attn_heads.npz"}) {
    CAPTURE(file);
    const AttentionWeights given = weights_in(file);
    CHECK(given.layout == "attn");
    const arma::mat X = tensor_in(file, "x");
    CHECK(difference(multi_head(given, X, X, {2, 2}).output, tensor_in(file, "output"), 1e-12) ==
          "");
  }
}

TEST_CASE("read_attention_weights: any other reading of the fixtures gives another output") {
  const arma::mat X = tensor_in("pytorch.npz", "x");
  const arma::mat expected = tensor_in("pytorch.npz", "output");
  const auto distance = [&](const std::function<void(AttentionWeights&)>& change) {
    AttentionWeights given = weights_in("pytorch.npz");
    change(given);
    return arma::abs(multi_head(given, X, X, {3, 3}).output - expected).max();
  };
  CHECK(distance([](auto&) {}) < 1e-6);
  CHECK(distance([](auto& w) { w.W_Q = w.W_Q.t(); }) > 0.1);
  CHECK(distance([](auto& w) { w.W_K = w.W_K.t(); }) > 0.1);
  CHECK(distance([](auto& w) { w.W_V = w.W_V.t(); }) > 0.1);
  CHECK(distance([](auto& w) { w.W_O = w.W_O.t(); }) > 0.1);
  CHECK(distance([](auto& w) { std::swap(w.W_Q, w.W_K); }) > 0.1);
  CHECK(distance([](auto& w) { std::swap(w.b_Q, w.b_K); }) > 0.01);
  CHECK(distance([](auto& w) { std::swap(w.b_V, w.b_O); }) > 0.1);
}

TEST_CASE("read_attention_weights: without biases and output projection they stay empty") {
  const AttentionWeights given = weights_in("pytorch_no_bias.npz");
  for (const arma::rowvec& bias : {given.b_Q, given.b_K, given.b_V, given.b_O})
    CHECK(bias.is_empty());
  const TemporaryFolder folder;
  const std::string path =
      folder.file("w.json", R"({"wq": [[1, 2]], "wk": [[3, 4]], "wv": [[5, 6]], "bq": [7, 8]})");
  const AttentionWeights own = read_attention_weights(path, "--weights", "");
  CHECK(own.W_O.is_empty());
  CHECK(own.b_O.is_empty());
  CHECK(difference(own.W_V, {{5, 6}}, 0) == "");
  CHECK(difference(own.b_Q, {{7, 8}}, 0) == "");
}

TEST_CASE("quantized_name: the names that each method writes") {
  for (const std::string mark :
       {"h.qweight", "h.qzeros", "h.weight.absmax", "h.weight.quant_state.bitsandbytes__nf4",
        "h.SCB", "h.weight_scale", "h.weight_scale_inv", "h.weight_packed", "h.W_q"}) {
    CAPTURE(mark);
    CHECK(quantized_name({"h.weight", mark}) == mark);
  }
  CHECK_FALSE(quantized_name({"h.weight", "h.bias", "h.attn.masked_bias", "scale"}).has_value());
}

}  // namespace
