package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.NOW;
import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.text;
import static io.sallyport.credentials.Fetching.why;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.sallyport.credentials.CurrentSecret.Known;
import io.sallyport.credentials.CurrentSecret.Refused;
import io.sallyport.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A secret of a file or a program, by clocks that only move when told to. */
@Timeout(60)
class LiveSecretTest {
    private final ManualClock clock = new ManualClock(NOW);
    private final SourceContext context = new SourceContext(clock, clock, System.getenv(), Fetching.noNetwork());

    @TempDir
    private Path folder;

    private @Nullable LiveSecrets secrets;

    @AfterEach
    void close() {
        if (secrets != null) {
            secrets.close();
            assertThat(secrets.usedBytes()).isZero();
        }
    }

    private LiveSecret live(SecretBounds bounds, SecretSource source) {
        secrets = accepted(LiveSecrets.of(
                List.of(new SecretPlan("github", source, RefreshTimes.DEFAULT)), bounds, context, new Random(1)));
        return Objects.requireNonNull(secrets.find("github"));
    }

    private LiveSecret ofFile() {
        var form = accepted(SecretForm.Members.of(Map.of("value", "token"), "end"));
        return live(SecretBounds.DEFAULT, new SecretFile(folder.resolve("token"), form));
    }

    private void give(String token) throws IOException {
        replace("{\"token\":\"" + token + "\"}");
    }

    private void give(String token, Duration life) throws IOException {
        replace("{\"token\":\"" + token + "\",\"end\":\"" + clock.instant().plus(life) + "\"}");
    }

    private void replace(String json) throws IOException {
        Path next = Files.writeString(folder.resolve("next"), json);
        Files.move(next, folder.resolve("token"), StandardCopyOption.ATOMIC_MOVE);
    }

    private void read() {
        LiveSecrets all = Objects.requireNonNull(secrets);
        all.refreshDue();
        await(all::isIdle);
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private String token(LiveSecret live) {
        return switch (live.current(clock.instant())) {
            case Known known -> {
                try (known) {
                    yield known.revision() + " " + text(known.values(), "value");
                }
            }
            case Refused(String reason) -> reason;
        };
    }

    @Test
    void beforeTheFirstReadItIsRefused() throws IOException {
        give("one");
        LiveSecret live = ofFile();
        assertThat(token(live)).isEqualTo("github is not available: it has not been read yet");
        read();
        live.firstAttempt().toCompletableFuture().join();
        assertThat(token(live)).isEqualTo("1 one");
    }

    @Test
    void aRotatedValueIsSeenWithoutARestart() throws IOException {
        give("one");
        LiveSecret live = ofFile();
        read();
        give("two");
        read();
        assertThat(token(live)).as("not due").isEqualTo("1 one");
        clock.advance(RefreshTimes.DEFAULT.ttl());
        read();
        assertThat(token(live)).isEqualTo("2 two");
        clock.advance(RefreshTimes.DEFAULT.ttl());
        read();
        assertThat(token(live)).as("the same value").isEqualTo("2 two");
    }

    @Test
    void itIsReadAgainBeforeItsEnd() throws IOException {
        give("one", Duration.ofHours(1));
        LiveSecret live = ofFile();
        read();
        give("two", Duration.ofHours(2));
        clock.advance(Duration.ofMinutes(50));
        read();
        assertThat(token(live)).isEqualTo("1 one");
        clock.advance(Duration.ofMinutes(9));
        read();
        assertThat(token(live)).isEqualTo("2 two");
    }

    @Test
    void whileTheSourceIsDownTheLastValueStaysUntilItsEnd() throws IOException {
        give("one", Duration.ofHours(1));
        LiveSecret live = ofFile();
        read();
        Files.delete(folder.resolve("token"));
        clock.advance(Duration.ofMinutes(59).plusSeconds(59));
        read();
        assertThat(token(live)).isEqualTo("1 one");
        clock.advance(Duration.ofSeconds(1));
        assertThat(token(live)).isEqualTo("github is past its end: " + folder.resolve("token") + " does not exist");
        read();
        assertThat(Objects.requireNonNull(secrets).usedBytes())
                .as("overwritten")
                .isZero();
        give("two", Duration.ofHours(1));
        clock.advance(RefreshTimes.DEFAULT.maxBackoff());
        read();
        assertThat(token(live)).isEqualTo("2 two");
    }

    @Test
    void aValueWithoutAnEndHasItsGreatestAge() throws IOException {
        give("one");
        LiveSecret live = ofFile();
        read();
        Files.delete(folder.resolve("token"));
        clock.advance(RefreshTimes.DEFAULT.maxAge().minusNanos(1));
        read();
        assertThat(token(live)).isEqualTo("1 one");
        clock.advance(Duration.ofNanos(1));
        assertThat(token(live)).startsWith("github is past its end");
    }

    @Test
    void attemptsAtASourceThatIsDownBecomeRare() {
        LiveSecret live = ofFile();
        List<Long> seconds = new ArrayList<>();
        for (long second = 0; second < 1200; second++) {
            if (live.isDueNow()) {
                seconds.add(second);
            }
            read();
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(seconds).startsWith(0L).hasSizeBetween(10, 20);
        assertThat(seconds.getLast() - seconds.get(seconds.size() - 2)).isBetween(150L, 300L);
    }

    @Test
    void aWallClockThatIsSetBackProlongsNoLife() throws IOException {
        give("one", Duration.ofHours(1));
        LiveSecret live = ofFile();
        read();
        Files.delete(folder.resolve("token"));
        clock.advance(Duration.ofHours(1));
        clock.setWall(NOW);
        assertThat(token(live)).startsWith("github is past its end");
    }

    @Test
    void aWallClockThatIsSetForwardEndsItAndHasItReadAgain() throws IOException {
        give("one", Duration.ofHours(1));
        LiveSecret live = ofFile();
        read();
        clock.setWall(NOW.plus(Duration.ofHours(2)));
        give("two", Duration.ofHours(1)); // before it is asked for, which has it read
        assertThat(token(live)).startsWith("github is past its end");
        read();
        assertThat(token(live)).isEqualTo("2 two");
    }

    @Test
    void valuesThatArePastTheirEndAreNotTaken() throws IOException {
        give("one", Duration.ofHours(1));
        LiveSecret live = ofFile();
        read();
        give("two", Duration.ZERO);
        clock.advance(Duration.ofMinutes(59).plusSeconds(30));
        read();
        assertThat(token(live)).isEqualTo("1 one");
        clock.advance(Duration.ofHours(1));
        assertThat(token(live)).endsWith("the source gave values that are past their end");
    }

    @Test
    void anEndInTheFarFutureOverflowsNothing() throws IOException {
        replace("{\"token\":\"one\",\"end\":\"" + Instant.parse("+999999999-01-01T00:00:00Z") + "\"}");
        LiveSecret live = ofFile();
        read();
        assertThat(token(live)).isEqualTo("1 one");
    }

    @Test
    void aValueThatARequestHoldsIsOverwrittenAfterItsUse() throws IOException {
        give("one");
        LiveSecret live = ofFile();
        read();
        var known = (Known) live.current(clock.instant());
        SecretValue value = Objects.requireNonNull(known.find("value"));
        give("two");
        clock.advance(RefreshTimes.DEFAULT.ttl());
        read();
        assertThat(token(live)).isEqualTo("2 two");
        assertThat(value.text()).isEqualTo("one");
        known.close();
        assertThatThrownBy(value::text).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(known::close).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void onlyOneThreadReadsASourceAtATime() throws IOException {
        Path began = folder.resolve("began");
        Path go = folder.resolve("go");
        String script = "echo x >> " + began + "; while [ ! -e " + go + " ]; do sleep 0.01; done; echo one";
        LiveSecret live = live(
                SecretBounds.DEFAULT,
                new SecretCommand(List.of("sh", "-c", script), Duration.ofMinutes(1), new SecretForm.Text()));
        LiveSecrets all = Objects.requireNonNull(secrets);
        all.refreshDue();
        await(() -> Files.exists(began));
        for (int i = 0; i < 50; i++) {
            all.refreshDue();
        }
        Files.createFile(go);
        await(all::isIdle);
        assertThat(token(live)).isEqualTo("1 one");
        assertThat(Files.readAllLines(began)).hasSize(1);
    }

    @Test
    void moreThanTheBytesOfTheBoundAreNotTaken() throws IOException {
        give("12345");
        LiveSecret live = live(
                accepted(SecretBounds.of(1, 8, 1)),
                new SecretFile(folder.resolve("token"), SecretForm.Members.of("token")));
        read();
        assertThat(token(live)).isEqualTo("1 12345");
        give("123456789");
        clock.advance(RefreshTimes.DEFAULT.ttl());
        read();
        assertThat(token(live)).isEqualTo("1 12345");
        assertThat(secrets).extracting(LiveSecrets::usedBytes).isEqualTo(5L);
    }

    @Test
    void allSourcesAreReadThoughFewAtOnce() throws IOException {
        give("one");
        List<SecretPlan> plans = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            var source = new SecretFile(folder.resolve("token"), SecretForm.Members.of("token"));
            plans.add(new SecretPlan("s" + i, source, RefreshTimes.FILE));
        }
        secrets = accepted(LiveSecrets.of(plans, accepted(SecretBounds.of(20, 1000, 2)), context, new Random(1)));
        LiveSecrets all = secrets;
        all.refreshDue();
        await(() -> all.usedBytes() == 20L * 3);
        assertThat(why(LiveSecrets.of(plans, accepted(SecretBounds.of(19, 1000, 2)), context, new Random(1))))
                .isEqualTo("there are more than 19 sources of secrets");
    }

    @Test
    void afterTheEndOfTheGatewayThereIsNothing() throws IOException {
        give("one");
        LiveSecret live = ofFile();
        Objects.requireNonNull(secrets).start(Duration.ofMillis(10));
        live.firstAttempt().toCompletableFuture().join();
        if (!(live.current(clock.instant()) instanceof Known known)) {
            fail("not read");
            return;
        }
        secrets.close();
        assertThat(token(live)).isEqualTo("github is not available: the gateway ends");
        assertThat(Objects.requireNonNull(known.find("value")).text()).isEqualTo("one");
        known.close();
    }

    @Test
    void theEndWaitsForAReadThatMayReplaceARefreshToken() {
        Path began = folder.resolve("began");
        Path done = folder.resolve("done");
        String script = "touch " + began + "; sleep 0.1; touch " + done + "; echo one";
        live(
                SecretBounds.DEFAULT,
                new SecretCommand(List.of("sh", "-c", script), Duration.ofMinutes(1), new SecretForm.Text()));
        LiveSecrets all = Objects.requireNonNull(secrets);
        all.refreshDue();
        await(() -> Files.exists(began));
        all.close(Duration.ofMinutes(1));
        assertThat(done).exists();
        await(all::isIdle);
    }

    @Test
    void aNameStandsOnce() {
        var plan = new SecretPlan("a", accepted(EnvironmentVariables.of("A")), RefreshTimes.DEFAULT);
        assertThat(why(LiveSecrets.of(List.of(plan, plan), SecretBounds.DEFAULT, context, new Random(1))))
                .isEqualTo("two sources of secrets have the name a");
    }

    @Test
    void timesAndBoundsAreChecked() {
        Duration second = Duration.ofSeconds(1);
        assertThat(why(RefreshTimes.of(second, second, Duration.ZERO, second, second)))
                .contains("above 0");
        assertThat(why(RefreshTimes.of(second.plusNanos(1), second, second, second, second)))
                .contains("ttl");
        assertThat(why(RefreshTimes.of(second, second, second, second.plusNanos(1), second)))
                .contains("backoff");
        assertThat(why(SecretBounds.of(0, 1, 1))).contains("max_sources");
        assertThat(why(SecretBounds.of(1, 0, 1))).contains("max_bytes");
        assertThat(why(SecretBounds.of(1, 1, 0))).contains("max_fetches");
    }
}
