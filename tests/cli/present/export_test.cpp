#include "cli/present/export.hpp"

#include <fstream>

#include "data/matrix/read_matrix.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

namespace {

namespace fs = std::filesystem;

std::size_t n_files(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

const std::string kAttend = "attn attend 'The cat sat' --causal --quiet ";

}  // namespace

TEST_CASE("export_selection: every kind of file holds the same digits", "[cli][export]") {
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      kAttend + "-o a.csv -o a.NPY -o all.npz -o all.json -o all.safetensors", folder.path());
  CHECK(result.exit_code == 0);
  CHECK(result.out + result.err == "");
  const std::string path = folder.path().string() + "/";
  const arma::mat output = read_matrix(path + "a.csv", "--q", {});
  CHECK(output.n_rows == 3);
  CHECK(arma::approx_equal(output, read_matrix(path + "a.NPY", "--q", {}), "absdiff", 0.0));
  CHECK(
      arma::approx_equal(output, read_matrix(path + "all.npz:output", "--q", {}), "absdiff", 0.0));
  CHECK(
      arma::approx_equal(output, read_matrix(path + "all.json:output", "--q", {}), "absdiff", 0.0));
  CHECK(arma::approx_equal(output, read_matrix(path + "all.safetensors:output", "--q", {}),
                           "absdiff", 0.0));
}

TEST_CASE("export_selection: a file of one matrix holds the last stage", "[cli][export]") {
  const TemporaryFolder folder;
  run_command(kAttend + "--to scores -o to.csv", folder.path());
  run_command(kAttend + "--stage scores -o stage.csv", folder.path());
  CHECK(content(folder.path() / "to.csv") == "1,-4,-1\n-2,2,1\n-1,1,0\n");
  CHECK(content(folder.path() / "stage.csv") == content(folder.path() / "to.csv"));
}

TEST_CASE("export_selection: an archive holds the stages that were chosen and the tokens",
          "[cli][export]") {
  const TemporaryFolder folder;
  run_command(kAttend + "--stage weights,query -o some.npz", folder.path());
  const MatrixFile file((folder.path() / "some.npz").string());
  CHECK(file.keys() == std::vector<std::string>{"query", "weights", "query_tokens", "key_tokens"});
}

TEST_CASE("export_selection: a .safetensors has the tokens in its header", "[cli][export]") {
  const TemporaryFolder folder;
  run_command(kAttend + "--stage weights,query -o some.safetensors", folder.path());
  CHECK(MatrixFile((folder.path() / "some.safetensors").string()).keys() ==
        std::vector<std::string>{"query", "weights"});
  const std::string bytes = content(folder.path() / "some.safetensors");
  CHECK(bytes.find(R"("query_tokens":"[\"The\",\"cat\",\"sat\"]")") != std::string::npos);
}

TEST_CASE("export_selection: says on standard error what it wrote", "[cli][export]") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("attn attend --json -o a.npz -o b.csv > a.json", folder.path());
  CHECK(result.err == "wrote a.npz\nwrote b.csv\n");
  const CommandResult quiet = run_command("attn attend -q -o c.csv", folder.path());
  CHECK(quiet.err == "");
}

TEST_CASE("export_selection: nothing is left behind by a write that fails",
          "[cli][export][error]") {
  const auto [files, code] = GENERATE(table<std::string, int>({
      {"-o a.npz -o nowhere/b.npy", 2},
      {"-o a.npz -o b.txt", 2},
      {"-o a.npz -o folder.npy", 2},
      {"-o a.npz -o folder.npy --force", 2},
      {"-o a.npz -o a.npz", 2},
      {"-o a.npz -o ./a.npz", 2},
      {"-o a.npz -o old.csv", 2},
      {"-o a.npz -o full.csv --force", 3},
      {"-o full.csv -o a.npz --force", 3},
      {"-o a.npz --stage nowhere", 2},
      {"-o a.npz --q '1 2' --k '1' --v '1'", 2},
  }));
  CAPTURE(files);
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "folder.npy");
  fs::create_symlink("/dev/full", folder.path() / "full.csv");
  std::ofstream(folder.path() / "old.csv") << "1\n";
  const CommandResult result = run_command("attn attend -q " + files, folder.path());
  CHECK(result.exit_code == code);
  CHECK(result.out == "");
  CHECK(result.err.starts_with("attn: error: "));
  CHECK(n_files(folder.path()) == 3);
  CHECK(content(folder.path() / "old.csv") == "1\n");
}

TEST_CASE("export_selection: a disk that fills up leaves no half file", "[cli][export][error]") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "old.npz") << "1\n";
  const std::string large = "seq 1 300 | attn attend - --quiet --force -o small.csv -o ";
  for (const std::string name : {"new.npz", "old.npz"}) {
    CAPTURE(name);
    // A shell's limit on the size of files; the signal that comes with it is ignored.
    const CommandResult result =
        run_command("trap '' XFSZ; ulimit -f 100; " + large + name, folder.path());
    CHECK(result.exit_code == 3);
    CHECK(result.err.starts_with("attn: error: " + name + ": the file cannot be written: "));
    CHECK(n_files(folder.path()) == 1);
    CHECK(content(folder.path() / "old.npz") == "1\n");
  }
}

TEST_CASE("export_selection: a folder that may not be written to is refused at once",
          "[cli][export][error]") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command(kAttend + "-o first.npy -o /proc/a.npy", folder.path());  // not even by root
  CHECK(result.err.starts_with("attn: error: /proc/a.npy: "));
  CHECK(result.exit_code == 3);
  CHECK(n_files(folder.path()) == 0);
}

TEST_CASE("export_selection: an existing file is replaced only on demand", "[cli][export]") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.csv";
  std::ofstream(file) << "old\n";
  CHECK(run_command(kAttend + "-o a.csv", folder.path()).exit_code == 2);
  CHECK(content(file) == "old\n");
  CHECK(run_command(kAttend + "--stage scores -o a.csv --force", folder.path()).exit_code == 0);
  CHECK(content(file) == "1,-4,-1\n-2,2,1\n-1,1,0\n");
}

TEST_CASE("require_writable: a file of one matrix is refused several stages",
          "[cli][export][error]") {
  const TemporaryFolder folder;
  const CommandResult result = run_command(kAttend + "--stage query,key -o a.npy", folder.path());
  CHECK(result.err ==
        "attn: error: a.npy holds one matrix, but the number of stages named is 2. Name\n"
        "  one stage, or write a .npz.\n");
  CHECK(result.exit_code == 2);
}

TEST_CASE("require_writable: a name that would command the terminal is made safe",
          "[cli][export][error]") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command(kAttend + "-o \"$(printf '\\033[2J').txt\"", folder.path());
  CHECK(result.err.find('\033') == std::string::npos);
  CHECK(result.exit_code == 2);
}
