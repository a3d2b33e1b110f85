#pragma once

#include <string>
#include <vector>

namespace attn {

/// Bytes as a text that can be read and written anywhere: what is no UTF-8 becomes "\xNN".
std::string readable_bytes(const std::string& bytes);

/// A name of a folder for each student: the id where that is one, made safe where it is not. No two
/// are alike, be it on a system that tells no capitals from small letters, and the same id among
/// the same students always has the same.
std::vector<std::string> report_folders(const std::vector<std::string>& ids);

/// An id as it is seen: the same for two that differ only in kinds of blanks, or at their ends, in
/// how a character is composed, and in which form of it is chosen. What reports show by its code
/// stays.
std::string looks_of_id(const std::string& id);

}  // namespace attn
