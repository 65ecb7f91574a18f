package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that reach the proxy by a Unix socket. */
class UnixSocketClientsTest {
    @TempDir
    Path folder = Path.of("");

    private Rig rig(Origin origin) throws IOException, StartException {
        return Rig.startWithUnixSockets(
                folder,
                Map.of("yes.test:80", origin.hostPort(), "yes.test:443", origin.hostPort()),
                "{path: all.sock, own: {sb-1: own.sock}}");
    }

    private static String basic(Map<String, String> env) {
        String user = URI.create(env.get("HTTP_PROXY")).getUserInfo();
        return "Proxy-Authorization: Basic "
                + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Asks through curl, which has no HTTP proxies on Unix sockets, but takes the target of a request as it is given.
     */
    private String curl(Rig rig, String socket, String... more) {
        var command = new ArrayList<>(List.of(more));
        command.addAll(List.of("--unix-socket", folder.resolve(socket).toString()));
        command.addAll(List.of("--request-target", "http://yes.test/a", "http://yes.test/a"));
        return rig.answer(Map.of(), command.toArray(String[]::new));
    }

    private String connect(String socket, String authority, String field) throws IOException {
        try (var client = SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve(socket)))) {
            String head = "CONNECT %1$s HTTP/1.1\r\nHost: %1$s\r\n%2$s\r\n\r\n".formatted(authority, field);
            client.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer answer = ByteBuffer.allocate(4096);
            client.read(answer);
            return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII)
                    .lines()
                    .findFirst()
                    .orElse("");
        }
    }

    @Test
    void credentialsOrASocketOfItsOwnSayWhoASandboxIs() throws Exception {
        require("curl");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello"));
                Rig rig = rig(origin)) {
            var env = rig.grant(Rig.SB, "http://yes.test/**", "https://yes.test/**");
            var other = rig.grant(Rig.OTHER, "http://no.test/**");

            assertThat(curl(rig, "all.sock", "-H", basic(env))).isEqualTo("200 hello");
            assertThat(curl(rig, "all.sock")).startsWith("407 ");
            assertThat(curl(rig, "own.sock")).isEqualTo("200 hello");
            assertThat(curl(rig, "own.sock", "-H", basic(env))).isEqualTo("200 hello");
            assertThat(curl(rig, "own.sock", "-H", basic(other)))
                    .startsWith("407 ")
                    .contains("identity_conflict");
            assertThat(connect("all.sock", "yes.test:443", basic(env))).startsWith("HTTP/1.1 200");
            assertThat(connect("all.sock", "no.test:443", basic(env))).startsWith("HTTP/1.1 403");
            assertThat(connect("own.sock", "yes.test:443", "X: y")).startsWith("HTTP/1.1 200");
        }
        assertThat(folder.resolve("all.sock")).doesNotExist();
        assertThat(folder.resolve("own.sock")).doesNotExist();
    }

    @Test
    void aRestartListensAgainAndAKilledGatewaysSocketIsReplaced() throws Exception {
        require("curl");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello"));
                Rig rig = rig(origin)) {
            rig.grant(Rig.SB, "http://yes.test/**");
            rig.restart();
            assertThat(curl(rig, "own.sock")).isEqualTo("200 hello");
            rig.stop();
            ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                    .bind(UnixDomainSocketAddress.of(folder.resolve("own.sock")))
                    .close();
            rig.restartAfterStop();
            assertThat(curl(rig, "own.sock")).isEqualTo("200 hello");
        }
    }

    @Test
    void doesNotStartWhereAnotherGatewayListens() throws Exception {
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello"));
                Rig _ = rig(origin)) {
            Path second = Files.createDirectory(folder.resolve("second"));
            assertThatThrownBy(() -> Rig.startWithUnixSockets(second, Map.of(), "{path: ../all.sock}"))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("another process listens there");
            assertThat(folder.resolve("all.sock")).exists();
        }
    }
}
