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

    /** All of them; none where this system lists none. */
    public List<Listed> read() throws IOException {
        List<Listed> all = new ArrayList<>();
        for (String name : List.of("tcp", "tcp6")) {
            Path table = folder.resolve(name);
            if (Files.exists(table)) {
                Files.readAllLines(table).stream()
                        .skip(1) // the headings
                        .map(line -> line.strip().split("\\s+", -1))
                        .filter(fields -> fields.length > INODE)
                        .map(fields -> new Listed(
                                fields[LOCAL],
                                fields[REMOTE],
                                fields[STATE].equals(LISTENS),
                                Long.parseLong(fields[USER]),
                                fields[INODE]))
                        .forEach(all::add);
            }
        }
        return all;
    }
}
