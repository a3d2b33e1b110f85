# Beside the libraries that travel along, the licences of the Debian packages that they are from.
set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
file(GLOB libraries RELATIVE ${root}/lib/attn ${root}/lib/attn/*)
foreach(library ${libraries})
  execute_process(COMMAND dpkg-query --search "*-linux-gnu*/${library}"
                  OUTPUT_VARIABLE owner ERROR_QUIET RESULT_VARIABLE is_unknown)
  if(NOT is_unknown)
    string(REGEX REPLACE ":.*" "" package ${owner})
    file(COPY_FILE /usr/share/doc/${package}/copyright ${root}/share/doc/attn/libraries/${package})
  endif()
endforeach()
