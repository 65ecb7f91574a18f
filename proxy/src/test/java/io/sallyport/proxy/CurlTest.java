package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Gateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Real curl, over sockets, by CONNECT and by absolute form. */
@Execution(ExecutionMode.CONCURRENT)
class CurlTest {
    @TempDir
    Path folder;

    private final Gateway gateway = new Gateway();

    @BeforeEach
    void sandbox() {
        gateway.sandboxes.add("sb-1", TestSandboxes.hosts("allowed.test"));
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private Client.Ended curl(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(RequireTool.require("curl").toString(), "-sS", "-i"));
        command.addAll(List.of(arguments));
        return Client.run(folder, Map.of(), Duration.ofSeconds(20), command);
    }

    @Test
    void forwardsWhatIsGranted() {
        try (Origin origin = Origin.plain(Answer::echo)) {
            gateway.dialer.name("allowed.test:80", origin.address());
            var ended = curl("-x", gateway.url("sb-1"), "http://allowed.test/a/b?q=1");
            assertThat(ended.out())
                    .contains("HTTP/1.1 200 OK")
                    .contains("GET /a/b?q=1")
                    .contains("Via: 1.1 sallyport");
            assertThat(ended.out()).doesNotContainIgnoringCase("proxy-authorization");
            assertThat(gateway.audit.await(1).reason()).isEqualTo(ReasonCode.GRANTED);
        }
    }

    @Test
    void refusesWhatIsNot() {
        var ended = curl("-x", gateway.url("sb-1"), "http://other.test/a");
        assertThat(ended.out()).contains("HTTP/1.1 403 Denied: no_grant").contains("\"reason\":\"no_grant\"");
        assertThat(gateway.dialer.dialled()).isEmpty();
    }

    @Test
    void tunnelsTlsToAGrantedHost() throws IOException {
        TestCa ca = TestCa.create("Test CA", InstantSource.system());
        Files.writeString(folder.resolve("ca.pem"), ca.pem());
        try (Origin origin = Origin.tls(ca.leaf("allowed.test"), Answer::echo)) {
            gateway.dialer.name("allowed.test:443", origin.address());
            var ended = curl("--cacert", "ca.pem", "-x", gateway.url("sb-1"), "https://allowed.test/inside");
            assertThat(ended.out()).contains("GET /inside");
            assertThat(gateway.audit.await(1).kind()).isEqualTo("connect");
            assertThat(gateway.audit.await(2).kind()).isEqualTo("end");
        }
    }

    @Test
    void refusesATunnelElsewhere() {
        var ended = curl("-x", gateway.url("sb-1"), "https://other.test/");
        assertThat(ended.exit()).isEqualTo(56);
        assertThat(ended.out()).contains("HTTP/1.1 403 Denied: no_grant");
    }

    @Test
    void asksForCredentials() {
        var ended = curl("-x", "http://127.0.0.1:" + gateway.address().getPort(), "http://allowed.test/");
        assertThat(ended.out()).contains("HTTP/1.1 407 Denied: no_identity").contains("Proxy-Authenticate: Basic");
    }
}
