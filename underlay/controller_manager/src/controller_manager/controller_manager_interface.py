"""Functions for scripts: call the controller manager in this node's namespace, print what it did.

They wait for the manager's services without limit, and print to stdout. If a call fails, they
print what the manager's node logged about it; this takes a node, rospy.init_node().
"""

from typing import Callable, List, Sequence

import rospy
from controller_manager.client import ManagerClient
from controller_manager.manager_log import ManagerLog

LOG_TIMEOUT = 0.5  # s of wall time for the manager's log to arrive


def _client(service: str) -> ManagerClient:
    client = ManagerClient()
    client.wait_for_services([service])
    return client


def list_controller_types() -> List[str]:
    """Print, and return, the types of controllers that can be loaded."""
    types = _client('list_controller_types').types().types
    for name in types:
        print(name)
    return types


def list_controllers() -> list:
    """Print a line for each controller (name, hardware interfaces, state); return their states."""
    controllers = _client('list_controllers').controllers()
    if not controllers:
        print('No controllers are loaded in mechanism control')
    for controller in controllers:
        interfaces = '+'.join(r.hardware_interface for r in controller.claimed_resources)
        print(f"'{controller.name}' - '{interfaces}' ( {controller.state} )")
    return controllers


def load_controller(name: str) -> bool:
    return _report('load_controller', lambda client: client.load(name),
                   f"Loaded '{name}' successfully", f"Error when loading '{name}'")


def unload_controller(name: str) -> bool:
    return _report('unload_controller', lambda client: client.unload(name),
                   f"Unloaded '{name}' successfully", f"Error when unloading '{name}'")


def start_controller(name: str) -> bool:
    return start_controllers([name])


def start_controllers(names: Sequence[str]) -> bool:
    return start_stop_controllers(names, [])


def stop_controller(name: str) -> bool:
    return stop_controllers([name])


def stop_controllers(names: Sequence[str]) -> bool:
    return start_stop_controllers([], names)


def start_stop_controllers(start_controllers: Sequence[str],
                           stop_controllers: Sequence[str]) -> bool:
    """Start and stop controllers in one STRICT switch. True: all are in the state asked for."""
    def switch(client: ManagerClient) -> bool:
        if not client.switch(start_controllers, stop_controllers):
            return False
        running = client.running() if start_controllers else []
        return all(name in running for name in start_controllers)

    started, stopped = _quoted(start_controllers), _quoted(stop_controllers)
    done = [f'Started {started} successfully'] if started else []
    done += [f'Stopped {stopped} successfully'] if stopped else []
    doing = ' and '.join(verb + what for verb, what in (('starting ', started),
                                                        ('stopping ', stopped)) if what)
    return _report('switch_controller', switch, '\n'.join(done), f'Error when {doing}')


def reload_libraries(force_kill: bool, restore: bool = False) -> bool:
    """Reload the libraries of all controllers.

    force_kill: stop and unload controllers first; without it, fail if any is loaded.
    restore: load them again afterwards, and start those that ran.
    """
    before = _client('list_controllers').controllers()
    ok = _report('reload_controller_libraries', lambda client: client.reload_libraries(force_kill),
                 'Successfully reloaded libraries', 'Reload failed')
    if ok and restore:
        for controller in before:
            ok = load_controller(controller.name) and ok
        running = [c.name for c in before if c.state == 'running']
        if running:
            ok = start_controllers(running) and ok
    return ok


def _quoted(names: Sequence[str]) -> str:
    return ', '.join(f"'{name}'" for name in names)


def _report(service: str, call: Callable[[ManagerClient], bool], success: str,
            failure: str) -> bool:
    """Do the call, and print the text that fits its result."""
    client = _client(service)
    if not rospy.core.is_initialized():
        ok = call(client)
        print(success if ok else f'{failure}. The reason is in the log of the node that offers '
              + client.service(service))
        return ok
    log = ManagerLog(client.service(service))
    log.wait_until_connected(LOG_TIMEOUT)
    ok = call(client)
    print(success if ok else f'{failure}. {log.reason(LOG_TIMEOUT)}')
    log.close()
    return ok
