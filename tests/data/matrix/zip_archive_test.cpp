#include "data/matrix/zip_archive.hpp"

#include <sys/mman.h>

#include <bit>

#include "data/matrix/arrays.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"

namespace {

// A number in as many bytes, the lowest first.
std::string bytes_of(std::uint64_t value, int n_bytes) {
  std::string bytes;
  for (int i = 0; i < n_bytes; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

// An archive of one stored file "ab" named "x", part by part, so that each part can lie.
// The layout is that of APPNOTE.TXT, 4.3.
struct Crafted {
  std::string path = "x", packed = "ab", local_extra, extra;
  std::uint64_t flags = 0, method = 0, crc = 0x9E83486D, packed_size = 2, size = 2;
  std::uint64_t local_flags = 0, local_method = 0, local_crc = crc, local_packed_size = 2,
                local_size = 2;
  std::uint64_t offset = 0, count = 1;
  std::string descriptor, after_directory, end_of_directory, after;

  std::string local() const {
    return "PK\x03\x04" + bytes_of(20, 2) + bytes_of(local_flags, 2) + bytes_of(local_method, 2) +
           bytes_of(0, 4) + bytes_of(local_crc, 4) + bytes_of(local_packed_size, 4) +
           bytes_of(local_size, 4) + bytes_of(path.size(), 2) + bytes_of(local_extra.size(), 2) +
           path + local_extra + packed + descriptor;
  }
  std::string directory() const {
    return "PK\x01\x02" + bytes_of(20, 2) + bytes_of(20, 2) + bytes_of(flags, 2) +
           bytes_of(method, 2) + bytes_of(0, 4) + bytes_of(crc, 4) + bytes_of(packed_size, 4) +
           bytes_of(size, 4) + bytes_of(path.size(), 2) + bytes_of(extra.size(), 2) +
           bytes_of(0, 2) + bytes_of(0, 2) + bytes_of(0, 2) + bytes_of(0, 4) + bytes_of(offset, 4) +
           path + extra;
  }
  std::string end() const {
    const std::uint64_t directory_size = directory().size() + after_directory.size();
    return "PK\x05\x06" + bytes_of(0, 4) + bytes_of(count, 2) + bytes_of(count, 2) +
           bytes_of(directory_size, 4) + bytes_of(local().size(), 4) + bytes_of(after.size(), 2);
  }
  std::string archive() const {
    return local() + directory() + after_directory + end_of_directory + end() + after;
  }
};

// "ab" as RFC 1951 writes it: the last block, not compressed, of two bytes.
const std::string kDeflated = "\x01" + bytes_of(2, 2) + bytes_of(0xFFFD, 2) + "ab";

// The end of the directory in 64 bits, as it stands before the usual one.
std::string end_in_64_bits(const Crafted& crafted, std::uint64_t count) {
  const std::uint64_t at = crafted.local().size();
  return "PK\x06\x06" + bytes_of(44, 8) + bytes_of(45, 2) + bytes_of(45, 2) + bytes_of(0, 8) +
         bytes_of(count, 8) + bytes_of(count, 8) + bytes_of(crafted.directory().size(), 8) +
         bytes_of(at, 8) + "PK\x06\x07" + bytes_of(0, 4) +
         bytes_of(at + crafted.directory().size(), 8) + bytes_of(1, 4);
}

// The content of the only file: "refused" if the directory is, "damaged" if the file is.
std::string only_content(const std::string& archive) {
  const auto entries = zip_entries(archive);
  if (!entries || entries->size() != 1) return "refused";
  return unpacked(archive, entries->front()).value_or("damaged");
}

std::string content_after(const std::function<void(Crafted&)>& change) {
  Crafted crafted;
  change(crafted);
  return only_content(crafted.archive());
}

TEST_CASE("zip_archive: what is written is read back") {
  const std::string large(300'000, 'x');
  const std::string archive = zip_archive({{"a", "1"}, {"empty", ""}, {"重み/é", large}});
  const auto entries = zip_entries(archive);
  REQUIRE(entries);
  REQUIRE(entries->size() == 3);
  CHECK(entries->at(0).path == "a");
  CHECK(entries->at(2).path == "重み/é");
  CHECK(entries->at(2).size == large.size());
  CHECK(entries->at(2).method == ZipMethod::stored);
  CHECK(unpacked(archive, entries->at(0)) == "1");
  CHECK(unpacked(archive, entries->at(1)) == "");
  CHECK(unpacked(archive, entries->at(2)) == large);
}

TEST_CASE("open_zip: the last file may come in pieces") {
  const OpenZip zip = open_zip({{"a", "1"}}, "large", 4);
  const std::string archive =
      zip.before + "ab" + "cd" + zip.behind(zip_checksum("cd", zip_checksum("ab")));
  const auto entries = zip_entries(archive);
  REQUIRE(entries);
  REQUIRE(entries->size() == 2);
  CHECK(unpacked(archive, entries->at(0)) == "1");
  CHECK(entries->at(1).path == "large");
  CHECK(unpacked(archive, entries->at(1)) == "abcd");
  const std::string other = zip.before + "abcx" + zip.behind(zip_checksum("abcd"));
  CHECK(unpacked(other, zip_entries(other)->at(1)) == std::nullopt);
}

// Nothing but its ends is ever touched, so that no memory is taken.
TEST_CASE("open_zip: a file of more than 4 GiB") {
  constexpr std::uint64_t kSize = (std::uint64_t{1} << 32) + 5;
  const OpenZip zip = open_zip({{"a", "1"}}, "large", kSize);
  const std::string behind = zip.behind(0x01020304);
  const std::size_t size = zip.before.size() + kSize + behind.size();
  void* const room = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  REQUIRE(room != MAP_FAILED);
  char* const bytes = static_cast<char*>(room);
  std::copy(zip.before.begin(), zip.before.end(), bytes);
  std::copy(behind.begin(), behind.end(), bytes + zip.before.size() + kSize);
  const auto entries = zip_entries({bytes, size});
  REQUIRE(entries);
  REQUIRE(entries->size() == 2);
  CHECK(entries->at(1).size == kSize);
  CHECK(entries->at(1).packed_size == kSize);
  CHECK(entries->at(1).checksum == 0x01020304);
  CHECK(unpacked({bytes, size}, entries->at(0)) == "1");
  ::munmap(room, size);
}

TEST_CASE("stored_bytes: a stored file where it lies") {
  const std::string archive = zip_archive({{"a", "content"}});
  const auto bytes = stored_bytes(archive, zip_entries(archive)->front());
  REQUIRE(bytes);
  CHECK(*bytes == "content");
  CHECK(bytes->data() == archive.data() + archive.find("content"));
  const std::string packed = numpy_file("packed.npz");
  CHECK_FALSE(stored_bytes(packed, zip_entries(packed)->at(1)));
}

TEST_CASE("zip_archive: an archive of nothing has no files") {
  const auto entries = zip_entries(zip_archive({}));
  REQUIRE(entries);
  CHECK(entries->empty());
}

TEST_CASE("zip_entries: says how a file is packed") {
  const auto entries = zip_entries(numpy_file("packed.npz"));
  REQUIRE(entries);
  CHECK(entries->at(1).method == ZipMethod::deflated);
  CHECK(entries->at(1).size == 80128);
  CHECK(entries->at(1).packed_size < 1000);
  CHECK_FALSE(entries->at(1).is_encrypted);
  CHECK(zip_entries(numpy_file("encrypted.npz"))->front().is_encrypted);
}

TEST_CASE("unpacked: reads what other programs write, too") {
  CHECK(only_content(Crafted{}.archive()) == "ab");
  // Sizes and checksum after the content, as where it goes into a pipe.
  CHECK(content_after([](Crafted& it) {
          it.flags = it.local_flags = 8;
          it.local_crc = it.local_packed_size = it.local_size = 0;
          it.descriptor = "PK\x07\x08" + bytes_of(it.crc, 4) + bytes_of(2, 4) + bytes_of(2, 4);
        }) == "ab");
  // Sizes in 64 bits in both headers, and an extra field of somebody else before them.
  CHECK(content_after([](Crafted& it) {
          it.local_packed_size = it.local_size = it.packed_size = it.size = 0xFFFFFFFF;
          it.local_extra = bytes_of(1, 2) + bytes_of(16, 2) + bytes_of(2, 8) + bytes_of(2, 8);
          it.extra = bytes_of(0x9999, 2) + bytes_of(3, 2) + "???" + it.local_extra;
        }) == "ab");
  CHECK(content_after([](Crafted& it) {
          it.offset = 0xFFFFFFFF;
          it.extra = bytes_of(1, 2) + bytes_of(8, 2) + bytes_of(0, 8);
        }) == "ab");
  // The whole directory in 64 bits.
  CHECK(content_after([](Crafted& it) {
          it.end_of_directory = end_in_64_bits(it, 1);
          it.count = 0xFFFF;
        }) == "ab");
}

TEST_CASE("unpacked: what stands after the archive does not matter") {
  CHECK(content_after([](Crafted& it) { it.after = "a comment"; }) == "ab");
  CHECK(only_content(Crafted{}.archive() + "trailing") == "ab");
}

TEST_CASE("zip_entries: a path is UTF-8, or else in code page 437") {
  const auto path_of = [](const std::string& path, std::uint64_t flags = 0) {
    Crafted crafted;
    crafted.path = path;
    crafted.flags = flags;
    const auto entries = zip_entries(crafted.archive());
    return entries ? entries->front().path : "refused";
  };
  CHECK(path_of("重み") == "重み");
  CHECK(path_of("重み", 1 << 11) == "重み");
  CHECK(path_of("\x80\xE1\xFEz\xFF") == "Çß■z\u00a0");
  CHECK(path_of("\x80", 1 << 11) == "refused");
  CHECK(path_of(std::string("a\0b", 3)) == std::string("a\0b", 3));
  CHECK(path_of("") == "");
  CHECK(path_of(std::string(0xFFFF, 'x')).size() == 0xFFFF);
}

TEST_CASE("zip_entries: files of one name are all listed") {
  const auto entries = zip_entries(numpy_file("twice.npz"));
  REQUIRE(entries);
  REQUIRE(entries->size() == 2);
  CHECK(entries->at(0).path == entries->at(1).path);
}

TEST_CASE("zip_entries: does not believe how many files there are") {
  for (const std::uint64_t count : {0, 2, 65534, 65535})
    CHECK(content_after([&](Crafted& it) { it.count = count; }) == "refused");
  for (const std::uint64_t count :
       {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{1} << 60, ~std::uint64_t{0}})
    CHECK(content_after([&](Crafted& it) { it.end_of_directory = end_in_64_bits(it, count); }) ==
          "refused");
}

TEST_CASE("zip_entries: does not believe where the directory is") {
  CHECK(content_after([](Crafted& it) { it.after_directory = "??"; }) == "refused");
  const std::string archive = Crafted{}.archive();
  const std::size_t end = archive.rfind("PK\x05\x06");
  for (const std::size_t place : {end + 12, end + 16})  // its size, and where it begins
    for (const std::uint64_t lie : {0, 1, 1000, 0x7FFFFFFF}) {
      std::string changed = archive;
      changed.replace(place, 4, bytes_of(lie, 4));
      CHECK(only_content(changed) == "refused");
    }
}

TEST_CASE("unpacked: does not believe the stated sizes") {
  for (const std::uint64_t lie : {0, 1, 3, 1000, 0x7FFFFFFF}) {
    CAPTURE(lie);
    CHECK(content_after([&](Crafted& it) { it.size = it.local_size = lie; }) == "damaged");
    CHECK(content_after([&](Crafted& it) { it.packed_size = it.local_packed_size = lie; }) ==
          "damaged");
    CHECK(content_after([&](Crafted& it) {
            it.size = it.packed_size = it.local_size = it.local_packed_size = lie;
          }) == "damaged");
  }
  // Deflated, one byte less than there is and one more, each with the checksum of that many.
  for (const std::string& text : {std::string("a"), std::string("abc")})
    CHECK(content_after([&](Crafted& it) {
            it.method = 8;
            it.packed = kDeflated;
            it.packed_size = kDeflated.size();
            it.size = text.size();
            it.crc = text == "a" ? 0xE8B7BE43 : 0x352441C2;
          }) == "damaged");
  // In 64 bits: nothing is allocated for it.
  CHECK(content_after([](Crafted& it) {
          it.packed_size = it.size = it.local_packed_size = it.local_size = 0xFFFFFFFF;
          it.extra = bytes_of(1, 2) + bytes_of(16, 2) + std::string(16, '\xFF');
        }) == "damaged");
}

TEST_CASE("unpacked: the directory decides, and its checksum must be right") {
  CHECK(content_after([](Crafted& it) {
          it.local_crc = it.local_method = it.local_size = it.local_packed_size = 99;
        }) == "ab");
  CHECK(content_after([](Crafted& it) { it.crc = it.local_crc = 1; }) == "damaged");
  CHECK(content_after([](Crafted& it) { it.offset = 1; }) == "damaged");
  CHECK(content_after([](Crafted& it) { it.offset = 0x7FFFFFFF; }) == "damaged");
}

TEST_CASE("unpacked: what is no deflated text is damaged") {
  CHECK(content_after([](Crafted& it) { it.method = it.local_method = 8; }) == "damaged");
  CHECK(content_after([](Crafted& it) {
          it.method = 8;
          it.packed = kDeflated;
          it.packed_size = kDeflated.size();
        }) == "ab");
}

TEST_CASE("zip_entries: does not believe the length of an extra field") {
  const auto content_with = [](std::uint64_t id, std::uint64_t length, std::uint64_t size) {
    return content_after([&](Crafted& it) {
      it.extra = bytes_of(id, 2) + bytes_of(length, 2) + "1234567";
      it.size = size;
    });
  };
  for (const std::uint64_t id : {1, 0x9999}) {
    for (const std::uint64_t length : {8, 0xFFFF}) CHECK(content_with(id, length, 2) == "refused");
    CHECK(content_with(id, 7, 2) == "ab");
    CHECK(content_with(id, 7, 0xFFFFFFFF) == "damaged");  // no eight bytes for the size
  }
}

TEST_CASE("zip_archive: more files than 16 bits count") {
  for (const std::size_t n : {65534, 65535, 65536}) {
    const auto entries = zip_entries(zip_archive({n, {"x", "1"}}));
    REQUIRE(entries);
    CHECK(entries->size() == n);
  }
}

TEST_CASE("unpacked: no changed byte changes what comes out") {
  const std::string whole = numpy_file("packed.npz");
  const auto entries = zip_entries(whole);
  REQUIRE(entries);
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (const int change : {0x01, 0x80, 0xFF}) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ change);
      const auto found = zip_entries(changed);
      if (!found) continue;
      REQUIRE(found->size() == entries->size());
      for (std::size_t n = 0; n < found->size(); ++n) {
        const ZipEntry& entry = found->at(n);
        if (entry.method != ZipMethod::stored && entry.method != ZipMethod::deflated) continue;
        const auto content = unpacked(changed, entry);
        if (content && *content != unpacked(whole, entries->at(n))) FAIL("byte " << i);
      }
    }
}

TEST_CASE("zip_entries: an archive cut off at any length is refused") {
  Crafted commented;
  commented.after = "a comment";
  for (const std::string& whole : {numpy_file("stored.npz"), commented.archive()})
    for (std::size_t length = 0; length < whole.size(); ++length)
      if (zip_entries(whole.substr(0, length))) FAIL("length " << length);
}

using Shape = std::vector<std::uint64_t>;

/// A file of format version 1.0 with this header text and no data.
std::string with_header(const std::string& text) {
  const std::string length = {static_cast<char>(text.size() & 0xff),
                              static_cast<char>(text.size() >> 8)};
  return "\x93NUMPY" + std::string("\x01\x00", 2) + length + text;
}

NpyHeader header_of(const std::string& text) { return read_npy_header(with_header(text), "x.npy"); }

std::string npy_header_refusal(const std::string& bytes) {
  return refusal([&] { read_npy_header(bytes, "x.npy"); });
}

TEST_CASE("read_npy_header: reads what NumPy writes") {
  const NpyHeader header =
      header_of("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }           \n");
  CHECK(header.dtype == "<f8");
  CHECK_FALSE(header.fortran_order);
  CHECK(header.shape == Shape{2, 3});
  CHECK(header.data_offset == 10 + 71);
}

TEST_CASE("read_npy_header: order and quotes and the last comma are free") {
  const NpyHeader header = header_of("{\"shape\":(5L,),\"descr\":\"|b1\",\"fortran_order\":True}");
  CHECK(header.dtype == "|b1");
  CHECK(header.fortran_order);
  CHECK(header.shape == Shape{5});
  CHECK(header_of("{'descr':'<f8','fortran_order':True,'shape':()}").shape == Shape{});
  CHECK(header_of("{'descr':'<f8','fortran_order':True,'shape':(1,2,3,)}").shape == Shape{1, 2, 3});
}

TEST_CASE("read_npy_header: a structured dtype has no name") {
  CHECK(header_of("{'descr': [('a', '<f8'), ('b', [('c', 'i4')])], 'fortran_order': False, "
                  "'shape': (1, 2), }")
            .dtype == "");
}

TEST_CASE("read_npy_header: refuses what the format does not allow") {
  for (const char* text :
       {"",
        "{}",
        "{",
        "garbage",
        "{'descr': '<f8', 'fortran_order': False}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), } x",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), 'extra': 1}",
        "{'descr': '<f8', 'descr': '<f8', 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (2, 3)}",
        "{'descr': 8, 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f8, 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': [('a', '<f8', 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2,, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2.0, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': 2}",
        "{'descr': '<f8' 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999, 1)}"}) {
    CAPTURE(text);
    CHECK(npy_header_refusal(with_header(text))
              .starts_with("x.npy: the .npy header must give 'descr', 'fortran_order' and 'shape', "
                           "and it reads '"));
  }
}

TEST_CASE("read_npy_header: shows little of a damaged header") {
  CHECK(npy_header_refusal(with_header("{'\x1b[2J" + std::string(1000, 'x'))) ==
        "x.npy: the .npy header must give 'descr', 'fortran_order' and 'shape', and it reads "
        "'{'?[2J" +
            std::string(74, 'x') + "...'. Save the file again with np.save.");
}

TEST_CASE("read_npy_header: refuses more dimensions than NumPy has") {
  std::string shape;
  for (int i = 0; i < 65; ++i) shape += "1,";
  CHECK(npy_header_refusal(
            with_header("{'descr':'<f8','fortran_order':False,'shape':(" + shape + ")}"))
            .starts_with("x.npy: the .npy header must give"));
}

TEST_CASE("read_npy_header: refuses other files and versions") {
  for (const char* text : {"", "1,2\n", "PK\x03\x04", "\x93NUMP"}) {
    CHECK(npy_header_refusal(text) ==
          "x.npy: this is not a .npy file: it does not start as one. Write it with np.save, or "
          "give the file the ending of its real format.");
  }
  CHECK(
      npy_header_refusal("\x93NUMPY\x09" + std::string(20, '\0')) ==
      "x.npy: the .npy format version is 9, and 1, 2 and 3 are read. Save it again with np.save.");
}

TEST_CASE("read_npy_header: refuses a header of absurd length") {
  CHECK(npy_header_refusal("\x93NUMPY" + std::string("\x02\x00\xff\xff\xff\xff", 6)) ==
        "x.npy: the .npy header claims 4294967295 bytes, and at most 65536 are read. The file is "
        "damaged: save it again with np.save.");
}

TEST_CASE("npy_header: the data start at a multiple of 64") {
  for (std::uint64_t cols = 1; cols < 1'000'000'000'000; cols *= 10) {
    const std::string bytes = npy_header("<f8", {2, cols});
    const NpyHeader header = read_npy_header(bytes, "");
    CHECK(bytes.size() % 64 == 0);
    CHECK(bytes.back() == '\n');
    CHECK(header.data_offset == bytes.size());
    CHECK(header.shape == Shape{2, cols});
  }
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The slow form: every bit of the fraction adds its own power of two.
double half_by_bits(unsigned bits) {
  const unsigned exponent = bits / 1024 % 32;
  double value = exponent == 0 ? 0 : 1;
  for (int i = 0; i < 10; ++i) value += (bits >> i & 1u) != 0 ? std::pow(2.0, i - 10) : 0;
  value *= std::pow(2.0, exponent == 0 ? -14 : static_cast<int>(exponent) - 15);
  return bits / 32768 == 1 ? -value : value;
}

TEST_CASE("half_value: known numbers") {
  CHECK(half_value(0x3c00) == 1);
  CHECK(half_value(0xc000) == -2);
  CHECK(half_value(0x3555) == 1365.0 / 4096);  // the half next to 1/3
  CHECK(half_value(0x7bff) == 65504);          // the largest
  CHECK(half_value(0x0400) == 0x1p-14);        // the smallest that is normal
  CHECK(half_value(0x03ff) == 1023 * 0x1p-24);
  CHECK(half_value(0x0001) == 0x1p-24);  // the smallest
}

TEST_CASE("half_value: agrees with the sum of the bits for every finite half") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    if (bits / 1024 % 32 == 31) continue;
    if (half_value(static_cast<std::uint16_t>(bits)) != half_by_bits(bits)) FAIL(bits);
  }
}

TEST_CASE("half_value: keeps zeros with their sign, infinities and NaN") {
  CHECK(half_value(0x0000) == 0);
  CHECK_FALSE(std::signbit(half_value(0x0000)));
  CHECK(half_value(0x8000) == 0);
  CHECK(std::signbit(half_value(0x8000)));
  CHECK(half_value(0x7c00) == kInfinity);
  CHECK(half_value(0xfc00) == -kInfinity);
  CHECK(std::isnan(half_value(0x7c01)));
  CHECK(std::isnan(half_value(0xffff)));
}

TEST_CASE("bfloat16_value: known numbers") {
  CHECK(bfloat16_value(0x3f80) == 1);
  CHECK(bfloat16_value(0xc000) == -2);
  CHECK(bfloat16_value(0x3eab) == 0.333984375);    // the bfloat16 next to 1/3
  CHECK(bfloat16_value(0x0001) == 0x1p-133);       // the smallest
  CHECK(bfloat16_value(0x7f7f) == 255 * 0x1p120);  // the largest
  CHECK(bfloat16_value(0x0080) == 0x1p-126);
}

TEST_CASE("bfloat16_value: is the float with the same upper half") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const double value = bfloat16_value(static_cast<std::uint16_t>(bits));
    if (std::isnan(value)) {
      if (bits / 128 % 256 != 255 || bits % 128 == 0) FAIL(bits);
      continue;
    }
    if (std::bit_cast<std::uint32_t>(static_cast<float>(value)) != bits << 16) FAIL(bits);
  }
}

using Names = std::vector<std::string>;

std::string missing(const Names& keys) {
  return refusal([&] { refuse_missing_key("w.npz", "wv", keys); });
}

TEST_CASE("chosen_key: the first preferred name that is there") {
  CHECK(chosen_key("", {"key", "query", "q"}, {"q", "query"}) == "q");
  CHECK(chosen_key("", {"key", "query"}, {"q", "query"}) == "query");
}

TEST_CASE("chosen_key: the only one whatever its name") {
  CHECK(chosen_key("", {"mine"}, {"q", "query"}) == "mine");
  CHECK(chosen_key("", {""}, {}) == "");
}

TEST_CASE("chosen_key: refuses to guess") {
  CHECK_REFUSED(chosen_key("w.npz", {"wk", "wq"}, {"q"}),
                "w.npz: one matrix was expected, but it holds 2: wk, wq. Name one after a colon, "
                "such as w.npz:wk.");
  CHECK_REFUSED(chosen_key("w.npz", {}, {"q"}),
                "w.npz: there is no matrix in it. Give a file with at least one.");
}

TEST_CASE("refuse_missing_key: names those that there are") {
  CHECK(missing({"wq", "wk"}) ==
        "w.npz: there is no matrix named 'wv' in it. Choose one of: wq, wk.");
  CHECK(missing({}) == "w.npz: there is no matrix in it. Give a file with at least one.");
  CHECK(missing({""}) ==
        "w.npz: it holds one matrix without a name, and 'wv' was asked for. Leave the name out.");
}

TEST_CASE("refuse_missing_key: a file's names cannot flood or command the terminal") {
  const std::string text = missing(Names(1000, "\x1b[2J" + std::string(1000, 'x')));
  CHECK(text.size() < 1200);
  CHECK(text.find('\x1b') == text.npos);
  CHECK(text.ends_with("..., ... (1000)."));
}

TEST_CASE("shown_key: an ordinary name is whole, a long or hostile one safe") {
  const std::string ordinary = "bert.encoder.layer.11.attention.self.query.weight";
  CHECK(shown_key(ordinary) == ordinary);
  CHECK(shown_key("\x1b[2J" + std::string(1000, 'x')) == "?[2J" + std::string(76, 'x') + "...");
  CHECK(key_place("w.npz", "a\nb") == "w.npz:a?b");
}

TEST_CASE("refuse_twice: names the file and the name") {
  CHECK_REFUSED(refuse_twice("w.npz", "wq"),
                "w.npz: the name 'wq' occurs twice in it, so that it is unclear which one is "
                "meant. Keep one of them.");
}

TEST_CASE("stage_key: a group comes first without its spaces") {
  CHECK(stage_key("", "scores") == "scores");
  CHECK(stage_key("head 0", "scores") == "head0.scores");
}

}  // namespace
