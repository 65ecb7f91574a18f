package io.sallyport.fence;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may hand over sockets, and which. */
class EntryServerTest implements EntrySandboxes {
    /** Connects to the socket $1, sends what it is told, and prints the answers. */
    private static final String CLIENT = """
            import array, os, socket, sys
            client = socket.socket(socket.AF_UNIX)
            client.connect(sys.argv[1])
            try:
                client.sendall(b"sb-1\\n")
            except BrokenPipeError:
                pass # refused before it was asked
            print(client.recv(4096).decode(), end="")
            null = array.array("i", [os.open("/dev/null", os.O_RDONLY)])
            try:
                client.sendmsg([b"\\0"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, null)])
                print(client.recv(4096).decode(), end="")
            except OSError:
                pass
            """;

    @TempDir
    private Path folder = Path.of("");

    private @Nullable EntryServer server;

    @BeforeEach
    void start() throws Exception {
        server = EntryServer.start(EntryServer.path(folder), this);
        Files.setPosixFilePermissions(EntryServer.path(folder), PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @EnumSource(TestUser.class)
    void anotherUserIsRefused(TestUser user) throws Exception {
        String said = says(user);
        switch (user) {
            case NOBODY -> assertThat(said).isEqualTo("refused only the gateway's own user may, and root\n");
            case SELF -> assertThat(said).startsWith("ports 443\n");
        }
    }

    @Test
    void socketsWithoutAProxysAreRefused() throws Exception {
        assertThat(says(TestUser.SELF)).isEqualTo("ports 443\nrefused a socket at the loopback address is missing\n");
    }

    @Test
    void aFurtherFenceIsRefusedOverTheBound() throws Exception {
        List<EntryClient> open = new ArrayList<>();
        try {
            for (int i = 0; i < EntryServer.MAX_ENTRIES; i++) {
                EntryClient client = EntryClient.connect(EntryServer.path(folder));
                open.add(client);
                assertThat(client.enter("sb-1")).isInstanceOf(EntryAnswer.Known.class);
            }
            assertThat(says(TestUser.SELF)).isEqualTo("refused 64 fences are entered already\n");
        } finally {
            open.forEach(EntryClient::close);
        }
    }

    private String says(TestUser user) throws Exception {
        List<String> words = new ArrayList<>(user.words());
        words.addAll(List.of(
                "/usr/bin/env",
                "python3",
                "-c",
                CLIENT,
                EntryServer.path(folder).toString()));
        require("python3");
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin");
        Process client = builder.start();
        return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public Set<Integer> grantedPorts(String sandbox) {
        return Set.of(443);
    }

    @Override
    public Listening listen(String sandbox, FenceSockets sockets) {
        sockets.close();
        return new Listening() {
            @Override
            public CompletionStage<Void> ended() {
                return new CompletableFuture<>();
            }

            @Override
            public void close() {}
        };
    }
}
