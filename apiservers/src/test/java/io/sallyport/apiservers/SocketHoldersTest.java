package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sockets of this process, as the kernel lists them. */
class SocketHoldersTest {
    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final long ME = ProcessHandle.current().pid();

    @BeforeEach
    void needsProc() {
        RequireTool.requireFile("/proc/net/tcp");
    }

    @Test
    void aListenerAtTheVeryAddressIsFoundWithItsHolder() throws Exception {
        try (var listener = new ServerSocket(0, 1, HERE)) {
            assertThat(SocketHolders.listening(address(listener))).hasSize(1);
            assertThat(SocketHolders.areAllOf(address(listener), List.of(ME), null))
                    .isTrue();
            assertThat(SocketHolders.areAllOf(address(listener), List.of(1L), null))
                    .isFalse();
            assertThat(SocketHolders.areAllOf(address(listener), List.of(), null))
                    .isFalse();
        }
    }

    @Test
    @SuppressWarnings("AddressSelection") // every address is what it is about
    void aListenerAtEveryAddressTakesConnectionsToThisOneToo() throws Exception {
        try (var listener = new ServerSocket(0)) {
            assertThat(SocketHolders.listening(address(listener))).hasSize(1);
        }
    }

    @Test
    void aListenerAtAnotherAddressDoesNotCount() throws Exception {
        try (var listener = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.2"))) {
            assertThat(SocketHolders.listening(address(listener))).isEmpty();
            assertThat(SocketHolders.areAllOf(address(listener), List.of(ME), null))
                    .isFalse();
        }
    }

    @Test
    void aConnectionFromThatPortIsNoListener() throws Exception {
        try (var listener = new ServerSocket(0, 1, HERE);
                var connected = new Socket(HERE, listener.getLocalPort())) {
            assertThat(SocketHolders.listening(new InetSocketAddress(HERE, connected.getLocalPort())))
                    .isEmpty();
        }
    }

    private static InetSocketAddress address(ServerSocket listener) throws IOException {
        return new InetSocketAddress(HERE, listener.getLocalPort());
    }
}
