package io.sallyport.bundles;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.bundles.BundleActivation.InForce;
import io.sallyport.bundles.BundleActivation.Refused;
import io.sallyport.bundles.BundleDownload.Failed;
import io.sallyport.bundles.BundleDownload.Fetched;
import io.sallyport.bundles.BundleDownload.Unchanged;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.Archive;
import io.sallyport.policycompiler.bundle.BundleKey;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.testkit.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleUpdatesTest {
    private static final String REGO = "package sallyport.guardrails\n";
    private static final Duration MIN = Duration.ofMinutes(1);
    private static final Duration MAX = Duration.ofMinutes(2);

    @TempDir
    Path folder = Path.of("");

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-27T12:00:00Z"));
    private final Deque<BundleDownload> answers = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();
    private final List<OpaBundle> inForce = new ArrayList<>();
    private Duration held = Duration.ZERO;
    private @Nullable String refusal;

    private BundleDownload download(@Nullable String etag, Duration wait, boolean deltas) {
        asked.add(etag + " " + wait.toSeconds() + " " + deltas);
        clock.advance(held);
        return answers.remove();
    }

    private BundleActivation.Outcome activate(OpaBundle bundle) {
        String why = refusal;
        if (why != null) {
            return new Refused(why, List.of("a.rego:1:1: wrong"));
        }
        inForce.add(bundle);
        return new InForce();
    }

    private BundleSettings settings(@Nullable Duration longPoll, @Nullable BundleKey key) {
        CanonicalUrl url = accepted(RemoteService.url("https://bundles.test/"));
        var service = new RemoteService(
                "s", url, false, List.of(), Map.of(), new ServiceCredentials.None(), Duration.ofSeconds(10));
        return new BundleSettings(
                "team",
                service,
                url,
                "",
                true,
                new BundlePolling(MIN, MAX, longPoll),
                key,
                256 << 10,
                Duration.ofHours(1));
    }

    private BundleUpdates updates(BundleSettings settings) {
        return new BundleUpdates(settings, this::download, copy(), clock, clock, new Random(1));
    }

    private BundleUpdates updates() {
        return updates(settings(null, null));
    }

    private BundleCopy copy() {
        return new BundleCopy(folder.resolve("remote").resolve("team.bundle"));
    }

    private static <T> T accepted(Parsed<T> parsed) {
        assertThat(parsed).isInstanceOf(Parsed.Accepted.class);
        return ((Parsed.Accepted<T>) parsed).value();
    }

    private static byte[] archive(String revision, Map<String, String> files) {
        var bytes = new TreeMap<String, byte[]>();
        files.forEach((name, text) -> bytes.put(name, text.getBytes(UTF_8)));
        bytes.put(".manifest", ("{\"revision\": \"" + revision + "\"}").getBytes(UTF_8));
        return Archive.pack(bytes);
    }

    private static Fetched snapshot(String revision) {
        byte[] bytes = archive(revision, Map.of("a.rego", REGO, "data.json", "{\"lists\": {\"hosts\": [\"a\"]}}"));
        return new Fetched(bytes, '"' + revision + '"', false);
    }

    private static Fetched delta(String revision, String operations) {
        byte[] bytes = archive(revision, Map.of("patch.json", "{\"data\": " + operations + "}"));
        return new Fetched(bytes, '"' + revision + '"', false);
    }

    private static String message(BundleUpdates updates) {
        return Objects.requireNonNullElse(updates.status().message(), "");
    }

    @Test
    void theTagOfTheBundleInForceIsSentAndTheDelayLiesWithinItsBounds() {
        BundleUpdates updates = updates();
        answers.add(snapshot("r-1"));
        answers.add(new Unchanged(false));
        assertThat(updates.poll(this::activate)).isBetween(MIN, MAX);
        assertThat(updates.poll(this::activate)).isBetween(MIN, MAX);
        assertThat(asked).containsExactly("null 0 false", "\"r-1\" 0 true");
        assertThat(updates.status().activeRevision()).isEqualTo("r-1");
        assertThat(updates.status().lastSuccessfulRequest()).isEqualTo(clock.instant());
    }

    @Test
    void theSameBytesFromAServerWithoutTagsChangeNothing() {
        BundleUpdates updates = updates();
        byte[] bytes = snapshot("r-1").archive().read();
        answers.add(new Fetched(bytes, null, false));
        answers.add(new Fetched(bytes.clone(), null, false));
        updates.poll(this::activate);
        assertThat(updates.poll(this::activate)).isBetween(MIN, MAX);
        assertThat(inForce).hasSize(1);
        assertThat(asked).containsExactly("null 0 false", "null 0 false");
    }

    @Test
    void whatDoesNotLoadKeepsTheLastAndTheWholeBundleIsAskedForAgain() {
        BundleUpdates updates = updates();
        answers.add(snapshot("r-1"));
        answers.add(snapshot("r-2"));
        answers.add(snapshot("r-3"));
        updates.poll(this::activate);
        refusal = "its Rego does not load";
        updates.poll(this::activate);
        assertThat(updates.status().activeRevision()).isEqualTo("r-1");
        assertThat(updates.status().json().toString())
                .contains("\"code\":\"bundle_error\"", "its Rego does not load", "a.rego:1:1: wrong");
        refusal = null;
        updates.poll(this::activate);
        assertThat(asked).containsExactly("null 0 false", "\"r-1\" 0 true", "null 0 false");
        assertThat(updates.status().activeRevision()).isEqualTo("r-3");
        assertThat(message(updates)).isEmpty();
        assertThat(updates.failures()).isEqualTo(1);
    }

    @Test
    void failuresArePausedForLongerAndLongerUpToTheLongestDelay() {
        BundleUpdates updates = updates();
        Duration before = Duration.ZERO;
        for (int i = 0; i < 40; i++) {
            answers.add(new Failed(500, "down"));
            Duration pause = updates.poll(this::activate);
            assertThat(pause).isBetween(PollDelays.FIRST_RETRY.dividedBy(2), MAX);
            before = pause;
        }
        assertThat(before).isGreaterThanOrEqualTo(MAX.dividedBy(2));
        assertThat(updates.status().httpCode()).isEqualTo(500);
        assertThat(updates.status().isActive()).isFalse();
    }

    @Test
    void aLongPollFollowsAtOnceUnlessTheServiceDidNotHoldTheRequest() {
        BundleUpdates updates = updates(settings(Duration.ofSeconds(30), null));
        answers.add(new Fetched(snapshot("r-1").archive(), "\"r-1\"", true));
        answers.add(new Unchanged(true));
        answers.add(new Unchanged(true));
        answers.add(new Unchanged(false));
        updates.poll(this::activate);
        held = Duration.ofSeconds(30);
        assertThat(updates.poll(this::activate)).isZero();
        held = Duration.ZERO;
        assertThat(updates.poll(this::activate)).isEqualTo(PollDelays.LEAST_BETWEEN);
        assertThat(updates.poll(this::activate)).isBetween(MIN, MAX);
        assertThat(asked).endsWith("\"r-1\" 30 true", "\"r-1\" 30 true", "\"r-1\" 30 true");
    }

    @Test
    void aDeltaChangesTheDataOfTheBundleInForce() {
        BundleUpdates updates = updates();
        answers.add(snapshot("r-1"));
        answers.add(delta("r-2", """
                [{"op": "upsert", "path": "/lists/ports/web", "value": [443]},
                 {"op": "replace", "path": "lists/hosts", "value": ["b"]}]"""));
        updates.poll(this::activate);
        updates.poll(this::activate);
        OpaBundle now = inForce.getLast();
        assertThat(now.data().toString()).isEqualTo("{\"lists\":{\"hosts\":[\"b\"],\"ports\":{\"web\":[443]}}}");
        assertThat(now.modules()).containsOnlyKeys("a.rego");
        assertThat(updates.status().activeRevision()).isEqualTo("r-2");
        assertThat(updates.status().type()).isEqualTo("delta");
    }

    @Test
    void aDeltaThatDoesNotFitIsRefusedWhole() {
        BundleUpdates updates = updates();
        answers.add(delta("r-0", "[{\"op\": \"upsert\", \"path\": \"lists/x\", \"value\": 1}]"));
        updates.poll(this::activate);
        assertThat(message(updates)).contains("no bundle that it changes");
        answers.add(snapshot("r-1"));
        updates.poll(this::activate);
        answers.add(delta("r-2", """
                [{"op": "upsert", "path": "lists/x", "value": 1}, {"op": "remove", "path": "lists/none"}]"""));
        updates.poll(this::activate);
        assertThat(message(updates)).contains("/lists/none is not there");
        assertThat(inForce).hasSize(1);
        answers.add(delta("r-2", "[{\"op\": \"upsert\", \"path\": \"lists/hosts/x\", \"value\": 1}]"));
        updates.poll(this::activate);
        assertThat(message(updates)).contains("leads through what is no object");
    }

    @Test
    void whereAKeyIsConfiguredAnUnsignedDeltaIsRefused() {
        BundleKey key = accepted(BundleKey.of(null, "HS256", "a secret of the security team, forty bytes long", ""));
        BundleUpdates updates = updates(settings(null, key));
        answers.add(delta("r-2", "[{\"op\": \"upsert\", \"path\": \"lists/x\", \"value\": 1}]"));
        updates.poll(this::activate);
        assertThat(message(updates)).contains("not signed");
    }

    @Test
    void hostileArchivesAreRefused() throws IOException {
        BundleUpdates updates = updates();
        answers.add(new Fetched("no archive".getBytes(UTF_8), null, false));
        answers.add(new Fetched(bomb(), null, false));
        answers.add(new Fetched(new byte[(256 << 10) + 1], null, false));
        answers.add(new Fetched(archive("r", Map.of("../../etc/a.rego", REGO)), null, false));
        List<String> reasons = new ArrayList<>();
        while (!answers.isEmpty()) {
            updates.poll(this::activate);
            reasons.add(message(updates));
        }
        assertThat(reasons.get(0)).contains("not gzip");
        assertThat(reasons.get(1)).contains("when it is unpacked");
        assertThat(reasons.get(2)).contains("larger than 262144 bytes");
        assertThat(reasons.get(3)).contains("a name that leads elsewhere");
        assertThat(inForce).isEmpty();
        assertThat(folder.resolve("remote")).doesNotExist();
    }

    private static byte[] bomb() throws IOException {
        var all = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(all)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 129; i++) {
                zip.write(zeros);
            }
        }
        return all.toByteArray();
    }

    @Test
    void theCopyOnDiskComesIntoForceWithinItsAgeAlone() throws IOException {
        BundleUpdates first = updates();
        answers.add(snapshot("r-1"));
        first.poll(this::activate);
        clock.advance(Duration.ofMinutes(50));
        answers.add(new Unchanged(false));
        first.poll(this::activate);

        clock.advance(Duration.ofMinutes(50));
        BundleUpdates second = updates();
        second.restore(this::activate);
        assertThat(second.status().activeRevision()).isEqualTo("r-1");
        answers.add(new Unchanged(false));
        second.poll(this::activate);
        assertThat(asked).last().isEqualTo("\"r-1\" 0 true");

        clock.advance(Duration.ofMinutes(61));
        BundleUpdates third = updates();
        third.restore(this::activate);
        assertThat(third.status().isActive()).isFalse();
        assertThat(message(third)).contains("older than 3600 s");

        clock.setWall(Instant.parse("2026-11-26T12:00:00Z"));
        BundleUpdates fourth = updates();
        fourth.restore(this::activate);
        assertThat(fourth.status().isActive()).isFalse();
    }

    @Test
    void aChangedCopyOnDiskIsVerifiedAnew() throws IOException {
        BundleKey key = accepted(BundleKey.of(null, "HS256", "a secret of the security team, forty bytes long", ""));
        copy().write(snapshot("r-1").archive().read(), "\"r-1\"", clock.instant());
        BundleUpdates updates = updates(settings(null, key));
        updates.restore(this::activate);
        assertThat(message(updates)).contains("not signed");
        assertThat(inForce).isEmpty();
        Files.writeString(folder.resolve("remote").resolve("team.bundle"), "x");
        updates.restore(this::activate);
        assertThat(message(updates)).contains("not of this form");
    }
}
