# find_package(GMock), as catkin calls it for every package that has tests.
#
# Debian's cmake-extras answers by compiling googletest anew in each package, in every build. The
# libraries of libgtest-dev and libgmock-dev are the same code, compiled once. The names of the
# variables are those that catkin's gtest.cmake uses. It makes the targets itself, from one file for
# each, and in later runs of CMake it does so from its cache without coming here: hence one library
# that holds everything.
set(GMOCK_FOUND TRUE)
set(GTEST_FOUND TRUE)
set(GMOCK_LIBRARIES /usr/local/lib/libgoogletest.a)
set(GMOCK_INCLUDE_DIRS /usr/include)
set(GMOCK_MAIN_LIBRARIES ${GMOCK_LIBRARIES})
set(GMOCK_BOTH_LIBRARIES ${GMOCK_LIBRARIES})
set(GTEST_INCLUDE_DIRS ${GMOCK_INCLUDE_DIRS})
set(GTEST_LIBRARIES ${GMOCK_LIBRARIES})
set(GTEST_MAIN_LIBRARIES ${GMOCK_LIBRARIES})
set(GTEST_BOTH_LIBRARIES ${GMOCK_LIBRARIES})
