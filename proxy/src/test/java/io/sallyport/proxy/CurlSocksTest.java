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

/** Real curl, over sockets, by SOCKS5: names that the gateway resolves, and addresses. */
@Execution(ExecutionMode.CONCURRENT)
class CurlSocksTest {
    private static final int CANNOT_CONNECT_BY_PROXY = 97;

    @TempDir
    Path folder;

    private final Gateway gateway = Gateway.withSocks();

    @BeforeEach
    void sandbox() {
        gateway.sandboxes.add("sb-1", TestSandboxes.hosts("allowed.test", "192.0.2.9"));
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

    private String socks() {
        return "127.0.0.1:" + gateway.server.addresses().getLast().getPort();
    }

    private Client.Ended socks(String option, String user, String... arguments) {
        List<String> all = new ArrayList<>(List.of(option, socks(), "--proxy-user", user));
        all.addAll(List.of(arguments));
        return curl(all.toArray(String[]::new));
    }

    @Test
    void reachesAGrantedNameByTls() throws IOException {
        TestCa ca = TestCa.create("Test CA", InstantSource.system());
        Files.writeString(folder.resolve("ca.pem"), ca.pem());
        try (Origin origin = Origin.tls(ca.leaf("allowed.test"), Answer::echo)) {
            gateway.dialer.name("allowed.test:443", origin.address());
            var ended =
                    socks("--socks5-hostname", "sb-1:token-sb-1", "--cacert", "ca.pem", "https://allowed.test/inside");
            assertThat(ended.out()).contains("GET /inside");
            assertThat(gateway.audit.await(1).kind()).isEqualTo("connect");
            assertThat(gateway.audit.await(2).kind()).isEqualTo("end");
        }
    }

    @Test
    void plainHttpIsForwardedRequestByRequest() {
        try (Origin origin = Origin.plain(Answer::echo)) {
            gateway.dialer.name("allowed.test:80", origin.address());
            var ended = socks("--socks5-hostname", "sb-1:token-sb-1", "http://allowed.test/a?q=1");
            assertThat(ended.out()).contains("GET /a?q=1").contains("Via: 1.1 sallyport");
            assertThat(gateway.audit.await(2).kind()).isEqualTo("http");
        }
    }

    @Test
    void anAddressIsAskedForAsSuch() {
        try (Origin origin = Origin.plain(Answer::echo)) {
            gateway.dialer.name("192.0.2.9:80", origin.address());
            var ended = socks("--socks5", "sb-1:token-sb-1", "http://192.0.2.9/a");
            assertThat(ended.out()).contains("GET /a");
        }
        assertThat(socks("--socks5", "sb-1:token-sb-1", "http://192.0.2.8/a").exit())
                .isEqualTo(CANNOT_CONNECT_BY_PROXY);
    }

    @Test
    void refusesWhatIsNotGrantedWithoutADial() {
        var ended = socks("--socks5-hostname", "sb-1:token-sb-1", "https://other.test/");
        assertThat(ended.exit()).isEqualTo(CANNOT_CONNECT_BY_PROXY);
        assertThat(ended.err()).contains("(2)");
        assertThat(gateway.audit.await(1).reason()).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(gateway.dialer.dialled()).isEmpty();
    }

    @Test
    void refusesAWrongTokenAndNoToken() {
        assertThat(socks("--socks5-hostname", "sb-1:wrong", "https://allowed.test/")
                        .exit())
                .isEqualTo(CANNOT_CONNECT_BY_PROXY);
        assertThat(curl("--socks5-hostname", socks(), "https://allowed.test/").exit())
                .isEqualTo(CANNOT_CONNECT_BY_PROXY);
        assertThat(gateway.audit.await(2).reason()).isEqualTo(ReasonCode.NO_IDENTITY);
    }

    @Test
    void socks4IsRefused() {
        var ended = curl("--socks4a", socks(), "https://allowed.test/");
        assertThat(ended.exit()).isEqualTo(CANNOT_CONNECT_BY_PROXY);
        assertThat(gateway.audit.await(1).facts().detail()).contains("SOCKS4");
    }

    @Test
    void theWrongPortSaysWhichVariableToSet() {
        var ended = curl("-x", "http://sb-1:token-sb-1@" + socks(), "http://allowed.test/");
        assertThat(ended.out()).contains("HTTP/1.1 400").contains("ALL_PROXY");
        assertThat(curl("--socks5-hostname", "127.0.0.1:" + gateway.address().getPort(), "https://allowed.test/")
                        .exit())
                .isEqualTo(CANNOT_CONNECT_BY_PROXY);
        assertThat(gateway.audit.await(2).facts().detail()).contains("https_proxy");
    }
}
