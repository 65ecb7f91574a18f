package io.sallyport.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketOwnersTest {
    private static final InetSocketAddress CALLER = address("127.0.0.1", 40000);
    private static final InetSocketAddress LISTENER = address("127.0.0.1", 3128);

    @TempDir
    Path folder = Path.of("");

    @Test
    void theCallersEndIsTheOneThatCounts() throws IOException {
        table("tcp", line("127.0.0.1", 3128, "127.0.0.1", 40000, 0), line("127.0.0.1", 40000, "127.0.0.1", 3128, 1001));
        var owners = new SocketOwners(folder);
        assertThat(owners.of(CALLER, LISTENER)).hasValue(1001);
        assertThat(owners.of(LISTENER, CALLER)).hasValue(0);
    }

    @Test
    void anIpv4ConnectionOfAnIpv6SocketIsFound() throws IOException {
        table("tcp", line("127.0.0.1", 40000, "127.0.0.1", 1, 7));
        table("tcp6", line("::ffff:127.0.0.1", 40000, "::ffff:127.0.0.1", 3128, 1002));
        assertThat(new SocketOwners(folder).of(CALLER, LISTENER)).hasValue(1002);
    }

    @Test
    void anIpv6ConnectionIsFound() throws IOException {
        table("tcp6", line("fd00::1", 40000, "fd00::2", 3128, 1003));
        assertThat(new SocketOwners(folder).of(address("fd00::1", 40000), address("fd00::2", 3128)))
                .hasValue(1003);
    }

    @Test
    void whatIsNotListedHasNoOwner() throws IOException {
        table(
                "tcp",
                line("127.0.0.2", 40000, "127.0.0.1", 3128, 1),
                line("127.0.0.1", 40001, "127.0.0.1", 3128, 1),
                "x");
        assertThat(new SocketOwners(folder).of(CALLER, LISTENER)).isEmpty();
        assertThat(new SocketOwners(folder.resolve("none")).of(CALLER, LISTENER))
                .isEmpty();
    }

    @Test
    void theKernelsOwnListNamesUs() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            var listener = (InetSocketAddress) accepted.getLocalSocketAddress();
            var caller = (InetSocketAddress) client.getLocalSocketAddress();
            assertThat(SameUser.ofThisMachine()
                            .mayCome(listener, caller)
                            .toCompletableFuture()
                            .get())
                    .isTrue();
            assertThat(SameUser.ofThisMachine()
                            .mayCome(listener, address("127.0.0.1", 1))
                            .toCompletableFuture()
                            .get())
                    .isFalse();
        }
    }

    private void table(String name, String... lines) throws IOException {
        Files.writeString(
                folder.resolve(name),
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
                        + String.join("\n", lines) + "\n");
    }

    private static String line(String local, int localPort, String remote, int remotePort, int user) {
        return "   0: %s:%04X %s:%04X 01 00000000:00000000 00:00000000 00000000 %5d        0 12345 1"
                .formatted(hex(local), localPort, hex(remote), remotePort, user);
    }

    /** As the kernel prints it: each 32-bit word in this machine's order. */
    private static String hex(String address) {
        byte[] bytes = address.startsWith("::ffff:")
                ? mapped(address(address.substring(7), 0).getAddress().getAddress())
                : address(address, 0).getAddress().getAddress();
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        ByteBuffer printed = ByteBuffer.allocate(bytes.length);
        while (words.hasRemaining()) {
            printed.putInt(words.getInt());
        }
        return HexFormat.of().withUpperCase().formatHex(printed.array());
    }

    private static byte[] mapped(byte[] ipv4) {
        return ByteBuffer.allocate(16)
                .position(10)
                .putShort((short) 0xffff)
                .put(ipv4)
                .array();
    }

    private static InetSocketAddress address(String literal, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(literal), port);
    }
}
