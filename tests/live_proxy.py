"""A connection that can be cut: what stands between a browser and the app's server."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Way = Literal["up", "down"]


class Proxy:
    """Passes bytes on between a port of its own and a server's, until it is told not to."""

    def __init__(self, server_port: int) -> None:
        """Listen on a free port."""
        self.server_port = server_port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.open = True
        self.deaf: set[Way] = set()
        self.pairs: list[tuple[socket.socket, socket.socket]] = []

    def cut(self) -> None:
        """End every connection, and refuse new ones until `mend`."""
        self.open = False
        for pair in self.pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self.pairs = []

    def mend(self) -> None:
        """Let new connections through."""
        self.deaf.clear()
        self.open = True

    def accept(self) -> None:
        """Answer everybody who connects, until the listener is closed."""
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                if not self.open:
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self.server_port))
                self.pairs.append((client, server))
                for source, target, way in ((client, server, "up"), (server, client, "down")):
                    threading.Thread(
                        target=self.pass_on, args=(source, target, way), daemon=True
                    ).start()

    def pass_on(self, source: socket.socket, target: socket.socket, way: Way) -> None:
        """Pass on what comes one way; what comes while it is deaf that way is lost."""
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if way not in self.deaf:
                    target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def proxy(server_port: int) -> Iterator[Proxy]:
    """Run a proxy before a server."""
    between = Proxy(server_port)
    threading.Thread(target=between.accept, daemon=True).start()
    try:
        yield between
    finally:
        between.cut()
        between.listener.close()
