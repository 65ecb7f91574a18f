package io.sallyport.gateway.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** What comes from outside of fences; {@code FencedProgramsTest} has what comes from inside. */
class FenceCallersTest {
    @Test
    void ofAConnectionOfTheHostsOwnNetworkNoProgramIsKnown() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            var asked = (InetSocketAddress) client.getRemoteSocketAddress();
            var caller = (InetSocketAddress) client.getLocalSocketAddress();
            for (long process : new long[] {ProcessHandle.current().pid(), 0, -1, Long.MAX_VALUE}) {
                assertThat(new FenceCallers(process)
                                .program(asked, caller)
                                .toCompletableFuture()
                                .get())
                        .isEmpty();
            }
        }
    }
}
