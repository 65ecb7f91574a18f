package io.sallyport.cli.run;

import io.sallyport.apiservers.SocketTable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Finds the user that owns a TCP connection of this machine. Reads files; safe for concurrent use. */
final class SocketOwners {
    private final SocketTable sockets;

    /** @param folder such as {@code /proc/self/net} */
    SocketOwners(Path folder) {
        this.sockets = new SocketTable(folder);
    }

    /** Returns the user id of the socket whose own end is {@code local}; empty if it is not listed. */
    OptionalLong of(InetSocketAddress local, InetSocketAddress remote) throws IOException {
        return sockets.find(local, remote).stream()
                .mapToLong(SocketTable.Listed::user)
                .findFirst();
    }
}
