package io.sallyport.proxy.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.answer.ClientFault;
import io.sallyport.proxy.listener.HeaderFields;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UnidentifiedClientsTest {
    private static final Peer PEER = peer(7);

    private long now;
    private final UnidentifiedClients clients = new UnidentifiedClients(() -> now);

    private static Peer peer(int number) {
        byte[] address = {10, 0, (byte) (number >> 8), (byte) number};
        try {
            return Peer.ANYBODY.from(InetAddress.getByAddress(address));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static HeaderFields curl(@Nullable String credentials) {
        return credentials == null
                ? HeaderFields.of("user-agent", "curl/8")
                : HeaderFields.of("user-agent", "curl/8", "proxy-authorization", credentials);
    }

    private List<ClientFault> failing(int times, HeaderFields fields, Peer peer) {
        List<ClientFault> faults = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            ClientFault fault = clients.failed(fields, peer);
            if (fault != null) {
                faults.add(fault);
            }
        }
        return faults;
    }

    @Test
    void aLoopIsDiagnosedOnceAMinute() {
        assertThat(failing(UnidentifiedClients.MANY - 1, curl(null), PEER)).isEmpty();
        assertThat(failing(1_000, curl(null), PEER)).containsExactly(ClientFault.NO_CREDENTIALS);
        now = Duration.ofMinutes(1).toNanos();
        assertThat(failing(1_000, curl(null), PEER)).containsExactly(ClientFault.NO_CREDENTIALS);
    }

    @Test
    void theSameWrongCredentialsAreALoopOfTheirOwn() {
        assertThat(failing(100, curl("Basic old"), PEER)).containsExactly(ClientFault.WRONG_CREDENTIALS);
    }

    @Test
    void aGuesserIsNoLoop() {
        for (int i = 0; i < 100; i++) {
            assertThat(failing(1, curl("Basic guess-" + i), PEER)).isEmpty();
        }
    }

    @Test
    void whoIsAskedFirstAndThenShowsCredentialsIsNoLoop() {
        for (int i = 0; i < 100; i++) {
            assertThat(failing(1, curl(null), PEER)).isEmpty();
            clients.identified(curl("Basic right"), PEER);
        }
    }

    @Test
    void anotherClientAtTheSameAddressHidesNoLoop() {
        HeaderFields git = HeaderFields.of("user-agent", "git/2", "proxy-authorization", "Basic right");
        failing(UnidentifiedClients.MANY - 1, curl(null), PEER);
        clients.identified(git, PEER);
        assertThat(failing(1, curl(null), PEER)).hasSize(1);
    }

    @Test
    void slowFailuresAreNoLoop() {
        for (int i = 0; i < 100; i++) {
            now += Duration.ofSeconds(10).toNanos();
            assertThat(failing(1, curl(null), PEER)).isEmpty();
        }
    }

    @Test
    void aFloodFromManyAddressesIsBoundedAndHidesNobodyWhoCameBefore() {
        failing(1, curl(null), PEER);
        for (int i = 0; i < UnidentifiedClients.MAX_CLIENTS; i++) {
            failing(1, curl(null), peer(1_000 + i));
        }
        assertThat(failing(100, curl(null), peer(900))).isEmpty();
        assertThat(failing(100, curl(null), PEER)).hasSize(1);
    }
}
