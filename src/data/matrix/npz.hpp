#pragma once

#include <armadillo>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/matrix/tensor.hpp"

namespace attn {

/// The names of the arrays in a .npz archive, in its order, without their ".npy". Other entries
/// are not arrays and are left out.
///
/// Errors:  InputError if it is no archive or damaged, or a name occurs twice.
std::vector<std::string> npz_names(std::string_view bytes, const std::string& name);

/// One array of a .npz archive, whether written by np.savez or np.savez_compressed. One that is
/// not compressed lies in `bytes`, which must stay.
///
/// Errors:  as npz_names and npy_tensor; also if there is no array `key`, it is encrypted or packed
///          in another way, or it unpacks to more than kBinaryLimit or to another size than it
///          states.
Tensor npz_tensor(std::string_view bytes, const std::string& name, const std::string& key);

/// One matrix of a .npz archive.
///
/// Errors:  as npz_tensor and matrix_of.
arma::mat read_npz(std::string_view bytes, const std::string& name, const std::string& key);

/// An archive of (name without ".npy", bytes of the .npy file), not compressed. The same entries
/// always give the same bytes. There must be at least one: an empty archive does not exist.
std::string npz_bytes(const std::vector<std::pair<std::string, std::string>>& entries);

}  // namespace attn
