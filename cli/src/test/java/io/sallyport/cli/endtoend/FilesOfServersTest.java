package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.Rig.OTHER;
import static io.sallyport.cli.endtoend.Rig.SB;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that gets a file of its sandbox and puts another one there, while it answers a call. */
class FilesOfServersTest {
    private static final String URL = "http://words.api.internal/";

    /**
     * Fetches the file named by the path of the call to its working directory, and returns it in capitals as out/NAME.
     */
    private static final String COURIER = """
            #!/usr/bin/env python3
            import http.server, json, os, subprocess, sys, urllib.parse
            flags = dict(zip(sys.argv[1::2], sys.argv[2::2]))
            words = json.loads(os.environ.get("SALLYPORT_FILES", "[]"))
            class Courier(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    if self.path == "/healthz":
                        return self.answer('{"status":"ok"}')
                    if not words:
                        return self.answer("no files")
                    name = urllib.parse.unquote(self.path[1:])
                    got = subprocess.run(words + ["get", name, "got"], capture_output=True, text=True)
                    if got.returncode:
                        return self.answer("%d %s %s" % (got.returncode, got.stdout, got.stderr))
                    with open("got") as file, open("mine", "w") as mine:
                        mine.write(file.read().upper())
                    put = subprocess.run(words + ["put", "mine", "out/" + name], capture_output=True, text=True)
                    self.answer("%d %s %s" % (put.returncode, put.stdout, put.stderr))
                def answer(self, text):
                    body = text.encode()
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
            http.server.ThreadingHTTPServer.allow_reuse_address = True
            http.server.ThreadingHTTPServer((flags["--bind-address"], int(flags["--port"])), Courier).serve_forever()
            """;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void program() throws Exception {
        RequireTool.require("curl");
        ServerPrograms.in(folder).write("courier", COURIER);
    }

    @Test
    void byAFolderThatIsMadeAfterItsServerWasStarted() throws Exception {
        try (Rig rig = rig("files: {directory: boxes}")) {
            Map<String, String> env = put(rig, SB);
            assertThat(rig.answer(env, URL + "q.txt")).startsWith("200 3 ").contains("sandbox sb-1 has no folder in");
            box("sb-1", "q.txt", "how many?");
            assertThat(rig.answer(env, URL + "q.txt")).isEqualTo("200 0  ");
            assertThat(folder.resolve("boxes/sb-1/out/q.txt")).hasContent("HOW MANY?");
            box("sb-1", "\u00e4.txt", "x");
            assertThat(rig.answer(env, URL + "%C3%A4.txt")).isEqualTo("200 0  ");
            assertThat(folder.resolve("boxes/sb-1/out/\u00e4.txt")).hasContent("X");
        }
    }

    @Test
    void ofItsOwnSandboxAndOfNothingElse() throws Exception {
        box("sb-1", "q.txt", "one");
        box("sb-2", "q.txt", "two");
        Files.createSymbolicLink(folder.resolve("boxes/sb-1/link"), folder.resolve("boxes/sb-2"));
        try (Rig rig = rig("files: {directory: boxes}")) {
            Map<String, String> env = put(rig, SB);
            Map<String, String> other = put(rig, OTHER);
            assertThat(rig.answer(env, URL + "%2E%2E%2Fsb-2%2Fq.txt")).doesNotStartWith("200 0 ");
            assertThat(rig.answer(env, URL + "link/q.txt")).startsWith("200 1 ").contains("link: is a link");
            assertThat(rig.answer(env, URL + "--sandbox=sb-2")).startsWith("200 2 ");
            assertThat(rig.answer(other, URL + "q.txt")).isEqualTo("200 0  ");
        }
        assertThat(folder.resolve("boxes/sb-2/out/q.txt")).hasContent("TWO");
        assertThat(folder.resolve("boxes/sb-1/out")).doesNotExist();
    }

    @Test
    void byCommands() throws Exception {
        box("sb-1", "q.txt", "how many?");
        Path tool = Files.writeString(folder.resolve("tool"), """
                #!/bin/sh
                from=${2#/sandbox/files}; to=${3#/sandbox/files}
                [ "$from" = "$2" ] || from="%1$s/boxes/$1$from"
                [ "$to" = "$3" ] || to="%1$s/boxes/$1$to"
                mkdir -p "$(dirname "$to")"
                exec cp -R "$from" "$to"
                """.formatted(folder));
        tool.toFile().setExecutable(true, false);
        String command = "[\"" + tool + "\", \"{sandbox}\", \"{source}\", \"{destination}\"]";
        try (Rig rig = rig("files: {download: " + command + ", upload: " + command + ", root: /sandbox/files}")) {
            Map<String, String> env = put(rig, SB);
            assertThat(rig.answer(env, URL + "q.txt")).isEqualTo("200 0  ");
            assertThat(folder.resolve("boxes/sb-1/out/q.txt")).hasContent("HOW MANY?");
        }
    }

    @Test
    void aServerHearsOfNoFilesWhereTheOperatorHasNone() throws Exception {
        try (Rig rig = rig("")) {
            assertThat(rig.answer(put(rig, SB), URL + "q.txt")).isEqualTo("200 no files");
        }
    }

    private Rig rig(String files) throws Exception {
        return Rig.start(folder, Map.of(), "api_servers: {directories: [programs], " + files + "}");
    }

    private static Map<String, String> put(Rig rig, SandboxId id) throws IOException {
        AdminClient.Reply reply = rig.put(id, ServerPrograms.documents("courier"));
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        return Rig.variables(reply);
    }

    private void box(String sandbox, String name, String text) throws IOException {
        Path file = folder.resolve("boxes").resolve(sandbox).resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
