package io.sallyport.apiservers.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sallyport.apiservers.ApiServerName;
import io.sallyport.apiservers.ApiServerSpec;
import io.sallyport.apiservers.ServerGroup.Outcome;
import io.sallyport.apiservers.TokenDelivery;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.junit.RequireTool;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many servers there may be, and how runs end; each is the example in Python. */
class HostServersTest {
    private static final int MOST = 2;

    @TempDir
    private Path folder = Path.of("");

    private @Nullable HostServers opened;
    private @Nullable JsonLinesLog audit;

    @BeforeEach
    void open() throws Exception {
        RequireTool.require("python3");
        RequireTool.require("setsid");
        audit = JsonLinesLog.open(
                folder.resolve("audit.jsonl"), AuditSettings.DEFAULTS, InstantSource.system(), System::nanoTime);
        var settings = new ServerSettings(
                List.of(folder), Set.of(), Set.of(), List.of(), null, null, Duration.ofMinutes(10), null);
        opened = HostServers.open(
                settings, folder.resolve("runs"), folder, System.getenv(), audit, InstantSource.system(), MOST);
    }

    @AfterEach
    void end() throws Exception {
        host().stopAll();
        host().close();
        Objects.requireNonNull(audit).close();
    }

    private HostServers host() {
        return Objects.requireNonNull(opened);
    }

    @Test
    void thereAreSoManyServersOfAllSandboxesAndNoMore() throws Exception {
        ServerRun first = started("sb-1", "one", "two");
        assertThat(start("sb-2", "one")).isNull();
        get(host().end(first));
        started("sb-2", "one", "two");
        assertThat(start("sb-1", "one")).isNull();
    }

    @Test
    void aRunWhoseServersHaveEndedByThemselvesTakesNoRoom() throws Exception {
        ServerRun failed = Objects.requireNonNull(
                host().start(new SandboxId("sb-1"), null, List.of(spec("one", "no-such-program"), words("two"))));
        assertThat(get(failed.group().started())).isInstanceOf(Outcome.Failed.class);
        get(failed.group().stop());
        started("sb-2", "one", "two");
    }

    @Test
    void aRunThatEndsTwiceIsToldOfOnce() throws Exception {
        ServerRun run = started("sb-1", "one");
        CompletionStage<Void> first = host().end(run);
        get(host().end(run));
        get(first);
        get(host().end(run));
        var meters = new SimpleMeterRegistry();
        host().meters().bindTo(meters);
        assertThat(meters.get("sallyport.api.server.runs")
                        .tag("outcome", "ended")
                        .functionCounter()
                        .count())
                .isOne();
    }

    @Test
    void whatIsStartedAfterTheEndIsEndedAtOnce() throws Exception {
        host().stopAll();
        ServerRun late = Objects.requireNonNull(start("sb-1", "one"));
        assertThat(get(late.group().started())).isInstanceOf(Outcome.Stopped.class);
    }

    private ServerRun started(String sandbox, String... servers) throws Exception {
        ServerRun run = Objects.requireNonNull(start(sandbox, servers));
        assertThat(get(run.group().started())).isInstanceOf(Outcome.Healthy.class);
        return run;
    }

    private @Nullable ServerRun start(String sandbox, String... servers) {
        return host().start(
                        new SandboxId(sandbox),
                        null,
                        List.of(servers).stream().map(HostServersTest::words).toList());
    }

    private static ApiServerSpec words(String name) {
        return spec(name, "../examples/api-servers/words");
    }

    private static ApiServerSpec spec(String name, String program) {
        Path script = Path.of(program).toAbsolutePath().normalize();
        return new ApiServerSpec(
                Objects.requireNonNull(ApiServerName.parse(name)),
                script,
                List.of(),
                0,
                Map.of(),
                Set.of(),
                TokenDelivery.FLAG);
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(1, TimeUnit.MINUTES);
    }
}
