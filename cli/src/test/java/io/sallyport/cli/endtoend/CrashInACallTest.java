package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.Rig.SB;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.junit.RequireTool;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** API servers that end while they are called. */
class CrashInACallTest {
    /** Exits on a POST, and aborts the answer to another path. */
    private static final String FATAL = """
            #!/usr/bin/env python3
            import http.server, os, signal, sys
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(b'{"status":"ok"}' if self.path == "/healthz" else b"[]")
                def do_POST(self):
                    if self.path == "/die":
                        os.kill(os.getpid(), signal.SIGKILL)
            port = int(sys.argv[sys.argv.index("--port") + 1])
            http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
            """;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aCallThatItsServerDiesOfIsToldSoAndOneThatIsBrokenOffIsNot() throws Exception {
        RequireTool.require("curl");
        ServerPrograms programs = ServerPrograms.in(folder);
        programs.write("fatal", FATAL);
        try (Rig rig = programs.rig()) {
            AdminClient.Reply put = rig.put(SB, ServerPrograms.documents("fatal", null, Map.of()));
            assertThat(put.status()).as(put.body().toString()).isEqualTo(201);
            assertThat(post(rig, put, "broken")).contains("\"reason\":\"upstream_closed\"");
            assertThat(state(rig)).isEqualTo("healthy");
            assertThat(post(rig, put, "die")).contains("\"reason\":\"api_server_down\"", "API server words");
            assertThat(state(rig)).isEqualTo("failed");
        }
    }

    private static String post(Rig rig, AdminClient.Reply put, String path) {
        String url = "http://words.api.internal/" + path;
        return rig.run(Rig.variables(put), "curl", "-s", "--noproxy", "", "-d", "x", url)
                .out();
    }

    private static String state(Rig rig) throws Exception {
        JsonNode last = rig.requests().getLast();
        return last.path("server_state").asString("");
    }
}
