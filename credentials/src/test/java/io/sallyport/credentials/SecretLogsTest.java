package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.texts;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** All that is logged at the finest level, while sources succeed and fail. */
@Timeout(60)
class SecretLogsTest {
    private static final String SECRET = "s3cr3t-canary";

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level level = root.getLevel();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final LocalNetwork network = new LocalNetwork();

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        root.setLevel(Level.TRACE);
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void close() {
        root.detachAppender(log);
        root.setLevel(level);
        network.close();
    }

    private List<SecretSource> sources(String server) throws IOException {
        var variable = accepted(EnvironmentVariables.of("SECRET"));
        var client = accepted(OAuthClient.of(server, List.of(), "ci", variable, ClientAuthentication.BASIC));
        var place = accepted(RefreshTokenFile.of(folder.toString(), "t"));
        var text = new SecretForm.Text();
        Path file = Files.writeString(folder.resolve("lines"), SECRET + "\n" + SECRET);
        Duration limit = Duration.ofSeconds(30);
        return List.of(
                variable,
                accepted(SecretFile.of(file.toString(), text)),
                accepted(SecretFile.of(file.toString(), SecretForm.Members.of("a"))),
                accepted(SecretCommand.of(List.of("sh", "-c", "echo " + SECRET + "; exit 1"), limit, text)),
                accepted(SecretCommand.of(List.of("echo", SECRET), limit, SecretForm.Members.of("a"))),
                accepted(SecretCommand.of(List.of("/nowhere/program", SECRET), limit, text)),
                accepted(GitHelper.ofHelper(List.of("echo", "username=" + SECRET), "https://forge.example/", limit)),
                accepted(VaultKv.of(server, List.of(), "secret", "a", variable, null, SecretForm.Members.of("a"))),
                accepted(ClientCredentials.of(client, Map.of())),
                accepted(RefreshTokenGrant.of(client, variable, place, variable, Map.of())),
                accepted(GithubApp.of(server, List.of(), "1", 1, variable, List.of("a"), Map.of("contents", "read"))));
    }

    @Test
    void noLogHasASecret() throws IOException {
        try (Origin echo = Origin.plain(SecretLogsTest::echo);
                Origin tls = Origin.tls(network.ca().leaf("other.test"), SecretLogsTest::echo)) {
            readAll(sources("http://" + echo.hostPort()));
            readAll(sources("https://server.test:" + tls.port()));
            assertThat(echo.received())
                    .anyMatch(request -> request.headers().toString().contains(SECRET));
        }
        List<String> lines = log.list.stream().map(SecretLogsTest::line).toList();
        assertThat(lines).anyMatch(line -> line.contains("is not read: "));
        assertThat(lines).noneMatch(line -> line.contains(SECRET));
    }

    private static Answer echo(ReceivedRequest request) {
        return Answer.text(request.target().length() % 2 == 0 ? 200 : 400, "{\"error\":\"" + SECRET + "\"," + request);
    }

    private void readAll(List<SecretSource> sources) {
        SourceContext context = network.context(Map.of("SECRET", SECRET + " of more than thirty-two bytes"));
        List<SecretPlan> plans = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            plans.add(new SecretPlan("s" + i, sources.get(i), RefreshTimes.DEFAULT));
            if (sources.get(i).fetch(context) instanceof Fetched fetched) {
                texts(fetched);
            }
        }
        try (LiveSecrets secrets = accepted(LiveSecrets.of(plans, SecretBounds.DEFAULT, context, new Random(1)))) {
            secrets.refreshDue();
            while (!secrets.isIdle()) {
                Thread.onSpinWait();
            }
        }
    }

    private static String line(ILoggingEvent event) {
        IThrowableProxy thrown = event.getThrowableProxy();
        return event.getFormattedMessage() + (thrown == null ? "" : ThrowableProxyUtil.asString(thrown));
    }
}
