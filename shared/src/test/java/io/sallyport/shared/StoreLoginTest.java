package io.sallyport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ledger.Account;
import io.sallyport.testkit.RedisServer;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a gateway comes into the store: by TLS, and as a user with few rights. */
class StoreLoginTest {
    private static final Path GUIDE = Path.of("../docs/replicas.md");

    @TempDir
    Path folder;

    private static SharedSettings settings(
            String url, @Nullable String user, @Nullable Path password, @Nullable Path trust) {
        return new SharedSettings(
                URI.create(url),
                user,
                password,
                trust,
                "sallyport",
                Duration.ofSeconds(5),
                50,
                SharedSettings.OnOutage.REFUSE,
                Duration.ofSeconds(10),
                Duration.ofMinutes(1));
    }

    private static void spendsAll(SharedSettings settings) {
        try (TestGateway gateway = new TestGateway("one", settings)) {
            Account account = gateway.account("job", 20);
            while (!gateway.counters.isOpen()) {
                Thread.onSpinWait();
            }
            gateway.counters.tellEnd("other");
            while (gateway.ended.isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(TestGateway.requests(account)).isEqualTo(20);
        }
    }

    @Test
    void byTlsTheCertificatesOfTheSettingAreTrusted() throws IOException {
        TestCa ca = TestCa.create("stores of the test", InstantSource.system());
        Path trust = Files.writeString(folder.resolve("ca.pem"), ca.pem());
        try (RedisServer redis =
                RedisServer.startTls(RequireTool.require("redis-server"), folder, ca.leaf("localhost"))) {
            spendsAll(settings("rediss://localhost:" + redis.port(), null, null, trust));
        }
    }

    @Test
    void aUserWithTheRightsThatTheGuideNamesSuffices() throws IOException {
        List<String> rights = Pattern.compile("`([~+&][^`]*)`")
                .matcher(Files.readString(GUIDE))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(ArrayList::new));
        Path password = Files.writeString(folder.resolve("password"), "of the test\n");
        try (RedisServer redis = RedisServer.start(RequireTool.require("redis-server"), folder)) {
            var words =
                    new ArrayList<>(List.of("ACL", "SETUSER", "gateway", "on", ">of the test", "resetkeys", "-@all"));
            rights.forEach(line -> words.addAll(List.of(line.split(" "))));
            assertThat(redis.run(words.toArray(String[]::new))).isEqualTo("OK");
            redis.run("ACL", "SETUSER", "default", "off");
            spendsAll(settings(redis.url(), "gateway", password, null));
        }
    }
}
