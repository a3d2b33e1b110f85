#include "data/matrix/read_matrix.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "data/matrix/arrays.hpp"
#include "data/safetensors_file.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace std::string_literals;

namespace {

const arma::mat kMatrix{{1, 2}, {3, 4}};

std::string matrix_refusal(const std::string& argument) {
  return refusal([&] { read_matrix(argument, "--q", {"q", "query"}); });
}

std::string two_arrays() {
  return npz_bytes({{"wk", npy_bytes(arma::vec{9})}, {"wq", npy_bytes(kMatrix)}});
}

std::string in_utf16(const std::string& ascii) {
  std::string bytes;
  for (const char c : ascii) bytes.append({c, '\0'});
  return bytes;
}

/// The same two matrices in every kind of file that holds several.
std::vector<std::string> files_of_two(const TemporaryFolder& folder) {
  return {folder.file("w.npz", two_arrays()),
          folder.file("w.safetensors",
                      safetensors_file({float64_tensor("wk", "[1, 1]", {9}),
                                        float64_tensor("wq", "[2, 2]", {1, 2, 3, 4})})),
          folder.file("w.json", R"({"wk": [[9]], "wq": [[1, 2], [3, 4]]})")};
}

}  // namespace

TEST_CASE("read_matrix: the ending of the path decides the format") {
  const TemporaryFolder folder;
  for (const std::string& path :
       {folder.file("a.csv", "1,2\n3,4\n"), folder.file("a.TSV", "1\t2\n3\t4\n"),
        folder.file("a.npy", npy_bytes(kMatrix)), folder.file("a.Json", "[[1,2],[3,4]]"),
        folder.file("a.npz", npz_bytes({{"any", npy_bytes(kMatrix)}})),
        folder.file("a.SafeTensors",
                    safetensors_file({float64_tensor("any", "[2, 2]", {1, 2, 3, 4})}))}) {
    CAPTURE(path);
    CHECK(difference(read_matrix(path, "--q", {}), kMatrix, 0) == "");
  }
}

TEST_CASE("read_matrix: what a pipe holds decides the format") {
  int number = 700;  // what came through a pipe is kept by its number
  for (const std::string& bytes :
       {std::string("1,2\n3,4\n"), std::string("1\t2\n3\t4\n"), npy_bytes(kMatrix),
        std::string(" [[1,2],[3,4]]"), std::string("[\n  [1, 2],\n  [3, 4]\n]\n"),
        std::string("[1 2]\n[3 4]\n"), std::string("[1, 2]\n[3, 4]\n"),
        std::string("[[1. 2.]\n [3. 4.]]\n"), std::string(R"({"k": [[9]], "q": [[1, 2], [3, 4]]})"),
        "\xff\xfe" + in_utf16("[[1,2],[3,4]]"), in_utf16("{\"q\": [[1, 2], [3, 4]]}"),
        in_utf16("1,2\n3,4\n")}) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    REQUIRE(::write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    ::close(ends[1]);
    const int pipe = ::fcntl(ends[0], F_DUPFD, number++);
    const std::string path = "/dev/fd/" + std::to_string(pipe);
    CHECK(difference(read_matrix(path, "--q", {"q", "query"}), kMatrix, 0.0) == "");
    ::close(ends[0]);
    ::close(pipe);
  }
}

TEST_CASE("read_matrix: numbers are the matrix itself") {
  CHECK(difference(read_matrix("1 2; 3 4", "--q", {}), kMatrix, 0) == "");
}

TEST_CASE("read_matrix: a name after a colon chooses one of several") {
  const TemporaryFolder folder;
  for (const std::string& path : files_of_two(folder)) {
    CAPTURE(path);
    CHECK(difference(read_matrix(path + ":wq", "--q", {}), kMatrix, 0) == "");
    CHECK(difference(read_matrix(path, "--q", {"q", "wq"}), kMatrix, 0) == "");
  }
}

TEST_CASE("read_matrix: a file with a colon in its name is found") {
  const TemporaryFolder folder;
  const std::string path = folder.file("w.json:v2.csv", "1,2\n3,4\n");
  CHECK(difference(read_matrix(path, "--q", {}), kMatrix, 0) == "");
}

TEST_CASE("read_matrix: refuses to choose between several") {
  const TemporaryFolder folder;
  const std::string path = folder.file("w.npz", two_arrays());
  CHECK(matrix_refusal(path) ==
        "--q " + path +
            ": one matrix was expected, but it holds 2: wk, wq. Name one after a colon, such as " +
            path + ":wk.");
  CHECK(matrix_refusal(path + ":wv") ==
        "--q " + path + ": there is no matrix named 'wv' in it. Choose one of: wk, wq.");
}

TEST_CASE("read_matrix: refuses another ending") {
  CHECK(matrix_refusal("q.xlsx") ==
        "--q q.xlsx: a file ending in .csv, .tsv, .npy, .npz, .safetensors or .json was expected, "
        "or a "
        "matrix written out, such as \"1 0; 0 1\".");
  CHECK(matrix_refusal("").starts_with("--q : a file ending in .csv"));
  CHECK(matrix_refusal(std::string(5000, 'e')).find("e...: a file ending in .csv") < 300);
}

TEST_CASE("read_matrix: names the flag and the file") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.csv", "1,x");
  CHECK(matrix_refusal(path).starts_with("--q " + path + ": line 1, column 2: a number was"));
  CHECK(matrix_refusal("1 2; 3").starts_with("--q: all rows must be equally long"));
  CHECK(
      matrix_refusal("1_0 2; 3 4").starts_with("--q: cell [0, 0] (counted from 0): a number was"));
  CHECK(matrix_refusal("1\u200b0 2")
            .ends_with("There is a character that cannot be seen (U+200B). "
                       "Type the text again without it."));
  CHECK(matrix_refusal("1 2 3.csv").starts_with("--q 1 2 3.csv: there is no such file."));
  CHECK(matrix_refusal(folder.path("b.csv")) ==
        "--q " + folder.path("b.csv") +
            ": there is no such file. Check the spelling and the folder.");
}

TEST_CASE("MatrixFile: gives several matrices of one file") {
  const TemporaryFolder folder;
  for (const std::string& path : files_of_two(folder)) {
    CAPTURE(path);
    const MatrixFile file(path);
    CHECK(file.keys() == std::vector<std::string>{"wk", "wq"});
    CHECK(file.has("wq"));
    CHECK_FALSE(file.has("wv"));
    CHECK(difference(file.get("wq"), kMatrix, 0) == "");
    CHECK(file.get("wk")(0, 0) == 9);
    CHECK(difference(file.get_row("wk"), arma::mat{9}, 0) == "");
    CHECK(difference(file.get_joined("wq"), kMatrix, 0) == "");
    CHECK_REFUSED(file.get("wv"),
                  path + ": there is no matrix named 'wv' in it. Choose one of: wk, wq.");
  }
}

TEST_CASE("MatrixFile: puts the matrices of a 3-D array side by side") {
  const TemporaryFolder folder;
  const MatrixFile file(folder.file(
      "w.safetensors", safetensors_file({float64_tensor("wq", "[2, 1, 2]", {1, 2, 3, 4})})));
  CHECK(difference(file.get_joined("wq"), {{1, 2, 3, 4}}, 0) == "");
  // An axis of one is none.
  CHECK(difference(file.get("wq"), {{1, 2}, {3, 4}}, 0) == "");
}

TEST_CASE("MatrixFile: never opens a pickle") {
  for (const char* path : {"m.pt", "m.PTH", "pytorch_model.bin", "m.ckpt", "m.pkl"})
    CHECK_REFUSED_FOR(MatrixFile{path}, "is a pickle, which is never opened");
}

TEST_CASE("MatrixFile: the index of a model is not the model") {
  CHECK_REFUSED(MatrixFile("model.safetensors.index.json"),
                "model.safetensors.index.json: this is the index of a model in several files, and "
                "has no numbers. Give the file that it names for the layer.");
}

TEST_CASE("MatrixFile: refuses a file of one matrix") {
  CHECK_REFUSED(
      MatrixFile("q.csv"),
      "q.csv: a file of several matrices, ending in .npz, .safetensors or .json, was expected.");
}

TEST_CASE("read_matrix: a pipe is told by what it holds") {
  // What came through a descriptor is kept, so that each needs a number of its own.
  static int next = 400;
  const auto piped = [](const std::string& bytes) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    REQUIRE(::write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    ::close(ends[1]);
    REQUIRE(::dup2(ends[0], ++next) == next);
    ::close(ends[0]);
    return "/dev/fd/" + std::to_string(next);
  };
  const TemporaryFolder folder;
  for (const std::string& file : files_of_two(folder)) {
    const std::string path = piped(content(file));
    CHECK(same(read_matrix(path, "--q", {"wq"}), kMatrix));
    CHECK(same(read_matrix(path + ":wk", "--q", {"wq"}), arma::mat{{9}}));
    CHECK(same(MatrixFile(path).get("wq"), kMatrix));
  }
  for (const std::string& bytes :
       {npy_bytes(kMatrix), std::string("1,2\n3,4\n"), std::string("[[1, 2], [3, 4]]")})
    CHECK(same(read_matrix(piped(bytes), "--q", {}), kMatrix));

  const std::string table = piped("1,2\n3,4\n");
  CHECK(matrix_refusal(table + ":wq") ==
        "--q " + table + ": there is one matrix, and it has no name. Leave out ':wq'.");
  CHECK(refusal([&] { const MatrixFile file(table); }) ==
        table + ": several matrices were expected, as a .npz, .safetensors or .json has them.");
}

TEST_CASE("read_matrix: what a pipe sends wrongly is told as of a file") {
  const auto piped = [](const std::string& bytes, int number) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    REQUIRE(::write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    ::close(ends[1]);
    REQUIRE(::dup2(ends[0], number) == number);
    ::close(ends[0]);
    return std::to_string(number);
  };
  const std::string wide = "[\0[\0001\0,\0002\0]\0]\0"s;
  CHECK(same(read_matrix("/dev/fd/" + piped("\xff\xfe" + wide, 450), "--q", {}), {{1, 2}}));
  CHECK(same(read_matrix("/dev/fd/" + piped(wide, 451), "--q", {}), {{1, 2}}));
  // A header of 123 bytes is no JSON, though 123 is a brace.
  const std::string header =
      R"({"q":{"dtype":"F64","shape":[1,1],"data_offsets":[0,8]}})" + std::string(67, ' ');
  const std::string bytes = "{\0\0\0\0\0\0\0"s + header + "\0\0\0\0\0\0\xf0\x3f"s;
  REQUIRE(header.size() == '{');
  CHECK(same(read_matrix("/dev/fd/" + piped(bytes, 452), "--q", {}), arma::mat{{1}}));
  CHECK(matrix_refusal("/dev/fd/453") ==
        "--q /dev/fd/453: nothing is open there. Send the data with | or <, or give a file.");
  // Whatever it is called, it comes once.
  const std::string table = piped("1,2\n3,4\n", 454);
  for (const char* folder : {"/dev/fd/", "/proc/self/fd/"})
    CHECK(same(read_matrix(folder + table, "--q", {}), kMatrix));
}

TEST_CASE("location_of: the standard input and what a shell passes") {
  const auto is = [](const std::string& argument, const std::string& path, const char* key) {
    const ArrayLocation found = location_of(argument);
    return found.path == path && found.key.value_or("none") == key;
  };
  CHECK(is("-", "/dev/stdin", "none"));
  CHECK(is("-:wq", "/dev/stdin", "wq"));
  CHECK(is("/dev/fd/63:wq", "/dev/fd/63", "wq"));
  CHECK(is("a:b.csv", "a:b.csv", "none"));
}

TEST_CASE("written_number: decimals and fractions, in either width") {
  for (const char* half : {"0.5", "０．５", "1/2", "１／２", "2分の1", "２分の１", " 1 / 2 ", "½"})
    CHECK(written_number(half) == 0.5);
  for (const char* minus : {"-0.25", "ー0.25", "−1/4", "4分の-1", "-¼", "−¼"})
    CHECK(written_number(minus) == -0.25);
  for (const char* mixed : {"1½", "１½"}) CHECK(written_number(mixed) == 1.5);
  CHECK(written_number("-12¾") == -12.75);
  CHECK(written_number("⅓") == 1.0 / 3.0);
}

TEST_CASE("written_number: nothing that could be two numbers or a product") {
  for (const char* text : {"0,5", "1,000", "0・5", "2·5", "1/0", "1/2/3", "1 2", "", "/", "分の",
                           "1½½", "½½", "⅟", "Ⅳ", "-"}) {
    CAPTURE(text);
    CHECK_FALSE(written_number(text));
  }
}

TEST_CASE("has_doubtful_comma: only where thousands are as likely") {
  for (const char* text : {"1,000", "-12,345", "+999,999"}) CHECK(has_doubtful_comma(text));
  for (const char* text :
       {"0,500", "1,5", "1,0000", "1,000,000", "1,000.5", "1234,567", "1000", ","})
    CHECK_FALSE(has_doubtful_comma(text));
  CHECK(doubt_about_comma("-1,250") == "'-1,250' may be -1250 or -1.250: write one of these.");
}
