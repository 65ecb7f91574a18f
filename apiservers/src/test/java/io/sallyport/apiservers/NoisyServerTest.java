package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Servers that say more than their log holds, and many times what a pipe does. */
@SuppressWarnings("NullAway.Init") // the server is started before each test
@Execution(ExecutionMode.CONCURRENT)
class NoisyServerTest {
    private static final long MAX_BYTES = 10L << 20;
    private static final String LAST = "flood " + (SampleServer.FLOOD_LINES - 1) + " ";

    @TempDir
    private Path folder = Path.of("");

    private final ScheduledLoop loop = new ScheduledLoop(System::nanoTime);
    private final HttpHealthProbe probe = new HttpHealthProbe();
    private ServerGroup group;
    private ServerProcess server;

    @BeforeEach
    void start() throws Exception {
        RequireTool.require("setsid");
        var supervision =
                new SupervisionResources(Launcher.of(List.of(), Tools.searchPath()), probe, loop, ServerTimes.STANDARD);
        List<ApiServerSpec> specs = List.of(SampleServer.spec("words", "good", Map.of()));
        group = ServerGroup.start(specs, "run-7", files(), supervision, (_, _) -> {});
        assertThat(get(group.started())).isInstanceOf(ServerGroup.Outcome.Healthy.class);
        server = group.servers().getFirst();
    }

    @AfterEach
    void endAll() throws Exception {
        get(group.stop());
        loop.close();
        probe.close();
    }

    @Test
    void theLogAndTheOneBeforeItAreFullAndNoMoreAndHoldTheLatestWithoutTheToken() throws Exception {
        flood();
        get(group.stop());
        Path log = files().log(server.name());
        Path before = log.resolveSibling("words.log.1");
        assertThat(files().logs()).isDirectoryContaining(log::equals);
        assertThat(files().logs().toFile().listFiles()).containsExactlyInAnyOrder(log.toFile(), before.toFile());
        assertThat(Files.size(log)).isBetween(1L, MAX_BYTES);
        assertThat(Files.size(before)).isBetween(MAX_BYTES - (64 << 10), MAX_BYTES);
        assertThat(Files.readString(before)).doesNotContain(server.token()).contains("token [CREDENTIAL]\n");
        assertThat(Files.readString(log)).doesNotContain(server.token()).contains("\n" + LAST);
    }

    /** Its disk is full, or somebody removed the folder: that must not make it stand still. */
    @Test
    void aServerIsReadOnWhenItsLogCannotBeWritten() throws Exception {
        FolderTrees.delete(files().logs());
        flood();
        assertThat(server.state()).isInstanceOf(ServerState.Healthy.class);
        get(group.stop());
        assertThat(server.lastLines()).hasSize(50).last().asString().startsWith(LAST);
        assertThat(server.lastLines()).noneMatch(line -> line.contains(server.token()));
    }

    private RunFolder files() {
        return new RunFolder(folder);
    }

    /** Returns when all of it was taken from the server. */
    private void flood() throws Exception {
        var uri = URI.create("http://127.0.0.1:" + server.address().getPort() + "/flood");
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<Void> answer = client.sendAsync(
                            HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .get(120, TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
