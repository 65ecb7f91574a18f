package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Real processes; time moves by hand. */
@SuppressWarnings("NullAway.Init") // each test starts its own server
@Execution(ExecutionMode.CONCURRENT)
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
        assertThat(states.seen())
                .extracting(ServerState::word)
                .containsExactly("starting", "healthy", "stopping", "stopped");
    }

    @Test
    void oneThatEndsAtOnceHasFailedWithItsStatusAndItsLastLines() throws Exception {
        start("early");
        assertThat(states.await(ServerState::isEnded))
                .isEqualTo(new ServerState.Failed(FailureCause.EXITED_EARLY, new ExitStatus(3)));
        end();
        assertThat(server.lastLines()).containsExactly("no such database");
    }

    @Test
    void oneThatHangsIsEndedWhenItsTimeIsOver() throws Exception {
        start("hang");
        ServerState failed =
                states.await(state -> state instanceof ServerState.Failed, () -> advance(Duration.ofMillis(500)));
        assertThat(failed).isEqualTo(new ServerState.Failed(FailureCause.STARTUP_TIMEOUT, null));
        assertThat(end()).isInstanceOf(ServerState.Failed.class);
    }

    @Test
    void oneThatAnswersSomethingElseIsNotHealthy() throws Exception {
        start("unwell");
        ServerState failed =
                states.await(state -> state instanceof ServerState.Failed, () -> advance(Duration.ofMillis(500)));
        assertThat(failed).isEqualTo(new ServerState.Failed(FailureCause.STARTUP_TIMEOUT, null));
    }

    @Test
    void aCrashIsToldAtOnceWithItsStatus() throws Exception {
        start("good");
        awaitHealthy();
        get("/crash");
        assertThat(states.await(ServerState::isEnded))
                .isEqualTo(new ServerState.Failed(FailureCause.CRASHED, new ExitStatus(7)));
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
        assertThat(((ServerState.Failed) failed).why()).isIn(FailureCause.HEALTH_LOST, FailureCause.CRASHED);
    }

    @Test
    void oneThatIgnoresSigtermIsKilledAfterTheGrace() throws Exception {
        start("stubborn");
        awaitHealthy();
        server.stop();
        states.await(state -> state instanceof ServerState.Stopping);
        advance(Duration.ofSeconds(9));
        assertThat(states.seen()).extracting(ServerState::word).containsExactly("starting", "healthy", "stopping");

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

    /** It leads a session of its own: signals to the group do not reach it. */
    @Test
    void whatLeftItsSessionIsGoneBeforeItHasEnded() throws Exception {
        start("straying");
        awaitHealthy();
        ProcessHandle child = ProcessHandle.of(child()).orElseThrow();
        server.stop();
        end();
        assertThat(ProcessIdentity.of(child.pid())).isNull();
        assertThat(server.hasLeftBehind()).isFalse();
    }

    @Test
    void whatLeftTheSessionOfACrashedOneIsEndedToo() throws Exception {
        start("straying");
        awaitHealthy();
        ProcessHandle child = ProcessHandle.of(child()).orElseThrow();
        get("/crash");
        end();
        assertThat(ProcessIdentity.of(child.pid())).isNull();
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
                .contains("environment {COLOUR=[CREDENTIAL], PATH=" + Tools.searchPath()
                        + ", SALLYPORT_RUN=run-7, SALLYPORT_SERVER=")
                .containsPattern("SALLYPORT_SERVER=[0-9a-f-]{36}}\n")
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
    void aProgramThatIsNotThereIsNotStarted() throws Exception {
        var spec = new ApiServerSpec(
                new ApiServerName("ghost"),
                folder.resolve("ghost"),
                List.of(),
                0,
                Map.of(),
                Set.of(),
                TokenDelivery.FLAG);
        var withoutSetsid = new Launcher(List.of(), new SearchPath(Tools.searchPath()), null, List.of(), null);
        assertThat(started(spec, withoutSetsid))
                .isInstanceOfSatisfying(
                        SupervisionResources.Start.NotStarted.class,
                        none -> assertThat(none.why()).isEqualTo(FailureCause.NOT_STARTED));
    }

    private void start(String mode) throws Exception {
        start(mode, Map.of());
    }

    private void start(String mode, Map<String, String> environment) throws Exception {
        start(SampleServer.spec(mode, mode, environment));
    }

    private void start(ApiServerSpec spec) throws Exception {
        server = switch (started(spec, Launcher.of(List.of(), Tools.searchPath()))) {
            case SupervisionResources.Start.Running(ServerProcess running) -> running;
            case SupervisionResources.Start.NotStarted(FailureCause why, String detail) ->
                throw new AssertionError(why + detail);
        };
    }

    private SupervisionResources.Start started(ApiServerSpec spec, Launcher launcher) throws Exception {
        return new SupervisionResources(launcher, probe, loop, ServerTimes.STANDARD)
                .start(
                        ServerLaunch.all(List.of(spec), "run-7", new RunFolder(folder))
                                .getFirst(),
                        states)
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    private void awaitHealthy() throws InterruptedException {
        states.await(state -> state instanceof ServerState.Healthy, loop::creep);
    }

    private ServerState end() throws Exception {
        return server.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private void advance(Duration by) {
        loop.advance(by);
    }

    /** It is said before the server is healthy, but may be read after. */
    private long child() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < end) {
            for (String line : server.lastLines()) {
                if (line.startsWith("child ")) {
                    return Long.parseLong(line.substring("child ".length()));
                }
            }
        }
        throw new AssertionError("said only " + server.lastLines());
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
