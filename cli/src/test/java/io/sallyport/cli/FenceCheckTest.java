package io.sallyport.cli;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check before an agent of {@code deploy/kubernetes}, in a network of its own, from which nothing leads out. */
class FenceCheckTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    /** Makes addresses of the words before the last, and a server at $PROXY that answers with the last. */
    private static final String NETWORK = """
            set -eu
            ip link set lo up
            mount -t tmpfs none /run
            mkdir -p /run/sallyport/agent
            echo "http_proxy=http://agent:token@$PROXY" >/run/sallyport/agent/env
            mkfifo /run/ready
            python3 -c "$SERVER" "$@" >/run/ready &
            trap 'kill $!' EXIT
            read -r _ </run/ready
            KUBERNETES_SERVICE_HOST=10.96.0.1 KUBERNETES_SERVICE_PORT=443 bash check
            """;

    private static final String SERVER = """
            import base64, http.server, socket, subprocess, sys

            def listen(address):
                host, port = address.split(":")
                if not host.startswith("127."):
                    subprocess.run(["ip", "address", "add", host + "/32", "dev", "lo"], check=True)
                return socket.create_server((host, int(port)))

            open_ones = [listen(each) for each in sys.argv[1:-1]]

            class Proxy(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    known = "Basic " + base64.b64encode(b"agent:token").decode()
                    is_whoami = self.path == "http://sallyport.internal/v1/whoami"
                    right = is_whoami and self.headers["Proxy-Authorization"] == known
                    self.send_response(int(sys.argv[-1]) if right else 400)
                    self.end_headers()

                def log_message(self, *words):
                    pass

            server = http.server.HTTPServer(("127.0.0.1", 3128), Proxy)
            print(flush=True)
            server.serve_forever()
            """;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void script() throws Exception {
        for (String tool : List.of("unshare", "ip", "bash", "python3", "timeout", "base64", "mkfifo")) {
            require(tool);
        }
        Map<?, ?> data =
                KubernetesManifestsTest.data(Path.of("../deploy/kubernetes/agent.yaml"), "sallyport-fence-check");
        Files.writeString(folder.resolve("check"), String.valueOf(data.get("check")));
    }

    private Client.Ended check(String proxy, String... words) {
        List<String> command = new ArrayList<>(List.of("unshare", "-Urnm", "bash", "-c", NETWORK, "-"));
        command.addAll(List.of(words));
        return Client.run(folder, Map.of("PROXY", proxy, "SERVER", SERVER), SOON, command);
    }

    @Test
    void anAgentStartsWhereNothingButTheProxyCanBeReached() {
        Client.Ended ended = check("127.0.0.1:3128", "200");
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(ended.out()).isEqualTo("fenced: only 127.0.0.1:3128 can be reached\n");
    }

    @Test
    void noAgentStartsWhileAWayOutIsOpen() {
        for (String out : List.of("1.1.1.1:443", "9.9.9.9:53", "169.254.169.254:80", "10.96.0.1:443")) {
            Client.Ended ended = check("127.0.0.1:3128", out, "200");
            assertThat(ended.exit()).as(out).isEqualTo(1);
            assertThat(ended.err()).contains("no fence: " + out + " can be reached");
        }
    }

    @Test
    void noAgentStartsWithoutAProxyThatKnowsIt() {
        Client.Ended absent = check("127.0.0.1:3127", "200");
        assertThat(absent.exit()).isEqualTo(1);
        assertThat(absent.err()).contains("the proxy at 127.0.0.1:3127 cannot be reached");
        Client.Ended unknown = check("127.0.0.1:3128", "407");
        assertThat(unknown.exit()).isEqualTo(1);
        assertThat(unknown.err()).contains("the proxy answers 407 to this sandbox");
    }
}
