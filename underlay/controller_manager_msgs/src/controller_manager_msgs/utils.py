"""Find controller managers and controllers, and pick controllers from a list.

The namespace of a controller manager is the one of its services, `/robot/controller_manager`.
"""

import posixpath
from typing import Callable, Iterable, List, Optional, Sequence

import rospy
import rosservice
from controller_manager_msgs.msg import ControllerState
from controller_manager_msgs.srv import ListControllers

# The services that make a node a controller manager, and their types.
_SERVICES = {
    'list_controllers': 'controller_manager_msgs/ListControllers',
    'list_controller_types': 'controller_manager_msgs/ListControllerTypes',
    'load_controller': 'controller_manager_msgs/LoadController',
    'unload_controller': 'controller_manager_msgs/UnloadController',
    'switch_controller': 'controller_manager_msgs/SwitchController',
    'reload_controller_libraries': 'controller_manager_msgs/ReloadControllerLibraries',
}


def get_controller_managers(namespace: str = '/',
                            initial_guess: Optional[Sequence[str]] = None) -> List[str]:
    """Namespaces of the controller managers in `namespace` and below, sorted.

    initial_guess: namespaces where managers were found before. It makes the search faster: of
    these only the names of the services are checked, not their types.
    """
    services = set(_service_list(namespace))
    candidates = {posixpath.dirname(service) for service in services
                  if posixpath.basename(service) in _SERVICES}
    complete = [ns for ns in candidates
                if all(_join(ns, name) in services for name in _SERVICES)]
    known = set(initial_guess or [])
    return sorted(ns for ns in complete if ns in known or is_controller_manager(ns))


def is_controller_manager(namespace: str) -> bool:
    """Whether all services of a controller manager are in `namespace`, with the right types."""
    return bool(namespace) and all(_service_type(_join(namespace, name)) == service_type
                                   for name, service_type in _SERVICES.items())


class ControllerManagerLister:
    """Called, gives the namespaces of the controller managers in `namespace` and below, sorted."""

    def __init__(self, namespace: str = '/') -> None:
        self._namespace = namespace
        self._managers: List[str] = []

    def __call__(self) -> List[str]:
        self._managers = get_controller_managers(self._namespace, self._managers)
        return list(self._managers)


class ControllerLister:
    """Called, gives the states of the controllers of one manager; none if it does not answer."""

    def __init__(self, namespace: str = '/controller_manager') -> None:
        """namespace: the manager's."""
        self._list_controllers = rospy.ServiceProxy(_join(namespace, 'list_controllers'),
                                                    ListControllers)

    def __call__(self) -> List[ControllerState]:
        try:
            return self._list_controllers().controller
        except rospy.ServiceException:
            return []


def get_rosparam_controller_names(namespace: str = '/') -> List[str]:
    """Names below which `namespace` has a parameter `type`: those of configured controllers.

    A parameter `/robot/arm/type` makes `arm` one of the names in `/robot`, and none in `/`.
    """
    prefix = _join(namespace, '')
    try:
        parameters = rospy.get_param_names()
    except (rospy.ROSException, OSError):
        return []
    names = []
    for parameter in parameters:
        if parameter.startswith(prefix):
            parts = parameter[len(prefix):].split('/')
            if len(parts) == 2 and parts[1] == 'type':
                names.append(parts[0])
    return names


def filter_by_name(ctrl_list: Iterable[ControllerState], ctrl_name: str,
                   match_substring: bool = False) -> List[ControllerState]:
    """The controllers with this name, or with a name that contains it."""
    return _filter(ctrl_list, lambda c: _matches(c.name, ctrl_name, match_substring))


def filter_by_type(ctrl_list: Iterable[ControllerState], ctrl_type: str,
                   match_substring: bool = False) -> List[ControllerState]:
    """The controllers of this type, or of a type that contains it."""
    return _filter(ctrl_list, lambda c: _matches(c.type, ctrl_type, match_substring))


def filter_by_state(ctrl_list: Iterable[ControllerState], ctrl_state: str,
                    match_substring: bool = False) -> List[ControllerState]:
    """The controllers in this state, or in a state that contains it."""
    return _filter(ctrl_list, lambda c: _matches(c.state, ctrl_state, match_substring))


def filter_by_hardware_interface(ctrl_list: Iterable[ControllerState], hardware_interface: str,
                                 match_substring: bool = False) -> List[ControllerState]:
    """The controllers that use this hardware interface, or one whose name contains it."""
    return _filter(ctrl_list, lambda c: any(
        _matches(claimed.hardware_interface, hardware_interface, match_substring)
        for claimed in c.claimed_resources))


def filter_by_resources(ctrl_list: Iterable[ControllerState], resources: Sequence[str],
                        hardware_interface: Optional[str] = None,
                        match_any: bool = False) -> List[ControllerState]:
    """The controllers that claim all of `resources`; match_any: at least one of them.

    hardware_interface: count only what is claimed through this interface; None: through any.
    """
    def claims(controller: ControllerState) -> bool:
        claimed = {resource for interface in controller.claimed_resources
                   if hardware_interface in (None, interface.hardware_interface)
                   for resource in interface.resources}
        return (any if match_any else all)(resource in claimed for resource in resources)
    return _filter(ctrl_list, claims)


def _filter(ctrl_list: Iterable[ControllerState],
            accept: Callable[[ControllerState], bool]) -> List[ControllerState]:
    return [controller for controller in ctrl_list if accept(controller)]


def _matches(value: str, wanted: str, match_substring: bool) -> bool:
    return wanted in value if match_substring else wanted == value


def _join(namespace: str, name: str) -> str:
    return namespace.rstrip('/') + '/' + name


def _service_list(namespace: str) -> List[str]:
    try:
        return [service for service in rosservice.get_service_list()
                if service.startswith(_join(namespace, ''))]
    except rosservice.ROSServiceIOException:
        return []


def _service_type(service: str) -> Optional[str]:
    try:
        return rosservice.get_service_type(service)
    except (rosservice.ROSServiceException, rosservice.ROSServiceIOException):
        return None  # no master, or the node is gone but still registered
