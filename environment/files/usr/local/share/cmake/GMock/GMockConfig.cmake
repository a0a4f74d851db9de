# find_package(GMock), as catkin calls it for every package that has tests.
#
# Debian's cmake-extras answers by compiling googletest anew in each package, in every build. The
# libraries of libgtest-dev and libgmock-dev are the same code, compiled once. The names of the
# targets and variables are those that catkin's gtest.cmake uses.
if(TARGET gmock_main)
  return()
endif()

find_package(Threads REQUIRED)
foreach(_name gtest gtest_main gmock gmock_main)
  find_library(GMock_${_name}_LIBRARY ${_name})
  mark_as_advanced(GMock_${_name}_LIBRARY)
  add_library(${_name} INTERFACE IMPORTED)
  set_property(TARGET ${_name} PROPERTY INTERFACE_LINK_LIBRARIES ${GMock_${_name}_LIBRARY})
endforeach()
set_property(TARGET gtest APPEND PROPERTY INTERFACE_LINK_LIBRARIES Threads::Threads)
set_property(TARGET gtest_main APPEND PROPERTY INTERFACE_LINK_LIBRARIES gtest)
set_property(TARGET gmock APPEND PROPERTY INTERFACE_LINK_LIBRARIES gtest)
set_property(TARGET gmock_main APPEND PROPERTY INTERFACE_LINK_LIBRARIES gmock)

set(GTEST_INCLUDE_DIRS /usr/include)
set(GTEST_LIBRARIES gtest)
set(GTEST_MAIN_LIBRARIES gtest_main)
set(GTEST_BOTH_LIBRARIES gtest_main gtest)
set(GMOCK_INCLUDE_DIRS /usr/include)
set(GMOCK_LIBRARIES gmock)
set(GMOCK_MAIN_LIBRARIES gmock_main)
set(GMOCK_BOTH_LIBRARIES gmock_main gmock)
