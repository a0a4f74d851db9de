# The simulated Teensy: a library without a port of its own, a program, a fuzzer, their tests.
# Included by the package's CMakeLists.txt after firmware.cmake.
set(SIMULATED_TEENSY_DIR ${CMAKE_CURRENT_LIST_DIR})

add_library(${PROJECT_NAME}_simulated_teensy STATIC
  ${SIMULATED_TEENSY_DIR}/src/command_line.cpp
  ${SIMULATED_TEENSY_DIR}/src/control.cpp
  ${SIMULATED_TEENSY_DIR}/src/control_line.cpp
  ${SIMULATED_TEENSY_DIR}/src/control_server.cpp
  ${SIMULATED_TEENSY_DIR}/src/device_firmware.cpp
  ${SIMULATED_TEENSY_DIR}/src/device_session.cpp
  ${SIMULATED_TEENSY_DIR}/src/fault_injector.cpp
  ${SIMULATED_TEENSY_DIR}/src/frame.cpp
  ${SIMULATED_TEENSY_DIR}/src/frame_parser.cpp
  ${SIMULATED_TEENSY_DIR}/src/json_writer.cpp
  ${SIMULATED_TEENSY_DIR}/src/measurement_fault.cpp
  ${SIMULATED_TEENSY_DIR}/src/messages.cpp
  ${SIMULATED_TEENSY_DIR}/src/motion_record.cpp
  ${SIMULATED_TEENSY_DIR}/src/port.cpp
  ${SIMULATED_TEENSY_DIR}/src/robot_model.cpp
  ${SIMULATED_TEENSY_DIR}/src/simulated_teensy.cpp
  ${SIMULATED_TEENSY_DIR}/src/status_json.cpp
  ${SIMULATED_TEENSY_DIR}/src/wire.cpp
)
target_include_directories(${PROJECT_NAME}_simulated_teensy PUBLIC ${SIMULATED_TEENSY_DIR}/include)
target_compile_options(${PROJECT_NAME}_simulated_teensy PRIVATE -Wall -Wextra)
target_link_libraries(${PROJECT_NAME}_simulated_teensy PUBLIC ${PROJECT_NAME}_firmware)
set_target_properties(${PROJECT_NAME}_simulated_teensy PROPERTIES CXX_STANDARD 14)

add_executable(simulated_teensy ${SIMULATED_TEENSY_DIR}/src/main.cpp)
target_link_libraries(simulated_teensy ${PROJECT_NAME}_simulated_teensy)
set_target_properties(simulated_teensy PROPERTIES CXX_STANDARD 14)
install(TARGETS simulated_teensy RUNTIME DESTINATION ${CATKIN_PACKAGE_BIN_DESTINATION})

if(CATKIN_ENABLE_TESTING)
  # No test but a program for a long run: rosrun diffbot_base fuzz_parser --n 1000000
  add_executable(fuzz_parser
    ${SIMULATED_TEENSY_DIR}/test/fuzz.cpp
    ${SIMULATED_TEENSY_DIR}/test/fuzz_parser.cpp
  )
  target_link_libraries(fuzz_parser ${PROJECT_NAME}_simulated_teensy)
  set_target_properties(fuzz_parser PROPERTIES CXX_STANDARD 14)

  catkin_add_gtest(test_simulated_teensy
    ${FIRMWARE_DIR}/test/test_main.cpp
    ${SIMULATED_TEENSY_DIR}/test/fuzz.cpp
    ${SIMULATED_TEENSY_DIR}/test/test_control.cpp
    ${SIMULATED_TEENSY_DIR}/test/test_device_session.cpp
    ${SIMULATED_TEENSY_DIR}/test/test_fault_injector.cpp
    ${SIMULATED_TEENSY_DIR}/test/test_frame.cpp
    ${SIMULATED_TEENSY_DIR}/test/test_frame_parser.cpp
    ${SIMULATED_TEENSY_DIR}/test/test_fuzz.cpp
    ${SIMULATED_TEENSY_DIR}/test/test_measurement_fault.cpp
    ${SIMULATED_TEENSY_DIR}/test/test_port.cpp
    ${SIMULATED_TEENSY_DIR}/test/test_robot_model.cpp
    ${SIMULATED_TEENSY_DIR}/test/test_simulated_teensy.cpp
  )
  if(TARGET test_simulated_teensy)
    # The session's test compares the announced md5 sums with those of the generated messages.
    target_include_directories(test_simulated_teensy PRIVATE ${catkin_INCLUDE_DIRS})
    add_dependencies(test_simulated_teensy ${catkin_EXPORTED_TARGETS})
    target_link_libraries(test_simulated_teensy ${PROJECT_NAME}_simulated_teensy)
  endif()
  catkin_add_nosetests(${SIMULATED_TEENSY_DIR}/test/test_program.py DEPENDENCIES simulated_teensy)
endif()
