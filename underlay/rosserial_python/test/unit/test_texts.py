"""What the user is told: errors of opening a port, and why there is no session."""
import errno
import os
import pty
import tempfile
import unittest

from rosserial_python import params
from rosserial_python.framing import FrameReader, encode
from rosserial_python.health import RUNNING, Health, diagnose
from rosserial_python.port import PortError, SerialPort, open_error_text


class OpenTest(unittest.TestCase):
    def open_error(self, path: str, baud: int = 115200) -> str:
        with self.assertRaises(PortError) as caught:
            SerialPort(path, baud)
        return str(caught.exception)

    def test_missing_port(self):
        self.assertRegex(self.open_error('/dev/ttyNONE'),
                         'port /dev/ttyNONE does not exist: is the device plugged in')

    def test_no_permission_names_the_group(self):
        text = open_error_text('/dev/null', 115200, PermissionError(errno.EACCES, 'denied'))
        self.assertRegex(text, 'no permission to open /dev/null.*group "root".*usermod -aG root')

    def test_no_permission_really(self):
        """As another user, because root may open everything."""
        if os.getuid() != 0:
            self.skipTest('only root can become another user')
        master, slave = pty.openpty()
        path = os.ttyname(slave)
        os.chmod(path, 0o600)
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            os.setuid(65534)
            try:
                SerialPort(path, 115200)
                os.write(write_end, b'opened')
            except PortError as error:
                os.write(write_end, str(error).encode())
            os._exit(0)
        os.waitpid(child, 0)
        self.assertIn('no permission to open', os.read(read_end, 4096).decode())
        for descriptor in (master, slave, read_end, write_end):
            os.close(descriptor)

    def test_not_a_serial_port(self):
        with tempfile.NamedTemporaryFile() as file:
            self.assertRegex(self.open_error(file.name), 'is not a serial port|cannot be opened')

    def test_port_in_use(self):
        master, slave = pty.openpty()
        path = os.ttyname(slave)
        first = SerialPort(path, 115200, True)
        self.assertRegex(self.open_error(path), 'in use by another process')
        first.close()
        SerialPort(path, 115200).close()
        os.close(master)
        os.close(slave)

    def test_impossible_baud(self):
        self.assertIn('baud rate -5', open_error_text('/dev/x', -5, ValueError('Not valid')))


class DiagnoseTest(unittest.TestCase):
    def text(self, data: bytes) -> str:
        reader = FrameReader()
        reader.feed(data, 0.0)
        return diagnose(reader.counters, data[:64], '/dev/ttyACM0', 115200)

    def test_each_case_has_its_own_words(self):
        self.assertIn('nothing has arrived', self.text(b''))
        self.assertRegex(self.text(b'$GPGGA,123519,4807.038,N\r\n' * 9), 'sends text .*GPGGA')
        self.assertIn('the device speaks rosserial version 1, this node version 2',
                      self.text(b'\xff\xff\x00\x00\x08\x00' * 9))
        self.assertIn('the device speaks rosserial version 3, this node version 2',
                      self.text(b'\xff\xfd\x08\x00\xf7\x0a\x00' * 9))
        self.assertIn('the baud rate differs', self.text(bytes([0x80, 0x1c, 0xf8, 0, 0xe0] * 20)))
        self.assertIn('has not announced a topic', self.text(encode(10, bytes(8))))

    def test_status_turns_good_again(self):
        health = Health('/dev/ttyACM0', 115200)
        self.assertEqual(health.status().level, 2)
        health.set_state(RUNNING)
        self.assertEqual(health.status().level, 0)
        health.read.bad_checksum += 1
        self.assertEqual(health.status().level, 1)
        health.problems = ['topic x is refused']
        self.assertEqual(health.status().message, 'topic x is refused')


class ParamTest(unittest.TestCase):
    def test_kinds(self):
        for value, hexed in ((542, '01000000 1e020000 00000000 00000000'),
                             (True, '01000000 01000000 00000000 00000000'),
                             ([1, -1], '02000000 01000000 ffffffff 00000000 00000000'),
                             (0.5, '00000000 01000000 0000003f 00000000'),
                             ('ab', '00000000 00000000 01000000 02000000 6162')):
            self.assertEqual(params.encode_response('p', value), bytes.fromhex(hexed), value)

    def test_refused_kinds(self):
        for value in ([], {}, {'a': 1}, [1, 'a'], [[1]], None, 2**31, [1, 2.0]):
            with self.assertRaisesRegex(params.ParamError, 'parameter p ', msg=value):
                params.encode_response('p', value)


if __name__ == '__main__':
    unittest.main()
