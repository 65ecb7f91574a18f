package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tunnel is listed for as long as it is open, with what it has carried. */
class OpenTunnelsTest {
    private static final String POLICY = """
            version: 1
            network_policies:
              any: {endpoints: [{host: yes.test, port: 443, protocol: tcp}]}
            """;
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: yes.test\r\n\r\n";

    @TempDir
    Path folder = Path.of("");

    @Test
    void anOpenTunnelIsListedUntilItEnds() throws Exception {
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.start(folder, Map.of("yes.test:443", origin.hostPort()));
                var visitor = new ConsoleVisitor(rig.adminUrl())) {
            AdminClient.Reply put =
                    rig.put(Rig.SB, SandboxDocuments.builder().policy(POLICY).build());
            visitor.logIn(Files.readString(rig.state().resolve("admin.token")).strip());
            try (Socket client = tunnel(Rig.variables(put))) {
                client.getOutputStream().write(REQUEST.getBytes(StandardCharsets.ISO_8859_1));
                assertThat(new String(client.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1))
                        .isEqualTo("HTTP/1.1 200");
                String page = await(visitor, "<td class=\"number\">" + REQUEST.length() + "</td>", true);
                assertThat(page).contains("yes.test:443", "not looked into");
            }
            assertThat(await(visitor, "yes.test:443</a></td><td class=\"when\"", false))
                    .contains("<h2>Open tunnels</h2>\n  <p class=\"dim\">None.</p>");
        }
    }

    private static Socket tunnel(Map<String, String> variables) throws IOException {
        URI proxy = URI.create(String.valueOf(variables.get("HTTPS_PROXY")));
        var socket = new Socket(proxy.getHost(), proxy.getPort());
        String pair = Base64.getEncoder().encodeToString(proxy.getUserInfo().getBytes(StandardCharsets.UTF_8));
        String head = "CONNECT yes.test:443 HTTP/1.1\r\nHost: yes.test:443\r\nProxy-Authorization: Basic " + pair;
        socket.getOutputStream().write((head + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
        assertThat(answer).isEqualTo("HTTP/1.1 200");
        for (int last = 0; last != 0x0d0a0d0a; ) {
            last = last << 8 | socket.getInputStream().read();
        }
        return socket;
    }

    /** Asks for the page until it has the text, or has it no more; the test's own timeout ends it. */
    private static String await(ConsoleVisitor visitor, String text, boolean isThere) throws Exception {
        while (true) {
            HttpResponse<String> page = visitor.get("/console/sandboxes/sb-1");
            if (page.body().contains(text) == isThere) {
                return page.body();
            }
        }
    }
}
