"""Every definition gives the md5 sum that the wire compares, and none is missing or extra.

test/md5sums.txt lists kind, name and sum; the sums are upstream Noetic's.
"""
import importlib
import os
import unittest

PACKAGE = 'gazebo_msgs'
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'md5sums.txt')


def expected_sums():
    """Read the table: {(kind, name): md5}."""
    with open(TABLE) as table:
        return {(kind, name): md5 for kind, name, md5 in (line.split() for line in table)}


def generated_names(kind):
    """Names of the generated classes; a service is listed once, without Request and Response."""
    module = importlib.import_module('{}.{}'.format(PACKAGE, kind))
    names = {name for name in vars(module) if hasattr(getattr(module, name), '_md5sum')}
    parts = {name + part for name in names for part in ('Request', 'Response')}
    return names - parts if kind == 'srv' else names


class Md5Test(unittest.TestCase):
    def test_sums(self):
        for (kind, name), md5 in sorted(expected_sums().items()):
            module = importlib.import_module('{}.{}'.format(PACKAGE, kind))
            self.assertEqual(getattr(module, name)._md5sum, md5, '{} {}'.format(kind, name))

    def test_table_is_complete(self):
        for kind in ('msg', 'srv'):
            listed = {name for listed_kind, name in expected_sums() if listed_kind == kind}
            self.assertEqual(generated_names(kind), listed, kind)


if __name__ == '__main__':
    unittest.main()
