#include "base/system_reason.hpp"

#include <cerrno>
#include <system_error>

#include "base/message.hpp"

namespace attn {

std::string system_reason(int error_number) {
  switch (error_number) {
    case EACCES:
    case EPERM:
      return translated("permission is denied");
    case ENOENT:
      return translated("there is no such file or folder");
    case ENOSPC:
    case EDQUOT:
      return translated("no space is left on the disk");
    case EROFS:
      return translated("the disk is read-only");
    case ENOTDIR:
      return translated("a part of the path is not a folder");
    case EISDIR:
      return translated("it is a folder");
    case EFBIG:
      return translated("the file would become too large");
    case ENAMETOOLONG:
      return translated("the name is too long");
    case EIO:
      return translated("the disk reports an error");
    case ELOOP:
      return translated("its links lead round in a circle");
    case ENXIO:
      return translated("nothing answers there");
    case EBUSY:
    case ETXTBSY:
      return translated("another program is using it");
    case EMFILE:
    case ENFILE:
      return translated("too many files are open");
    case ENOMEM:
      return translated("there is no memory left");
    case EBADF:
      return translated("it is closed");
    default:
      return std::generic_category().message(error_number);
  }
}

}  // namespace attn
