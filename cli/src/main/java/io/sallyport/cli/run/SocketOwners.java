package io.sallyport.cli.run;

import io.sallyport.apiservers.SocketTable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Which user a TCP connection of this machine belongs to. Reads files; safe for concurrent use. */
final class SocketOwners {
    private final SocketTable sockets;

    /** @param folder as {@code /proc/self/net} */
    SocketOwners(Path folder) {
        this.sockets = new SocketTable(folder);
    }

    /** The user id of the socket whose own end is {@code local}; empty where no such socket is listed. */
    OptionalLong of(InetSocketAddress local, InetSocketAddress remote) throws IOException {
        return sockets.read().stream()
                .filter(listed -> listed.isFrom(local) && listed.isTo(remote))
                .mapToLong(SocketTable.Listed::user)
                .findFirst();
    }
}
