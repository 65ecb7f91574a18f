package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that run as another user: a real one, so only root can run these. Time moves by hand. */
@SuppressWarnings("NullAway.Init") // each test starts its own server
@Execution(ExecutionMode.CONCURRENT)
class ServerAsUserTest {
    /** Says who it is and what it can read, then waits with a child, deaf to SIGTERM. */
    private static final String NOSY = """
            #!/bin/sh
            trap '' TERM
            echo "user $(id -un) groups $(id -G) run $SALLYPORT_RUN key $BUILD_KEY" >&2
            cat "$DIARY" >&2
            echo "folder $(pwd)" >&2
            while [ $# -gt 0 ]; do
              if [ "$1" = --token-file ]; then echo "token $(wc -c < "$2")" >&2; fi
              shift
            done
            touch mine
            sleep 1000 &
            echo "child $!" >&2
            wait
            """;

    private static final String HEALTHY = """
            #!/usr/bin/env python3
            import http.server, sys
            class Ok(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(b'{"status":"ok"}')
            port = int(sys.argv[sys.argv.index("--port") + 1])
            http.server.HTTPServer(("127.0.0.1", port), Ok).serve_forever()
            """;

    @TempDir
    private Path folder = Path.of("");

    private final ManualLoop loop = new ManualLoop();
    private final HttpHealthProbe probe = new HttpHealthProbe();
    private final States states = new States();
    private ServerProcess server;

    @BeforeEach
    void opensTheFolder() throws Exception {
        RequireTool.require("setsid");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    @AfterEach
    void close() {
        loop.close();
        probe.close();
    }

    @ParameterizedTest
    @EnumSource
    void itIsThatUserWithItsOwnFolderAndReadsNothingOfOurs(ServerUser.Tool tool) throws Exception {
        start(ServerUserTest.nobody(tool), NOSY);
        awaitLine("child ");
        assertThat(server.lastLines())
                .contains("user nobody groups 65534 run run-7 key [CREDENTIAL]")
                .contains("folder " + folder.resolve("home/work/nosy"))
                .contains("token 36")
                .anyMatch(line -> line.contains("secret: Permission denied"))
                .noneMatch(line -> line.contains("swordfish"));
        assertThat(Files.getOwner(folder.resolve("home/work/nosy/mine"))).hasToString("nobody");
        Path log = folder.resolve("run/logs/nosy.log");
        assertThat(Files.getOwner(log)).hasToString(System.getProperty("user.name"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
                .isEqualTo("rw-------");
        end();
        assertThat(folder.resolve("home/tokens/nosy")).doesNotExist();
        new RunFolder(folder.resolve("run"), folder.resolve("home"), ServerUserTest.nobody(tool)).deleteHome();
        assertThat(folder.resolve("home")).doesNotExist();
        assertThat(log).exists();
    }

    /** The gateway may not look into what that user's processes hold, also where it is root and may not trace. */
    @ParameterizedTest
    @EnumSource
    void theSocketOfAProcessOfThatUserIsSeenToBeIts(ServerUser.Tool tool) throws Exception {
        RequireTool.require("python3");
        start(ServerUserTest.nobody(tool), HEALTHY);
        states.await(state -> state instanceof ServerState.Healthy, loop::creep);
        server.stop();
        server.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource
    void theSocketOfAnotherProcessOfThatUserIsNot(ServerUser.Tool tool) throws Exception {
        RequireTool.require("python3");
        ServerUser nobody = ServerUserTest.nobody(tool);
        start(nobody, HEALTHY);
        states.await(state -> state instanceof ServerState.Healthy, loop::creep);
        var stranger = new ProcessBuilder("setsid", "sleep", "100000").start();
        assertThat(new ProcessGroup(stranger, true, nobody).listensAloneAt(server.address()))
                .isFalse();
        stranger.destroyForcibly();
        server.stop();
        server.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** Deaf to SIGTERM, it and its child have to be killed. */
    @ParameterizedTest
    @EnumSource
    void signalsReachAllOfItsGroup(ServerUser.Tool tool) throws Exception {
        start(ServerUserTest.nobody(tool), NOSY);
        awaitLine("child ");
        long pid = server.lastLines().stream()
                .filter(line -> line.startsWith("child "))
                .mapToLong(line -> Long.parseLong(line.substring(6)))
                .findFirst()
                .orElseThrow();
        ProcessHandle child = ProcessHandle.of(pid).orElseThrow();
        assertThat(end()).isEqualTo(new ServerState.Stopped(new ExitStatus(137), true));
        child.onExit().get(20, TimeUnit.SECONDS);
    }

    private void start(ServerUser user, String script) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "swordfish");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Path program = Files.writeString(folder.resolve("nosy"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        var spec = new ApiServerSpec(
                new ApiServerName("nosy"),
                program,
                List.of(),
                0,
                Map.of("DIARY", secret.toString(), "BUILD_KEY", "t0ps3cret"),
                Set.of("t0ps3cret"),
                TokenDelivery.FILE);
        Launcher launcher = Launcher.of(List.of(), Tools.searchPath()).as(user);
        var supervision = new SupervisionResources(launcher, probe, loop, ServerTimes.STANDARD);
        var files = new RunFolder(folder.resolve("run"), folder.resolve("home"), user);
        ServerLaunch launch = ServerLaunch.all(List.of(spec), "run-7", files).getFirst();
        server = switch (supervision.start(launch, states).toCompletableFuture().get(60, TimeUnit.SECONDS)) {
            case SupervisionResources.Start.Running(ServerProcess running) -> running;
            case SupervisionResources.Start.NotStarted(FailureCause why, String detail) ->
                throw new AssertionError(why + detail);
        };
    }

    private void awaitLine(String beginning) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (server.lastLines().stream().noneMatch(line -> line.startsWith(beginning))) {
            assertThat(System.nanoTime()).as("%s", server.lastLines()).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private ServerState end() throws Exception {
        server.stop();
        states.await(state -> state instanceof ServerState.Stopping);
        loop.advance(Duration.ofSeconds(10));
        return server.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
