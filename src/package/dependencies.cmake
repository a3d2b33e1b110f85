# What Debian's package needs, by the libraries that its parts are linked to: those of the program.
# Those of the module that draws PDF and PNG are recommended, as without them all else works, and the
# program says which are missing.
find_program(SHLIBDEPS_EXECUTABLE dpkg-shlibdeps REQUIRED)
set(folder ${CPACK_PACKAGE_DIRECTORY}/dependencies)
file(WRITE ${folder}/debian/control "Source: attn\n\nPackage: attn\nArchitecture: any\n")
set(parts -dDepends ${CPACK_ATTN_PROGRAM})
if(CPACK_ATTN_FIGURES)
  list(APPEND parts -dRecommends ${CPACK_ATTN_FIGURES})
endif()
# It warns that they are not in the folder of a package yet.
execute_process(COMMAND ${SHLIBDEPS_EXECUTABLE} -O ${parts}
                WORKING_DIRECTORY ${folder} OUTPUT_VARIABLE found ERROR_VARIABLE said
                RESULT_VARIABLE has_failed)
file(REMOVE_RECURSE ${folder})
if(has_failed)
  message(FATAL_ERROR "dpkg-shlibdeps: ${said}")
endif()
if(NOT found MATCHES "shlibs:Depends=([^\n]+)")
  message(FATAL_ERROR "dpkg-shlibdeps names nothing that the program needs: ${found}")
endif()
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${CMAKE_MATCH_1}")
if(found MATCHES "shlibs:Recommends=([^\n]+)")
  string(APPEND CPACK_DEBIAN_PACKAGE_RECOMMENDS ", ${CMAKE_MATCH_1}")
endif()
