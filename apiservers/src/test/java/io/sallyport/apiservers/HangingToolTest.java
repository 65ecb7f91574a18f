package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What runs programs as another user hangs, as sudo does when its directory server is away: that is the trouble of one
 * run.
 */
@Execution(ExecutionMode.CONCURRENT)
class HangingToolTest {
    @TempDir
    private Path folder = Path.of("");

    private final ScheduledLoop loop = new ScheduledLoop(System::nanoTime);
    private final HttpHealthProbe probe = new HttpHealthProbe();
    private final States states = new States();
    private @Nullable ServerGroup group;

    @BeforeEach
    void shutTheGate() throws IOException {
        RequireTool.require("setsid");
        Files.createFile(gate());
    }

    @AfterEach
    void endAll() throws Exception {
        Files.deleteIfExists(gate());
        if (group != null) {
            get(group.stop());
        }
        loop.close();
        probe.close();
    }

    @Test
    void theLoopWatchesOtherRunsWhileAStartHangs() throws Exception {
        ServerGroup stuck = start(hangingAt("mkdir"));
        awaitHanging();
        var seen = new CompletableFuture<Boolean>();
        loop.execute(() -> seen.complete(stuck.started().toCompletableFuture().isDone()));
        assertThat(get(seen)).as("the start is over").isFalse();
    }

    @Test
    void theLoopWatchesOtherRunsWhileASignalHangs() throws Exception {
        ServerGroup stuck = start(hangingAt("kill"));
        states.await(state -> state instanceof ServerState.Starting);
        var gone = stuck.stop();
        states.await(state -> state instanceof ServerState.Stopping);
        assertThat(ProcessHandle.of(awaitHanging())).as("the one that sends it").isPresent();
        Files.delete(gate());
        get(gone);
        assertThat(states.seen()).last().isInstanceOf(ServerState.Stopped.class);
    }

    /** A server that never answers, as a user whose tool hangs at the gate before it runs {@code program}. */
    private ServerGroup start(ServerUser user) {
        var spec = new ApiServerSpec(
                new ApiServerName("words"),
                Path.of("/bin/sh"),
                List.of("-c", "sleep 100000", "sh"),
                0,
                Map.of(),
                Set.of(),
                TokenDelivery.FLAG);
        Launcher launcher = Launcher.of(List.of(), Tools.searchPath()).as(user);
        var files = new RunFolder(folder.resolve("run"), folder.resolve("home"), user);
        var supervision = new SupervisionResources(launcher, probe, loop, ServerTimes.STANDARD);
        ServerGroup started = ServerGroup.start(List.of(spec), "run-7", files, supervision, states);
        group = started;
        return started;
    }

    private ServerUser hangingAt(String program) throws IOException {
        Path tool = Files.writeString(
                folder.resolve("tool"), """
                #!/bin/sh
                while [ "$1" != -- ]; do shift; done
                shift
                if [ "$1" = PROGRAM ]; then
                  echo $$ > FOLDER/hanging.new; mv FOLDER/hanging.new FOLDER/hanging
                  while [ -e FOLDER/gate ]; do sleep 0.05; done
                fi
                exec "$@"
                """.replace("PROGRAM", program).replace("FOLDER", folder.toString()));
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path env = Objects.requireNonNull(Tools.find("env"));
        return new ServerUser(
                "ghost", ServerUser.Tool.SUDO, List.of(tool.toString()), env, new SearchPath(Tools.searchPath()));
    }

    private Path gate() {
        return folder.resolve("gate");
    }

    /** The process that hangs. */
    private long awaitHanging() throws IOException {
        Path hanging = folder.resolve("hanging");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!Files.exists(hanging)) {
            assertThat(System.nanoTime()).as("nothing hangs").isLessThan(end);
            Thread.onSpinWait();
        }
        return Long.parseLong(Files.readString(hanging).strip());
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
