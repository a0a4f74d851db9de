"""The md5 sums that devices in the field announce and hosts compare."""
import unittest

from rosserial_msgs.msg import Log, TopicInfo
from rosserial_msgs.srv import RequestParam, RequestParamRequest, RequestParamResponse

EXPECTED = {
    TopicInfo: '0ad51f88fc44892f8c10684077646005',
    Log: '11abd731c25933261cd6183bd12d6295',
    RequestParam: 'd7a0c2be00c9fd03cc69f2863de9c4d9',
    RequestParamRequest: 'c1f3d28f1b044c871e6eff2e9fc3c667',
    RequestParamResponse: '9f0e98bda65981986ddf53afa7a40e49',
}


class Md5Test(unittest.TestCase):
    def test_sums(self):
        for message, md5 in EXPECTED.items():
            self.assertEqual(message._md5sum, md5, message.__name__)

    def test_ids(self):
        ids = [TopicInfo.ID_PUBLISHER, TopicInfo.ID_SUBSCRIBER, TopicInfo.ID_SERVICE_SERVER,
               TopicInfo.ID_SERVICE_CLIENT, TopicInfo.ID_PARAMETER_REQUEST, TopicInfo.ID_LOG,
               TopicInfo.ID_TIME, TopicInfo.ID_TX_STOP]
        self.assertEqual(ids, [0, 1, 2, 4, 6, 7, 10, 11])
        self.assertEqual([Log.ROSDEBUG, Log.INFO, Log.WARN, Log.ERROR, Log.FATAL], [0, 1, 2, 3, 4])


if __name__ == '__main__':
    unittest.main()
