#!/usr/bin/env python3
"""The program simulated_teensy, as a host and a test see it: terminal, socket, files, signals."""
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from typing import Any, Callable, Dict

import roslib.packages
from diffbot_base.teensy import Teensy, TeensyError

PATIENCE = 30.0  # s; only a machine that stands still takes that long
REQUEST_TOPICS = bytes.fromhex('FFFE0000FF0000FF')
TIME_REQUEST = bytes.fromhex('FFFE0800F70A000000000000000000F5')
WHEEL_COMMAND = bytes.fromhex('FFFE1C00E3640001000000050000000600000000000000020000000000C040'
                              '0000C0C00D')


class ProgramTest(unittest.TestCase):

    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp(prefix='simulated_teensy_')
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.link = os.path.join(self.folder, 'tty')
        self.socket = os.path.join(self.folder, 'socket')
        self.counters_file = os.path.join(self.folder, 'counters.json')
        programs = roslib.packages.find_node('diffbot_base', 'simulated_teensy')
        self.assertTrue(programs, 'simulated_teensy has not been built')
        self.program = programs[0]

    def start(self, *arguments: str) -> Teensy:
        self.process = subprocess.Popen(
            [self.program, '--link', self.link, '--control', self.socket,
             '--counters', self.counters_file, *arguments],
            stderr=subprocess.DEVNULL)
        self.addCleanup(self.stop)
        control = Teensy(self.socket, PATIENCE)
        self.addCleanup(control.close)
        self.wait_for(control, lambda c: c['port']['plugged'], 'the terminal is there')
        return control

    def wait_for(self, control: Teensy, condition: Callable[[Dict[str, Any]], bool],
                 what: str) -> Dict[str, Any]:
        """Poll the counters until the condition holds."""
        end = time.monotonic() + PATIENCE
        while True:
            counters = control.status()
            if condition(counters):
                return counters
            self.assertLess(time.monotonic(), end, 'still not: %s; %s' % (what, counters))
            time.sleep(0.02)

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def open_link(self) -> int:
        host = os.open(self.link, os.O_RDWR | os.O_NOCTTY)
        self.addCleanup(self.close, host)
        return host

    @staticmethod
    def close(host: int) -> None:
        try:
            os.close(host)
        except OSError:
            pass

    def read(self, host: int, count: int) -> bytes:
        data = b''
        end = time.monotonic() + PATIENCE
        while len(data) < count:
            ready, _, _ = select.select([host], [], [], end - time.monotonic())
            self.assertTrue(ready, 'only %d of %d bytes came' % (len(data), count))
            data += os.read(host, count - len(data))
        return data

    def connect(self, control: Teensy) -> int:
        host = self.open_link()
        os.write(host, REQUEST_TOPICS)
        self.wait_for(control, lambda c: c['session']['connected'], 'connected')
        return host

    def test_answers_a_topics_request_and_takes_a_command(self) -> None:
        control = self.start('--wheel-radius', '0.05', '--wheel-separation', '0.2')
        host = self.open_link()
        os.write(host, REQUEST_TOPICS)
        self.assertEqual(TIME_REQUEST, self.read(host, 16))
        self.assertEqual(bytes.fromhex('FFFE'), self.read(host, 2))
        os.write(host, WHEEL_COMMAND)
        counters = self.wait_for(control, lambda c: c['commands']['accepted'] == 1, 'command')
        self.assertEqual(0, counters['from_host']['frames_bad'])
        # 6 and -6 rad/s: it turns right on the spot, until the watchdog stops it
        counters = self.wait_for(control, lambda c: c['watchdog_stops'] == 1, 'watchdog')
        self.assertLess(counters['pose']['yaw'], 0.0)
        self.assertEqual([6.0, -6.0], control.do('history')['history'][-1][1:])
        self.wait_for(control, lambda c: c['rest_since'] is not None, 'at rest')

    def test_is_unplugged_and_comes_back_under_the_same_name(self) -> None:
        control = self.start()
        host = self.connect(control)
        control.do('unplug')
        self.assertFalse(os.path.lexists(self.link))
        # What is left to read, then the end.
        data = b'?'
        while data:
            try:
                data = os.read(host, 4096)
            except OSError:
                data = b''
        control.do('plug')
        self.connect(control)
        self.assertEqual(2, control.status()['port']['plugs'])

    def test_notices_that_nobody_has_the_port_open(self) -> None:
        control = self.start()
        host = self.connect(control)
        self.wait_for(control, lambda c: c['port']['host_open'], 'host there')
        self.close(host)
        self.wait_for(control, lambda c: not c['port']['host_open'], 'host gone')
        self.connect(control)
        self.assertEqual(2, control.status()['port']['host_opens'])

    def test_runs_a_script(self) -> None:
        script = os.path.join(self.folder, 'script')
        with open(script, 'w') as file:
            file.write('# one command at the start\n0 ticks both 1000 angle=set\n')
        control = self.start('--faults', script)
        self.wait_for(control, lambda c: c['wheels']['left']['ticks'] == 1000, 'ticks')

    def test_a_client_hears_why_it_was_refused(self) -> None:
        control = self.start()
        with self.assertRaisesRegex(TeensyError, "no such fault: 'nonsense'"):
            control.do('fault to_host nonsense')
        control.status()

    def test_ends_on_a_signal_with_its_counters_and_without_leftovers(self) -> None:
        control = self.start('--start-ticks', '1000000')
        control.status()
        self.assertEqual(0, self.stop())
        with open(self.counters_file) as file:
            self.assertEqual(1000000, json.load(file)['wheels']['right']['ticks'])
        self.assertFalse(os.path.lexists(self.link))
        self.assertFalse(os.path.lexists(self.socket))
        with self.assertRaisesRegex(TeensyError, 'no answer'):
            control.status()

    def test_ends_on_a_quit_line(self) -> None:
        control = self.start()
        control.do('quit')
        self.assertEqual(0, self.process.wait(PATIENCE))

    def test_says_what_is_wrong_with_its_arguments(self) -> None:
        bad_script = os.path.join(self.folder, 'script')
        with open(bad_script, 'w') as file:
            file.write('clear\n')
        for arguments, message in (
                ([], '--link is missing'),
                (['--link', self.link, '--nonsense'], 'no such argument: --nonsense'),
                (['--link', self.folder], 'exists and is no symbolic link'),
                (['--link', self.link, '--faults', '/nowhere'], 'cannot read /nowhere'),
                (['--link', self.link, '--faults', bad_script], 'line 1 does not start'),
                (['--link', os.path.join(self.folder, 'no', 'tty')], 'No such file'),
                (['--link', self.link, '--control', '/nowhere/socket'], 'no socket at')):
            result = subprocess.run([self.program, *arguments], stderr=subprocess.PIPE,
                                    timeout=PATIENCE)
            self.assertEqual(1, result.returncode, arguments)
            self.assertIn(message, result.stderr.decode())
        self.assertFalse(os.path.lexists(self.link))


if __name__ == '__main__':
    unittest.main()
