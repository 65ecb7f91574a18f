package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes; time moves by hand. */
@SuppressWarnings("NullAway.Init") // each test starts its own server
class ServerProcessTest {
    @TempDir
    private Path folder;

    private final ManualLoop loop = new ManualLoop();
    private final HttpHealthProbe probe = new HttpHealthProbe();
    private final States states = new States();
    private ServerProcess server;

    @BeforeEach
    void needsSetsid() {
        RequireTool.require("setsid");
    }

    @AfterEach
    void endAll() throws Exception {
        if (server != null && !server.state().isEnded()) {
            server.stop();
            states.await(ServerState::isEnded, () -> advance(Duration.ofSeconds(10)));
        }
        loop.close();
        probe.close();
    }

    @Test
    void startsAnswersAndEndsWhenAsked() throws Exception {
        start("good");
        awaitHealthy();
        server.stop();
        assertThat(end()).isEqualTo(new ServerState.Stopped(new ExitStatus(143), false));
        assertThat(states.seen()).extracting(ServerState::word).containsExactly("healthy", "stopping", "stopped");
    }

    @Test
    void oneThatEndsAtOnceHasFailedWithItsStatusAndItsLastLines() throws Exception {
        start("early");
        assertThat(states.await(ServerState::isEnded))
                .isEqualTo(new ServerState.Failed(Failure.EXITED_EARLY, new ExitStatus(3)));
        end();
        assertThat(server.lastLines()).containsExactly("no such database");
    }

    @Test
    void oneThatHangsIsEndedWhenItsTimeIsOver() throws Exception {
        start("hang");
        ServerState failed =
                states.await(state -> state instanceof ServerState.Failed, () -> advance(Duration.ofMillis(500)));
        assertThat(failed).isEqualTo(new ServerState.Failed(Failure.STARTUP_TIMEOUT, null));
        assertThat(end()).isInstanceOf(ServerState.Failed.class);
    }

    @Test
    void oneThatAnswersSomethingElseIsNotHealthy() throws Exception {
        start("unwell");
        ServerState failed =
                states.await(state -> state instanceof ServerState.Failed, () -> advance(Duration.ofMillis(500)));
        assertThat(failed).isEqualTo(new ServerState.Failed(Failure.STARTUP_TIMEOUT, null));
    }

    @Test
    void aCrashIsToldAtOnceWithItsStatus() throws Exception {
        start("good");
        awaitHealthy();
        get("/crash");
        assertThat(states.await(ServerState::isEnded))
                .isEqualTo(new ServerState.Failed(Failure.CRASHED, new ExitStatus(7)));
        end();
        assertThat(server.lastLines()).containsExactly("out of luck");
    }

    @Test
    void oneThatNoLongerAnswersIsEnded() throws Exception {
        start("good");
        awaitHealthy();
        get("/deaf");
        ServerState failed =
                states.await(state -> state instanceof ServerState.Failed, () -> advance(Duration.ofSeconds(5)));
        assertThat(((ServerState.Failed) failed).why()).isIn(Failure.HEALTH_LOST, Failure.CRASHED);
    }

    @Test
    void oneThatIgnoresSigtermIsKilledAfterTheGrace() throws Exception {
        start("stubborn");
        awaitHealthy();
        server.stop();
        states.await(state -> state instanceof ServerState.Stopping);
        advance(Duration.ofSeconds(9));
        assertThat(states.seen()).extracting(ServerState::word).containsExactly("healthy", "stopping");

        advance(Duration.ofSeconds(1));
        assertThat(end()).isEqualTo(new ServerState.Stopped(new ExitStatus(137), true));
    }

    @Test
    void whatItStartedEndsWithIt() throws Exception {
        start("forking");
        awaitHealthy();
        ProcessHandle child = ProcessHandle.of(child()).orElseThrow();
        server.stop();
        end();
        child.onExit().get(20, TimeUnit.SECONDS);
    }

    @Test
    void whatACrashedOneLeftBehindIsKilled() throws Exception {
        start("forking");
        awaitHealthy();
        ProcessHandle child = ProcessHandle.of(child()).orElseThrow();
        get("/crash");
        end();
        child.onExit().get(20, TimeUnit.SECONDS);
    }

    @Test
    void neitherTokenNorCredentialsStandInItsLog() throws Exception {
        start("noisy", Map.of("BUILD_KEY", "s3cret/with space"));
        awaitHealthy();
        server.stop();
        end();
        String log = Files.readString(new RunFolder(folder).log(server.name()));
        assertThat(log)
                .contains("token [CREDENTIAL]\n", "split [CREDENTIAL]\n", "key [CREDENTIAL]\n", "line 499 ")
                .doesNotContain(server.token(), "s3cret");
        assertThat(server.lastLines()).hasSize(50).last().asString().startsWith("line 499 ");
    }

    @Test
    void itsEnvironmentIsPathItsRunAndItsOwnAndItsFolderIsItsOwn() throws Exception {
        start("nosy", Map.of("COLOUR", "dark green"));
        awaitHealthy();
        server.stop();
        end();
        assertThat(Files.readString(new RunFolder(folder).log(server.name())))
                .contains("environment {COLOUR=[CREDENTIAL], PATH=" + Tools.searchPath() + ", SALLYPORT_RUN=run-7}\n")
                .contains("folder " + folder.toRealPath().resolve("work/nosy") + "\n");
    }

    @Test
    void aTokenFileIsForItsOwnerAloneAndGoesWithTheServer() throws Exception {
        ApiServerSpec flag = SampleServer.spec("secretive", "secretive", Map.of());
        start(new ApiServerSpec(
                flag.name(), flag.script(), flag.arguments(), 0, Map.of(), Set.of(), TokenDelivery.FILE));
        awaitHealthy();
        Path file = folder.resolve("tokens/secretive");
        assertThat(Files.readString(file)).isEqualTo(server.token());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        server.stop();
        end();
        assertThat(file).doesNotExist();
        assertThat(server.lastLines()).contains("read 36");
    }

    @Test
    void aPortThatIsTakenIsAFailedStart() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ApiServerSpec free = SampleServer.spec("good", "good", Map.of());
            start(new ApiServerSpec(
                    free.name(),
                    free.script(),
                    free.arguments(),
                    taken.getLocalPort(),
                    Map.of(),
                    Set.of(),
                    TokenDelivery.FLAG));
            assertThat(states.await(ServerState::isEnded))
                    .isEqualTo(new ServerState.Failed(Failure.EXITED_EARLY, new ExitStatus(1)));
        }
    }

    @Test
    void aProgramThatIsNotThereIsNotStarted() {
        var spec = ApiServerSpec.of(new ApiServerName("ghost"), folder.resolve("ghost"));
        var withoutSetsid =
                new Supervision(new Launcher(List.of(), Tools.searchPath(), null), probe, loop, ServerTimes.STANDARD);
        assertThat(withoutSetsid.start(spec, "run-7", new RunFolder(folder), states))
                .isInstanceOf(Supervision.Start.NotStarted.class);
    }

    private void start(String mode) {
        start(mode, Map.of());
    }

    private void start(String mode, Map<String, String> environment) {
        start(SampleServer.spec(mode, mode, environment));
    }

    private void start(ApiServerSpec spec) {
        var supervision =
                new Supervision(Launcher.of(List.of(), Tools.searchPath()), probe, loop, ServerTimes.STANDARD);
        server = switch (supervision.start(spec, "run-7", new RunFolder(folder), states)) {
            case Supervision.Start.Running(ServerProcess running) -> running;
            case Supervision.Start.NotStarted(String why) -> throw new AssertionError(why);
        };
    }

    private void awaitHealthy() throws InterruptedException {
        states.await(state -> state instanceof ServerState.Healthy, () -> advance(Duration.ofMillis(20)));
    }

    private ServerState end() throws Exception {
        return server.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private void advance(Duration by) {
        loop.advance(by);
    }

    private long child() {
        return server.lastLines().stream()
                .filter(line -> line.startsWith("child "))
                .map(line -> Long.parseLong(line.substring("child ".length())))
                .findFirst()
                .orElseThrow();
    }

    /** An answer is not always to be had of a server that is told to go away. */
    private void get(String path) throws InterruptedException {
        var uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            assertThat(path).as("%s", e).isEqualTo("/crash");
        }
    }
}
