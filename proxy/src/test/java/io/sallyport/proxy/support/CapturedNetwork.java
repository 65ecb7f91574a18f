package io.sallyport.proxy.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.HostPattern;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A process in a network namespace where every address is local: a gateway captures all, and real clients that know of
 * no proxy try to get out. Ends with 0 if all was as it should be.
 */
public final class CapturedNetwork {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final int TLS_REFUSED = 35;
    private static final int NO_SUCH_NAME = 6;

    private final Gateway gateway = Gateway.listening(
            own(ListenerProtocol.TRANSPARENT, 443),
            own(ListenerProtocol.TRANSPARENT, 80),
            own(ListenerProtocol.DNS_UDP, 53),
            own(ListenerProtocol.DNS_TCP, 53));

    private final Path folder;

    private CapturedNetwork(Path folder) {
        this.folder = folder;
    }

    /**
     * Runs the gateway and its clients.
     *
     * @param arguments the folder for files of clients
     */
    public static void main(String[] arguments) throws IOException {
        new CapturedNetwork(Path.of(arguments[0])).walk();
        System.exit(0);
    }

    private static ListenAddress own(ListenerProtocol protocol, int port) {
        return ListenAddress.own(SB, protocol, new InetSocketAddress(port), Callers.ANYBODY);
    }

    private Client.Ended curl(String... arguments) {
        List<String> command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "20"));
        command.addAll(List.of(arguments));
        return Client.run(folder, Map.of(), Duration.ofSeconds(30), command);
    }

    private AuditEvent last(String kind) {
        return gateway.audit.records().stream()
                .filter(record -> record.kind().equals(kind))
                .reduce((_, later) -> later)
                .orElseThrow();
    }

    private void walk() throws IOException {
        TestCa ca = TestCa.create("Test CA", InstantSource.system());
        Files.writeString(folder.resolve("ca.pem"), ca.pem());
        Sandbox sandbox = gateway.sandboxes.add("sb-1", TestSandboxes.hosts("allowed.test"));
        TestSandboxes.grantNames(sandbox, TestSandboxes.hosts("allowed.test"), new HostPattern.Exact("allowed.test"));
        try (Origin tls = Origin.tls(ca.leaf("allowed.test"), Answer::echo);
                Origin plain = Origin.plain(Answer::echo)) {
            gateway.dialer.name("allowed.test:443", tls.address());
            gateway.dialer.name("allowed.test:80", plain.address());
            getsThrough();
            isRefused();
        }
    }

    private void getsThrough() {
        assertThat(curl("--cacert", "ca.pem", "https://allowed.test/by-tls").out())
                .contains("GET /by-tls");
        assertThat(curl("http://allowed.test/plain").out()).contains("GET /plain");
        assertThat(last("http").request().host()).isEqualTo("allowed.test");
        assertThat(last("dns").request().host()).isEqualTo("allowed.test");
    }

    private void isRefused() {
        assertThat(curl("https://evil.test/").exit()).isEqualTo(NO_SUCH_NAME);
        assertThat(last("dns").request().host()).isEqualTo("evil.test");
        Client.Ended pinned = curl("--resolve", "evil.test:443:192.0.2.9", "https://evil.test/");
        assertThat(pinned.exit()).isEqualTo(TLS_REFUSED);
        assertThat(pinned.err()).contains("access denied");
        assertThat(last("connect").request().host()).isEqualTo("192.0.2.9");
        assertThat(curl("-H", "Host: allowed.test", "http://192.0.2.9/").out()).contains("authority_mismatch");
        assertThat(curl("http://169.254.169.254/latest/meta-data/").out()).contains("no_grant");
    }
}
