# The firmware's core, compiled for the PC, and its tests. Included by the package's CMakeLists.txt.
set(FIRMWARE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(FIRMWARE_CORE_DIR ${FIRMWARE_DIR}/lib/diffbot_firmware)

add_library(${PROJECT_NAME}_firmware STATIC
  ${FIRMWARE_CORE_DIR}/src/base_controller.cpp
  ${FIRMWARE_CORE_DIR}/src/command.cpp
  ${FIRMWARE_CORE_DIR}/src/pid.cpp
  ${FIRMWARE_CORE_DIR}/src/status_report.cpp
  ${FIRMWARE_CORE_DIR}/src/ticks.cpp
  ${FIRMWARE_CORE_DIR}/src/timing.cpp
  ${FIRMWARE_CORE_DIR}/src/wheel.cpp
)
target_include_directories(${PROJECT_NAME}_firmware PUBLIC ${FIRMWARE_CORE_DIR}/include)
target_compile_options(${PROJECT_NAME}_firmware PRIVATE
  -Wall -Wextra -Wdouble-promotion -fno-exceptions -fno-rtti)
set_target_properties(${PROJECT_NAME}_firmware PROPERTIES CXX_STANDARD 14)

if(CATKIN_ENABLE_TESTING)
  # Lets the compiler read the sketch against stand-ins for the board's toolchain. Not linked.
  add_library(${PROJECT_NAME}_sketch_check OBJECT ${FIRMWARE_DIR}/src/main.cpp)
  # Before the workspace's own includes, whose messages have the same names.
  target_include_directories(${PROJECT_NAME}_sketch_check BEFORE PRIVATE
    ${FIRMWARE_DIR}/test/sketch_stubs ${FIRMWARE_CORE_DIR}/include)
  target_compile_options(${PROJECT_NAME}_sketch_check PRIVATE -Wall -Wextra)
  set_target_properties(${PROJECT_NAME}_sketch_check PROPERTIES CXX_STANDARD 14)

  catkin_add_gtest(test_firmware
    ${FIRMWARE_DIR}/test/test_base_controller.cpp
    ${FIRMWARE_DIR}/test/test_command.cpp
    ${FIRMWARE_DIR}/test/test_main.cpp
    ${FIRMWARE_DIR}/test/test_pid.cpp
    ${FIRMWARE_DIR}/test/test_status_report.cpp
    ${FIRMWARE_DIR}/test/test_ticks.cpp
    ${FIRMWARE_DIR}/test/test_timing.cpp
  )
  if(TARGET test_firmware)
    target_link_libraries(test_firmware ${PROJECT_NAME}_firmware)
  endif()
endif()
