package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whoever answers at a server's port in its place would get its token and its callers' bodies. */
@Execution(ExecutionMode.CONCURRENT)
class ServerPortTest {
    @TempDir
    private Path folder = Path.of("");

    private final ManualLoop loop = new ManualLoop();
    private final HttpHealthProbe probe = new HttpHealthProbe();
    private final States states = new States();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<ServerGroup> groups = new ArrayList<>();
    private @Nullable HttpServer decoy;

    @BeforeEach
    void needsProc() {
        RequireTool.require("setsid");
        RequireTool.requireFile("/proc/net/tcp");
    }

    @AfterEach
    void endAll() throws Exception {
        for (ServerGroup group : groups) {
            get(group.stop());
        }
        if (decoy != null) {
            decoy.stop(0);
        }
        loop.close();
        probe.close();
    }

    @Test
    void aServerIsNotStartedWhereAnotherProgramIsHealthyAlready() throws Exception {
        int port = freePort();
        answerAt(port);
        ServerFailure failure = failed(start("good", port, List.of()));
        assertThat(failure.why()).isEqualTo(FailureCause.PORT_TAKEN);
        assertThat(failure.message()).isEqualTo("API server words: another program listens at its port: " + port);
        assertThat(states.seen()).as("no process").isEmpty();
    }

    /** It comes between the look at the port and the server's own attempt. */
    @Test
    void anotherProgramThatAnswersInItsPlaceIsNotTakenForIt() throws Exception {
        int port = freePort();
        ServerGroup group = start("hang", port, List.of());
        states.await(state -> state instanceof ServerState.Starting);
        answerAt(port);
        states.await(state -> state instanceof ServerState.Failed, () -> loop.advance(pause()));
        assertThat(failed(group).why()).isEqualTo(FailureCause.PORT_TAKEN);
        assertThat(states.seen()).noneMatch(state -> state instanceof ServerState.Healthy);
    }

    @Test
    void ofTwoRunsWithOneNameAndPortTheSecondIsNotServedByTheFirst() throws Exception {
        int port = freePort();
        ServerGroup first = start("good", port, List.of());
        states.await(state -> state instanceof ServerState.Healthy, loop::creep);
        ServerGroup second = start("good", port, List.of());
        assertThat(failed(second).why()).isEqualTo(FailureCause.PORT_TAKEN);
        assertThat(second.servers()).isEmpty();
        assertThat(first.servers()).singleElement().matches(one -> one.state() instanceof ServerState.Healthy);
    }

    /** As behind a wrapper that stays, or with workers: the process that was started does not listen itself. */
    @Test
    void aSocketOfAProcessThatItStartedIsItsOwn() throws Exception {
        ServerGroup group = start("good", freePort(), List.of("/bin/sh", "-c", "\"$@\" & wait", "sh"));
        states.await(state -> state instanceof ServerState.Healthy, loop::creep);
        assertThat(get(group.started())).isInstanceOf(ServerGroup.Outcome.Healthy.class);
    }

    private ServerGroup start(String mode, int port, List<String> wrapper) {
        ApiServerSpec chosen = SampleServer.spec("words", mode, Map.of());
        var spec = new ApiServerSpec(
                chosen.name(), chosen.script(), chosen.arguments(), port, Map.of(), Set.of(), TokenDelivery.FLAG);
        var supervision =
                new SupervisionResources(Launcher.of(wrapper, Tools.searchPath()), probe, loop, ServerTimes.STANDARD);
        var files = new RunFolder(folder.resolve("run-" + groups.size()));
        groups.add(ServerGroup.start(List.of(spec), "run-7", files, supervision, states));
        return groups.getLast();
    }

    private static ServerFailure failed(ServerGroup group) throws Exception {
        return ((ServerGroup.Outcome.Failed) get(group.started())).failure();
    }

    /**
     * Little until it has asked again, so until it had an answer: else a slow machine has used up the time to start.
     */
    private Duration pause() {
        return Duration.ofMillis(asked.get() < 2 ? 10 : 500);
    }

    private void answerAt(int port) throws IOException {
        decoy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        decoy.createContext("/", exchange -> {
            asked.incrementAndGet();
            byte[] ok = "{\"status\":\"ok\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, ok.length);
            exchange.getResponseBody().write(ok);
            exchange.close();
        });
        decoy.start();
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
