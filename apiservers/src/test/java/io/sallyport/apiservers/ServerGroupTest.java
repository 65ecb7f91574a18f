package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@SuppressWarnings("NullAway.Init") // each test starts its own group
@Execution(ExecutionMode.CONCURRENT)
class ServerGroupTest {
    @TempDir
    private Path folder;

    private final ScheduledLoop loop = new ScheduledLoop(System::nanoTime);
    private final HttpHealthProbe probe = new HttpHealthProbe();
    private ServerGroup group;

    @BeforeEach
    void needsSetsid() {
        RequireTool.require("setsid");
    }

    @AfterEach
    void endAll() throws Exception {
        get(group.stop());
        loop.close();
        probe.close();
    }

    @Test
    void allAreHealthyTogether() throws Exception {
        start(spec("one", "good"), spec("two", "good"));
        assertThat(get(group.started())).isInstanceOf(ServerGroup.Outcome.Healthy.class);
        assertThat(group.servers())
                .hasSize(2)
                .allMatch(server -> server.state() instanceof ServerState.Healthy)
                .extracting(ServerProcess::token)
                .doesNotHaveDuplicates();
    }

    @Test
    void oneThatDoesNotStartEndsTheOthers() throws Exception {
        start(spec("one", "good"), spec("two", "early"));
        var failed = (ServerGroup.Outcome.Failed) get(group.started());
        assertThat(failed.failure().why()).isEqualTo(FailureCause.EXITED_EARLY);
        assertThat(failed.failure().message())
                .isEqualTo("API server two: it ended before it was healthy (exit status 3)");
        assertThat(failed.failure().lastLines()).containsExactly("no such database");
        assertThat(get(server("one").ended())).isInstanceOf(ServerState.Stopped.class);
    }

    @Test
    void aCrashLaterFailsTheRunAndEndsTheOthers() throws Exception {
        start(spec("one", "good"), spec("two", "good"));
        get(group.started());
        assertThat(group.failure()).isNull();
        crash(server("two"));
        ServerFailure failure = get(group.failed());
        assertThat(group.failure()).isEqualTo(failure);
        assertThat(failure.server()).hasToString("two");
        assertThat(failure.why()).isEqualTo(FailureCause.CRASHED);
        assertThat(failure.exit()).isEqualTo(new ExitStatus(7));
        assertThat(failure.lastLines()).containsExactly("out of luck");
        assertThat(get(server("one").ended())).isInstanceOf(ServerState.Stopped.class);
    }

    @Test
    void stoppingBeforeTheyAreHealthyIsNoFailure() throws Exception {
        start(spec("one", "hang"));
        get(group.stop());
        assertThat(get(group.started())).isInstanceOf(ServerGroup.Outcome.Stopped.class);
        assertThat(group.failed().toCompletableFuture()).isNotDone();
    }

    /** Cheap ones that never answer, more than may be starting at a time. */
    @Test
    void moreThanMayBeStartingWaitAndAreNeverStartedWhereTheRunIsStopped() throws Exception {
        ApiServerSpec[] specs = IntStream.rangeClosed(0, StartQueue.MAX_STARTING)
                .mapToObj(one -> new ApiServerSpec(
                        new ApiServerName("sleeper-" + one),
                        Path.of("/bin/sh"),
                        List.of("-c", "sleep 100000", "sh"),
                        0,
                        Map.of(),
                        Set.of(),
                        TokenDelivery.FLAG))
                .toArray(ApiServerSpec[]::new);
        var allThatMay = new CountDownLatch(StartQueue.MAX_STARTING);
        start(
                ServerTimes.STANDARD.withStartup(Duration.ofHours(1)),
                (_, state) -> {
                    if (state instanceof ServerState.Starting) {
                        allThatMay.countDown();
                    }
                },
                specs);
        assertThat(allThatMay.await(120, TimeUnit.SECONDS)).isTrue();
        get(group.stop());
        assertThat(group.servers())
                .hasSize(StartQueue.MAX_STARTING)
                .allMatch(server -> server.state() instanceof ServerState.Stopped);
    }

    @Test
    void noServersAreHealthyAtOnce() throws Exception {
        start();
        assertThat(get(group.started())).isInstanceOf(ServerGroup.Outcome.Healthy.class);
    }

    private void start(ApiServerSpec... specs) {
        start(ServerTimes.STANDARD, (_, _) -> {}, specs);
    }

    private void start(ServerTimes times, ServerListener listener, ApiServerSpec... specs) {
        var supervision = new SupervisionResources(Launcher.of(List.of(), Tools.searchPath()), probe, loop, times);
        group = ServerGroup.start(List.of(specs), "run-7", new RunFolder(folder), supervision, listener);
    }

    private ServerProcess server(String name) {
        return Objects.requireNonNull(group.find(new ApiServerName(name)));
    }

    private static ApiServerSpec spec(String name, String mode) {
        return SampleServer.spec(name, mode, Map.of());
    }

    /** It may end before it has answered. */
    private static void crash(ServerProcess server) throws Exception {
        var uri = URI.create("http://127.0.0.1:" + server.address().getPort() + "/crash");
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .handle((_, _) -> "sent")
                    .get(60, TimeUnit.SECONDS);
        }
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
