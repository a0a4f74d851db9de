"""Functions for scripts: call the controller manager in this node's namespace, print what it did.

They wait for the manager's services without limit, and print to stdout.
"""

from typing import List, Sequence

from controller_manager.client import ManagerClient


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
    return _report(_client('load_controller').load(name), 'Loaded', 'loading', [name])


def unload_controller(name: str) -> bool:
    return _report(_client('unload_controller').unload(name), 'Unloaded', 'unloading', [name])


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
    client = _client('switch_controller')
    ok = client.switch(start_controllers, stop_controllers)
    if ok and start_controllers:
        running = client.running()
        ok = all(name in running for name in start_controllers)
    if start_controllers:
        _report(ok, 'Started', 'starting', start_controllers)
    if stop_controllers:
        _report(ok, 'Stopped', 'stopping', stop_controllers)
    return ok


def reload_libraries(force_kill: bool, restore: bool = False) -> bool:
    """Reload the libraries of all controllers.

    force_kill: stop and unload controllers first; without it, fail if any is loaded.
    restore: load them again afterwards, and start those that ran.
    """
    client = _client('reload_controller_libraries')
    before = client.controllers()
    if not client.reload_libraries(force_kill):
        print('Reload failed. ' + _where_to_look(client, 'reload_controller_libraries'))
        return False
    print('Successfully reloaded libraries')
    ok = True
    if restore:
        for controller in before:
            ok = load_controller(controller.name) and ok
        running = [c.name for c in before if c.state == 'running']
        if running:
            ok = start_controllers(running) and ok
    return ok


def _report(ok: bool, done: str, doing: str, names: Sequence[str]) -> bool:
    what = ', '.join(f"'{name}'" for name in names)
    if ok:
        print(f'{done} {what} successfully')
    else:
        print(f'Error when {doing} {what}. {_where_to_look(ManagerClient(), "load_controller")}')
    return ok


def _where_to_look(client: ManagerClient, service: str) -> str:
    return (f'The reason is in the output of the node that offers {client.service(service)} '
            '(see `rosservice node`).')
