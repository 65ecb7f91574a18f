package io.sallyport.apiservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The TCP sockets of this network namespace, as the kernel lists them in {@code /proc/net/tcp} and {@code tcp6}
 * (proc(5)). Reads files; safe for concurrent use.
 *
 * @param folder {@code /proc/net}, or one like it
 */
public record SocketTable(Path folder) {
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int USER = 7;
    private static final int INODE = 9;

    /** Lines of one table, which programs can fill with connections. */
    static final int MAX_SEARCHED = 262_144;

    private static final String LISTENS = "0A";

    /**
     * One socket. Its ends are as the kernel writes them: most are told apart by their ports alone.
     *
     * @param user id of the user that it belongs to
     */
    public record Listed(String local, String remote, boolean listens, long user, String inode) {
        /** Whether its own end is {@code address}. */
        public boolean isFrom(InetSocketAddress address) {
            return is(local, address);
        }

        /** Whether its other end is {@code address}. */
        public boolean isTo(InetSocketAddress address) {
            return is(remote, address);
        }

        /** Whether it may take a connection to {@code address}: bound to that, or to every address. */
        boolean takes(InetSocketAddress address) {
            return listens && port(local) == address.getPort() && isBound(host(local), address);
        }

        private static boolean isBound(InetAddress bound, InetSocketAddress address) {
            return bound.isAnyLocalAddress() || bound.equals(address.getAddress());
        }

        private static boolean is(String end, InetSocketAddress address) {
            return port(end) == address.getPort() && host(end).equals(address.getAddress());
        }

        private static int port(String end) {
            return HexFormat.fromHexDigits(end, end.indexOf(':') + 1, end.length());
        }

        /**
         * The kernel prints each 32-bit word as this machine holds it; an IPv4 address mapped into IPv6 becomes itself.
         */
        private static InetAddress host(String end) {
            ByteBuffer listed = ByteBuffer.wrap(HexFormat.of().parseHex(end.substring(0, end.indexOf(':'))));
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

    /**
     * Returns the connection between the two, as the program that holds its end {@code local} has it; empty if it is
     * not among the first {@link #MAX_SEARCHED} of either table.
     */
    public Optional<Listed> find(InetSocketAddress local, InetSocketAddress remote) throws IOException {
        for (Path table : tables()) {
            try (Stream<String> lines = Files.lines(table)) {
                Optional<Listed> found = listed(lines.limit(MAX_SEARCHED))
                        .filter(one -> !one.listens() && one.isFrom(local) && one.isTo(remote))
                        .findFirst();
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /** All of them; none where this system lists none. */
    public List<Listed> read() throws IOException {
        List<Listed> all = new ArrayList<>();
        for (Path table : tables()) {
            listed(Files.readAllLines(table).stream()).forEach(all::add);
        }
        return all;
    }

    private List<Path> tables() {
        return Stream.of("tcp", "tcp6")
                .map(folder::resolve)
                .filter(Files::exists)
                .toList();
    }

    private static Stream<Listed> listed(Stream<String> lines) {
        return lines.skip(1) // the headings
                .map(line -> line.strip().split("\\s+", -1))
                .filter(fields -> fields.length > INODE)
                .map(fields -> new Listed(
                        fields[LOCAL],
                        fields[REMOTE],
                        fields[STATE].equals(LISTENS),
                        Long.parseLong(fields[USER]),
                        fields[INODE]));
    }
}
