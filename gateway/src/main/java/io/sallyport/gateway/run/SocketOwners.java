package io.sallyport.gateway.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Which user a TCP connection of this machine belongs to, as the kernel lists them for this network namespace in
 * {@code /proc/net/tcp} and {@code tcp6} (proc(5)). Reads files; safe for concurrent use.
 */
final class SocketOwners {
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int USER = 7;

    private final List<Path> tables;

    SocketOwners(Path folder) {
        this.tables = List.of(folder.resolve("tcp"), folder.resolve("tcp6"));
    }

    /** The user id of the socket whose own end is {@code local}; empty where no such socket is listed. */
    OptionalLong of(InetSocketAddress local, InetSocketAddress remote) throws IOException {
        for (Path table : tables) {
            OptionalLong found = Files.exists(table) ? in(table, local, remote) : OptionalLong.empty();
            if (found.isPresent()) {
                return found;
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong in(Path table, InetSocketAddress local, InetSocketAddress remote) throws IOException {
        try (Stream<String> lines = Files.lines(table)) {
            return lines.skip(1)
                    .map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields.length > USER)
                    .filter(fields -> is(fields[LOCAL], local) && is(fields[REMOTE], remote))
                    .mapToLong(fields -> Long.parseLong(fields[USER]))
                    .findFirst();
        }
    }

    /** Compares the port first: it tells nearly all apart without parsing an address. */
    private static boolean is(String listed, InetSocketAddress address) {
        int colon = listed.indexOf(':');
        return HexFormat.fromHexDigits(listed, colon + 1, listed.length()) == address.getPort()
                && address(listed.substring(0, colon)).equals(address.getAddress());
    }

    /** The kernel prints each 32-bit word as this machine holds it; an IPv4 address mapped into IPv6 becomes itself. */
    private static InetAddress address(String hex) {
        ByteBuffer listed = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
        ByteBuffer bytes = ByteBuffer.allocate(listed.capacity()).order(ByteOrder.nativeOrder());
        while (listed.hasRemaining()) {
            bytes.putInt(listed.getInt());
        }
        try {
            return InetAddress.getByAddress(bytes.array());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the kernel listed an address of " + listed.capacity() + " bytes", e);
        }
    }
}
