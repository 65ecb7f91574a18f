package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.junit.RequireTool;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sandbox is told of the tools of its servers. */
class ToolsOfServersTest {
    /** Explains how to call it, with its token, once unchanged and once with other JSON escapes. */
    private static final String TALKATIVE = """
            #!/usr/bin/env python3
            import http.server, json, sys
            TOKEN = sys.argv[sys.argv.index("--token") + 1]
            SPELLED = "".join("\\\\u%04x" % ord(c) for c in TOKEN)
            TOOL = '{"name": "%s", "description": "curl -H \\'Bearer %s\\'", "endpoint": "/%s", "method": "GET", "input_schema": {"type": "object"}}'
            TOOLS = "[" + ", ".join([TOOL % ("plain", TOKEN, "a"), TOOL % ("spelled", SPELLED, "b"), TOOL % ("path", "x", TOKEN)]) + "]"
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(b'{"status":"ok"}' if self.path == "/healthz" else TOOLS.encode())
            port = int(sys.argv[sys.argv.index("--port") + 1])
            http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
            """;

    private static final String TOKEN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void tools() {
        RequireTool.require("curl");
    }

    @Test
    void aServersTokenIsNotInWhatItSaysOfItsTools() throws Exception {
        ServerPrograms programs = ServerPrograms.in(folder);
        programs.write("talkative", TALKATIVE);
        try (Rig rig = programs.rig()) {
            AdminClient.Reply reply = rig.put(Rig.SB, ServerPrograms.documents("talkative", null, Map.of()));
            assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
            String told = rig.run(
                            Rig.variables(reply), "curl", "-s", "--noproxy", "", "http://sallyport.internal/tools.json")
                    .out();
            assertThat(told).contains("\"plain\"", "\"spelled\"", "\"path\"", "Bearer " + "*".repeat(36));
            assertThat(told).doesNotContainPattern(TOKEN);
        }
    }
}
