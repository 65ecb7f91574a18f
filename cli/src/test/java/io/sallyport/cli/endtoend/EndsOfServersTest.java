package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.Rig.OTHER;
import static io.sallyport.cli.endtoend.Rig.SB;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** API servers end with their sandbox, however it ends, and are not available to any later sandbox. */
class EndsOfServersTest {
    private static final SandboxId JOB = new SandboxId("job");

    /** Announces a long list of tools, and then sends nothing more. */
    private static final String STALLING = """
            #!/usr/bin/env python3
            import http.server, sys, threading
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(200)
                    if self.path == "/healthz":
                        self.end_headers()
                        self.wfile.write(b'{"status":"ok"}')
                    else:
                        self.send_header("Content-Length", "1000")
                        self.end_headers()
                        self.wfile.write(b"[")
                        self.wfile.flush()
                        threading.Event().wait()
            port = int(sys.argv[sys.argv.index("--port") + 1])
            http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
            """;

    @TempDir
    private Path folder = Path.of("");

    private ServerPrograms programs = new ServerPrograms(folder);

    @BeforeEach
    void programs() throws IOException {
        programs = ServerPrograms.in(folder);
    }

    @Test
    void aRevokedLeaseTakesTheServersOfItsSandboxesAlong() throws Exception {
        try (Rig rig = programs.rig()) {
            lease(rig);
            ProcessHandle server = ServerPrograms.put(rig, SB, JOB);
            revoke(rig);
            server.onExit().get(1, TimeUnit.MINUTES);
        }
        assertThat(Files.readString(folder.resolve("state/audit.jsonl"))).contains("stopped, exit status 0");
    }

    @Test
    void whoComesAfterARevocationHasServersOfItsOwn() throws Exception {
        try (Rig rig = programs.rig()) {
            lease(rig);
            ProcessHandle first = ServerPrograms.put(rig, SB, JOB);
            revoke(rig);
            ProcessHandle second = ServerPrograms.put(rig, SB, null);
            assertThat(second.pid()).isNotEqualTo(first.pid());
            assertThat(first.isAlive()).as("the one before has ended first").isFalse();
        }
    }

    @Test
    void aParentThatIsDeletedTakesTheServersOfItsChildrenAlongBeforeItIsAnswered() throws Exception {
        try (Rig rig = programs.rig()) {
            rig.grant(OTHER, "http://words.api.internal/**");
            ServerPrograms.put(rig, SB, OTHER);
            assertThat(rig.admin().delete(OTHER).status()).isEqualTo(204);
            assertThat(ServerPrograms.running()).isEmpty();
        }
    }

    @Test
    void aListOfToolsThatNeverEndsHoldsNobodyUp() throws Exception {
        programs.write("stalling", STALLING);
        try (Rig rig = programs.rig();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<AdminClient.Reply> put =
                    threads.submit(() -> rig.put(SB, ServerPrograms.documents("stalling", null, Map.of())));
            assertThat(put.get(2, TimeUnit.MINUTES).status()).isEqualTo(201);
            Future<AdminClient.Reply> deleted = threads.submit(() -> rig.admin().delete(SB));
            assertThat(deleted.get(2, TimeUnit.MINUTES).status()).isEqualTo(204);
        }
    }

    private static void lease(Rig rig) throws IOException {
        String body = "{\"lease\": {\"net.fetch\": [\"http://words.api.internal/**\"]}}";
        assertThat(ServerPrograms.send(rig, "PUT", "leases/" + JOB, body).status())
                .isEqualTo(201);
    }

    private static void revoke(Rig rig) throws IOException {
        assertThat(ServerPrograms.send(rig, "DELETE", "leases/" + JOB, null).status())
                .isEqualTo(204);
    }
}
