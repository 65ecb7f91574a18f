package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.NOW;
import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.credentials.CurrentSecret.Known;
import io.sallyport.credentials.CurrentSecret.Refused;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.ManualClock;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Secrets that are replaced while requests use them. */
@Timeout(60)
class LiveTokensTest {
    private static final int ROTATIONS = 300;

    private final ManualClock clock = new ManualClock(NOW);

    @TempDir
    private Path folder;

    private static LiveSecrets secrets(SecretSource source, SourceContext context) {
        var plan = new SecretPlan("token", source, RefreshTimes.DEFAULT);
        return accepted(LiveSecrets.of(List.of(plan), SecretBounds.DEFAULT, context, new Random(1)));
    }

    private static void read(LiveSecrets secrets) {
        secrets.refreshDue();
        while (!secrets.isIdle()) {
            Thread.onSpinWait();
        }
    }

    private static String token(LiveSecrets secrets, ManualClock clock) {
        return switch (Objects.requireNonNull(secrets.find("token")).current(clock.instant())) {
            case Known known -> {
                try (known) {
                    yield text(known.values(), "value");
                }
            }
            case Refused(String reason) -> reason;
        };
    }

    @Test
    void aTokenIsRenewedBeforeItsEndAndKeptWhileTheEndpointIsDown() {
        var answers = new AtomicInteger();
        var isDown = new AtomicBoolean();
        try (LocalNetwork network = new LocalNetwork();
                Origin origin = Origin.plain(_ -> isDown.get()
                        ? Answer.text(503, "")
                        : Answer.text(
                                200,
                                "{\"access_token\":\"t" + answers.incrementAndGet()
                                        + "\",\"token_type\":\"bearer\",\"expires_in\":3600}"))) {
            var client = accepted(OAuthClient.of(
                    "http://" + origin.hostPort() + "/token",
                    List.of(),
                    "ci",
                    accepted(EnvironmentVariables.of("CLIENT_SECRET")),
                    ClientAuthentication.BASIC));
            SourceContext real = network.context(Map.of("CLIENT_SECRET", "s3cret"));
            var context = new SourceContext(clock, clock, real.environment(), real.http());
            try (LiveSecrets secrets = secrets(accepted(ClientCredentials.of(client, Map.of())), context)) {
                read(secrets);
                assertThat(token(secrets, clock)).isEqualTo("t1");
                clock.advance(Duration.ofMinutes(59));
                read(secrets);
                assertThat(token(secrets, clock)).isEqualTo("t2");
                isDown.set(true);
                clock.advance(Duration.ofMinutes(59));
                read(secrets);
                assertThat(token(secrets, clock)).isEqualTo("t2");
                clock.advance(Duration.ofMinutes(1));
                assertThat(token(secrets, clock))
                        .startsWith("token is past its end: http://127.0.0.1:")
                        .endsWith("/token answered with status 503");
            }
        }
    }

    @Test
    void requestsThatReadWhileValuesAreReplacedReadWholeValues() throws IOException, InterruptedException {
        Path file = folder.resolve("token");
        Files.writeString(file, "v".repeat(1000));
        var context = new SourceContext(clock, clock, Map.of(), Fetching.noNetwork());
        var isOver = new AtomicBoolean();
        var wrong = new ConcurrentLinkedQueue<Object>();
        List<Thread> readers = new ArrayList<>();
        LiveSecrets secrets = secrets(accepted(SecretFile.of(file.toString(), new SecretForm.Text())), context);
        try (secrets) {
            read(secrets);
            for (int i = 0; i < 4; i++) {
                readers.add(Thread.ofPlatform().start(() -> {
                    while (!isOver.get()) {
                        readOnce(secrets, wrong);
                    }
                }));
            }
            for (int i = 0; i < ROTATIONS; i++) {
                Path next = Files.writeString(folder.resolve("next"), ((char) ('a' + i % 26) + "").repeat(1000));
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
                clock.advance(RefreshTimes.DEFAULT.ttl());
                read(secrets);
            }
            isOver.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
            assertThat(wrong).isEmpty();
            assertThat(secrets.usedBytes()).as("all others were overwritten").isEqualTo(1000);
        }
        assertThat(secrets.usedBytes()).isZero();
    }

    private void readOnce(LiveSecrets secrets, ConcurrentLinkedQueue<Object> wrong) {
        try {
            String text = token(secrets, clock);
            if (text.length() != 1000 || text.chars().distinct().count() != 1) {
                wrong.add(text);
            }
        } catch (RuntimeException e) {
            wrong.add(e);
        }
    }
}
