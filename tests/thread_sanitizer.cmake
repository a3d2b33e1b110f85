# attn_thread_tests: what our threads do, watched by ThreadSanitizer. It wants everything compiled
# its own way, so kernels and networks and what they need of core are compiled once more; OpenBLAS is
# not, and what goes on inside it is not watched.
file(GLOB thread_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/kernels/*.cpp
                                           ${PROJECT_SOURCE_DIR}/src/kernels/openblas/*.cpp)
file(GLOB_RECURSE network_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/network/*.cpp)
# Layers start no threads of their own, and would bring half of core.
list(FILTER thread_sources EXCLUDE REGEX "/fused_multi_head\\.cpp$")
list(APPEND thread_sources ${PROJECT_SOURCE_DIR}/src/core/heads.cpp
                           ${PROJECT_SOURCE_DIR}/src/core/mask.cpp
                           ${PROJECT_SOURCE_DIR}/src/base/message.cpp
                           ${PROJECT_SOURCE_DIR}/src/base/number.cpp
                           ${PROJECT_SOURCE_DIR}/src/base/system.cpp
                           ${PROJECT_SOURCE_DIR}/src/core/shape.cpp)
# Names are local to a layer.
set_source_files_properties(${thread_sources} PROPERTIES UNITY_GROUP layer_kernels)
set_source_files_properties(${network_sources} PROPERTIES UNITY_GROUP layer_network)

add_executable(attn_thread_tests kernels/threads_test.cpp kernels/machine_test.cpp
                                 base/shared_work_test.cpp network/workers_test.cpp
                                 ${thread_sources} ${network_sources} $<TARGET_OBJECTS:attn_test_main>)
set_target_properties(attn_thread_tests PROPERTIES UNITY_BUILD_MODE GROUP)
target_include_directories(attn_thread_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}
                                                     ${PROJECT_SOURCE_DIR}/src)
target_include_directories(attn_thread_tests SYSTEM PRIVATE ${ARMADILLO_INCLUDE_DIRS}
                                                            ${CBLAS_INCLUDE_DIR}
                                                            ${HIGHWAY_INCLUDE_DIR})
# The vector code in one form is enough: threads are shared out alike in all.
target_compile_definitions(attn_thread_tests PRIVATE ARMA_DONT_USE_WRAPPER HWY_COMPILE_ONLY_STATIC)
target_compile_options(attn_thread_tests PRIVATE -fsanitize=thread -O1 -g1 -ffp-contract=off)
target_link_options(attn_thread_tests PRIVATE -fsanitize=thread)
target_link_libraries(attn_thread_tests PRIVATE fmt::fmt Threads::Threads Catch2::Catch2 ${blas})
target_precompile_headers(attn_thread_tests PRIVATE <armadillo> support/catch.hpp)

add_test(NAME threads.sanitizer
         COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/support/with_thread_sanitizer.sh
                 $<TARGET_FILE:attn_thread_tests>)
set_tests_properties(threads.sanitizer PROPERTIES SKIP_RETURN_CODE 77)
