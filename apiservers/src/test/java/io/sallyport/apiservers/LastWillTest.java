package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A gateway that is killed asks nobody to end: the kernel does it for it. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class LastWillTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void serversOfAKilledGatewayAreToldToEnd() throws Exception {
        RequireTool.require("setsid");
        RequireTool.require("setpriv");
        Process gateway = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Gateway.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            endWithIt(gateway);
        } finally {
            gateway.destroyForcibly();
        }
    }

    private static void endWithIt(Process gateway) throws Exception {
        assertThat(gateway.inputReader()
                        .lines()
                        .filter(line -> line.endsWith("healthy")) // what is logged may stand before it
                        .findFirst())
                .contains("healthy");
        List<ProcessHandle> servers = gateway.descendants().toList();
        assertThat(servers).hasSize(2);
        gateway.destroyForcibly().waitFor();
        List<CompletableFuture<ProcessHandle>> ends = new ArrayList<>();
        servers.forEach(server -> ends.add(server.onExit()));
        for (CompletableFuture<ProcessHandle> end : ends) {
            end.get(60, TimeUnit.SECONDS);
        }
    }

    /** Whatever thread asks, and whatever becomes of a task: the thread that starts processes is to outlive them. */
    @Test
    void processesAreStartedByOneThreadThatStays() throws Exception {
        try (var loop = new ScheduledLoop(System::nanoTime)) {
            List<Thread> starters = new ArrayList<>();
            for (int task = 0; task < 3; task++) {
                CompletableFuture<Thread> ran = CompletableFuture.supplyAsync(Thread::currentThread, loop.starter());
                starters.add(ran.get(60, TimeUnit.SECONDS));
            }
            assertThat(starters).containsOnly(starters.getFirst());
            assertThat(starters.getFirst().isVirtual()).isFalse();
            assertThat(starters.getFirst().isAlive()).isTrue();
        }
    }

    /** Starts two servers, says so, and stays until it is killed. */
    static final class Gateway {
        private Gateway() {}

        public static void main(String... arguments) throws Exception {
            var supervision = new SupervisionResources(
                    Launcher.of(List.of(), Tools.searchPath()).endingWithStarter(),
                    new HttpHealthProbe(),
                    new ScheduledLoop(System::nanoTime),
                    ServerTimes.STANDARD);
            List<ApiServerSpec> specs =
                    List.of(SampleServer.spec("one", "good", Map.of()), SampleServer.spec("two", "good", Map.of()));
            var files = new RunFolder(Files.createDirectories(Path.of(arguments[0])));
            ServerGroup group = ServerGroup.start(specs, "run-7", files, supervision, (_, _) -> {});
            boolean healthy = group.started().toCompletableFuture().get() instanceof ServerGroup.Outcome.Healthy;
            System.out.println(healthy ? "healthy" : "not healthy");
            new CompletableFuture<String>().join();
        }
    }
}
