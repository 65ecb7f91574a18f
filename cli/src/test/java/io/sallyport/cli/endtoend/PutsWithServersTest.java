package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.Rig.OTHER;
import static io.sallyport.cli.endtoend.Rig.SB;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sandboxes with API servers that are put while others are put and deleted. */
class PutsWithServersTest {
    private static final String LEASE = "{\"lease\": {\"net.fetch\": [\"http://words.api.internal/**\"]}}";

    @TempDir
    private Path folder = Path.of("");

    private ServerPrograms programs = new ServerPrograms(folder);

    @BeforeEach
    void programs() throws IOException {
        programs = ServerPrograms.in(folder);
    }

    /** Has Rego of its own, so that its PUT takes a while. */
    @Test
    void aDeleteOfAnotherSandboxLeavesTheServersOfOneThatIsBeingPut() throws Exception {
        var documents =
                ServerPrograms.documents("words", null, Map.of("own.rego", "package sallyport.sandbox\n\nx := 1\n"));
        try (Rig rig = programs.rig();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<AdminClient.Reply> put = threads.submit(() -> rig.put(SB, documents));
            do {
                rig.grant(OTHER, "http://a.test/**");
                rig.admin().delete(OTHER);
            } while (!put.isDone());
            assertThat(put.get().status()).isEqualTo(201);
            assertThat(put.get().body().path("env").toString()).contains("API_WORDS_TOKEN");
            assertThat(ServerPrograms.running()).hasSize(1);
            assertThat(rig.admin().get(SB).body().path("api_servers").toString())
                    .contains("\"healthy\"");
        }
    }

    /** Neither another PUT of that id nor a lease can come in between and receive what was started for this one. */
    @Test
    void whoeverWantsTheIdMeanwhileWaitsAndGetsNoServersOfAnother() throws Exception {
        Path gate = gate();
        try (Rig rig = programs.rig();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<AdminClient.Reply> first =
                    threads.submit(() -> rig.put(SB, ServerPrograms.documents("slow", null, Map.of())));
            Future<AdminClient.Reply> plain;
            Future<AdminClient.Reply> lease;
            try (OutputStream opened = Files.newOutputStream(gate, StandardOpenOption.WRITE)) { // once it is read
                plain = threads.submit(() -> rig.put(SB, Rig.lease("http://words.api.internal/**")));
                lease = threads.submit(() -> ServerPrograms.send(rig, "PUT", "leases/" + SB, LEASE));
                opened.write('\n');
            }
            assertThat(first.get(1, TimeUnit.MINUTES).status()).isEqualTo(201);
            assertThat(plain.get(1, TimeUnit.MINUTES).status()).isEqualTo(422);
            assertThat(plain.get().body().toString()).contains("SERVERS_RUN");
            assertThat(lease.get(1, TimeUnit.MINUTES).status()).isEqualTo(409);
        }
    }

    @Test
    void aParentThatIsDeletedWhileServersStartLeavesNeitherThemNorTheirSandbox() throws Exception {
        Path gate = gate();
        try (Rig rig = programs.rig();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            rig.grant(OTHER, "http://words.api.internal/**");
            Future<AdminClient.Reply> put =
                    threads.submit(() -> rig.put(SB, ServerPrograms.documents("slow", OTHER, Map.of())));
            try (OutputStream opened = Files.newOutputStream(gate, StandardOpenOption.WRITE)) {
                assertThat(rig.admin().delete(OTHER).status()).isEqualTo(204);
                opened.write('\n');
            }
            assertThat(put.get(1, TimeUnit.MINUTES).status()).isEqualTo(422);
            assertThat(put.get().body().toString()).contains("UNKNOWN_PARENT");
            assertThat(ServerPrograms.running()).isEmpty();
            assertThat(rig.admin().get(SB).status()).isEqualTo(404);
        }
    }

    @Test
    void aDeleteBreaksOffAStartThatHangs() throws Exception {
        Path gate = gate();
        try (Rig rig = programs.rig();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<AdminClient.Reply> put =
                    threads.submit(() -> rig.put(SB, ServerPrograms.documents("slow", null, Map.of())));
            try (OutputStream _ = Files.newOutputStream(gate, StandardOpenOption.WRITE)) {
                assertThat(rig.admin().delete(SB).status()).isEqualTo(404);
                assertThat(put.get(1, TimeUnit.MINUTES).status()).isEqualTo(503);
                assertThat(put.get().body().toString()).contains("the sandbox is being removed");
            }
            ServerPrograms.put(rig, SB, null);
        }
    }

    /** The program {@code slow} starts when a line is written to this fifo. */
    private Path gate() throws Exception {
        RequireTool.require("mkfifo");
        Path gate = folder.resolve("gate");
        assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor())
                .isZero();
        Path words = programs.folder().resolve("words");
        programs.write("slow", "#!/bin/sh\nread line < " + gate + "\nexec " + words + " \"$@\"\n");
        return gate;
    }
}
