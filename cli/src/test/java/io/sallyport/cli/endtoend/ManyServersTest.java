package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.Rig.OTHER;
import static io.sallyport.cli.endtoend.Rig.SB;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** API servers of several sandboxes at once, and servers that misbehave; each is a script or the example in Python. */
class ManyServersTest {
    private static final int SANDBOXES = 20;
    private static final String[] COUNT = {"-d", "{\"text\": \"a b\"}", "http://words.api.internal/count"};

    @TempDir
    private Path folder = Path.of("");

    private ServerPrograms programs = new ServerPrograms(folder);

    @BeforeEach
    void programs() throws IOException {
        RequireTool.require("curl");
        RequireTool.require("mkfifo");
        programs = ServerPrograms.in(folder);
    }

    @Test
    void twentySandboxesAreStartedAtOnceAndNoneSeesAnothersServer() throws Exception {
        try (Rig rig = programs.rig();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<AdminClient.Reply>> puts = new ArrayList<>();
            for (int i = 0; i < SANDBOXES; i++) {
                var id = new SandboxId("many-" + i);
                puts.add(threads.submit(() -> rig.put(id, ServerPrograms.documents("words"))));
            }
            for (Future<AdminClient.Reply> put : puts) {
                AdminClient.Reply reply = put.get(3, TimeUnit.MINUTES);
                assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
            }
            assertThat(ServerPrograms.running()).hasSize(SANDBOXES);
            assertThat(rig.metrics()).contains("sallyport_api_servers{state=\"healthy\"} " + SANDBOXES + ".0\n");
            assertThat(call(rig, Rig.variables(puts.getFirst().get()))).startsWith("200 ");
            rig.admin().delete(new SandboxId("many-0"));
            assertThat(ServerPrograms.running()).hasSize(SANDBOXES - 1);
            assertThat(call(rig, Rig.variables(puts.getLast().get()))).startsWith("200 ");
            List<Callable<Integer>> deletes = new ArrayList<>();
            for (int i = 1; i < SANDBOXES; i++) {
                var id = new SandboxId("many-" + i);
                deletes.add(() -> rig.admin().delete(id).status());
            }
            for (Future<Integer> deleted : threads.invokeAll(deletes)) {
                assertThat(deleted.get()).isEqualTo(204);
            }
            assertThat(ServerPrograms.running()).isEmpty();
            try (Stream<Path> runs = Files.list(rig.state().resolve("api-servers"))) {
                assertThat(runs).hasSize(SANDBOXES).allMatch(run -> !Files.exists(run.resolve("run.json")));
            }
        }
    }

    /** Whether the start was aborted or already over, nothing is left. */
    @Test
    void aSandboxThatIsDeletedWhileItsServersStartLeavesNoneBehind() throws Exception {
        Path gate = fifo("gate");
        programs.writeWords("slow", "read line < " + gate);
        try (Rig rig = programs.rig();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<AdminClient.Reply> put = threads.submit(() -> rig.put(SB, ServerPrograms.documents("slow")));
            Future<Integer> deleted;
            try (OutputStream opened = Files.newOutputStream(gate, StandardOpenOption.WRITE)) { // once it is read
                deleted = threads.submit(() -> rig.admin().delete(SB).status());
                opened.write('\n');
            }
            boolean cameInForce = put.get(1, TimeUnit.MINUTES).status() == 201;
            assertThat(put.get().status()).isIn(201, 503);
            assertThat(deleted.get(1, TimeUnit.MINUTES)).isEqualTo(cameInForce ? 204 : 404);
            assertThat(rig.admin().get(SB).status()).isEqualTo(404);
            assertThat(ServerPrograms.running()).isEmpty();
        }
    }

    @Test
    void twoRunsMayNameTheirServersAlikeAndEachCallsItsOwn() throws Exception {
        programs.writeWords("one", "");
        try (Rig rig = programs.rig()) {
            Map<String, String> first = Rig.variables(rig.put(SB, ServerPrograms.documents("one")));
            Map<String, String> second = Rig.variables(rig.put(OTHER, ServerPrograms.documents("words")));
            assertThat(call(rig, first)).startsWith("200 ");
            rig.admin().delete(OTHER);
            assertThat(call(rig, first)).as("its own is there still").startsWith("200 ");
            assertThat(call(rig, second)).as("an identity that is gone").doesNotStartWith("200 ");
            assertThat(logs(rig, SB)).contains("POST /count 200");
            assertThat(logs(rig, OTHER)).doesNotContain("POST");
        }
    }

    @Test
    void aPortThatIsTakenRefusesTheSandboxAndStartsNothing() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Rig rig = programs.rig()) {
            AdminClient.Reply reply = rig.put(SB, taking(taken.getLocalPort()));
            assertThat(reply.status()).isEqualTo(422);
            assertThat(reply.body().toString()).contains("API server words: another program listens at its port");
            assertThat(ServerPrograms.running()).isEmpty();
        }
    }

    @Test
    void whatAServerSaysWithoutEndIsBoundedAndStopsNothing() throws Exception {
        programs.writeWords(
                "noisy", "( yes 'a line that is not short, so that it soon is much' | head -c 40000000 >&2 )");
        try (Rig rig = programs.rig()) {
            Map<String, String> env = Rig.variables(rig.put(SB, ServerPrograms.documents("noisy")));
            assertThat(call(rig, env)).startsWith("200 ");
            rig.admin().delete(SB);
            try (Stream<Path> files = Files.walk(rig.state().resolve("api-servers"))) {
                assertThat(files.filter(Files::isRegularFile)
                                .mapToLong(file -> file.toFile().length())
                                .sum())
                        .isLessThanOrEqualTo(2 * (10L << 20));
            }
        }
    }

    /** A delete asks the server to end; it finishes the requests that it received before. */
    @Test
    void aRequestThatIsUnderWayAtTheEndIsFinished() throws Exception {
        Path gate = fifo("gate");
        Path under = folder.resolve("under-way");
        programs.write("patient", PATIENT.replace("UNDER", under.toString()).replace("GATE", gate.toString()));
        try (Rig rig = programs.rig();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, String> env = Rig.variables(rig.put(SB, ServerPrograms.documents("patient")));
            try (Client calling = Client.start(folder, env, calling())) {
                awaitFile(under);
                Future<Integer> deleted =
                        threads.submit(() -> rig.admin().delete(SB).status());
                awaitLine(rig, "asked to end");
                Files.writeString(gate, "go\n");
                assertThat(deleted.get(1, TimeUnit.MINUTES)).isEqualTo(204);
                assertThat(logs(rig, SB)).contains("finished");
                calling.await(Duration.ofMinutes(1));
            }
            assertThat(Files.readString(rig.state().resolve("audit.jsonl"))).contains("stopped, exit status 0");
        }
    }

    /** Ends on SIGTERM when its single call is answered, which waits for a line of input. */
    private static final String PATIENT = """
            #!/usr/bin/env python3
            import http.server, signal, sys, threading
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    body = b'{"status":"ok"}' if self.path == "/healthz" else b"[]"
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                def do_POST(self):
                    open("UNDER", "w").close()
                    open("GATE").read()
                    print("finished", file=sys.stderr, flush=True)
                    self.send_response(204)
                    self.end_headers()
            port = int(sys.argv[sys.argv.index("--port") + 1])
            server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
            server.daemon_threads = False
            def end(*_):
                print("asked to end", file=sys.stderr, flush=True)
                threading.Thread(target=server.shutdown).start()
            signal.signal(signal.SIGTERM, end)
            server.serve_forever()
            server.server_close()
            """;

    private Path fifo(String name) throws Exception {
        Path file = folder.resolve(name);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        return file;
    }

    private static String call(Rig rig, Map<String, String> env) {
        return rig.answer(env, COUNT);
    }

    private static List<String> calling() {
        var command = new ArrayList<>(List.of("curl", "-s", "--noproxy", ""));
        command.addAll(List.of(COUNT));
        return command;
    }

    private static SandboxDocuments taking(int port) {
        return ServerPrograms.documents(
                ServerPrograms.harness("words", port), null, Map.of(), "http://words.api.internal/**");
    }

    private static String logs(Rig rig, SandboxId id) throws IOException {
        try (Stream<Path> files = Files.walk(rig.state().resolve("api-servers"))) {
            return Files.readString(files.filter(file -> file.endsWith("words.log"))
                    .filter(file -> file.toString().contains("/" + id + "."))
                    .findFirst()
                    .orElseThrow());
        }
    }

    private static void awaitLine(Rig rig, String line) throws Exception {
        await(() -> logs(rig, SB).contains(line), line);
    }

    private static void awaitFile(Path file) throws Exception {
        await(() -> Files.exists(file), file.toString());
    }

    private static void await(Callable<Boolean> there, String what) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!there.call()) {
            assertThat(System.nanoTime()).as("still waiting for %s", what).isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
