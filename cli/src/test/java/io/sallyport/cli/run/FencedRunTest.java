package io.sallyport.cli.run;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.cli.endtoend.GatewayJvm;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --fence=on} with real clients. */
class FencedRunTest {
    @TempDir
    Path folder = Path.of("");

    private final StringWriter err = new StringWriter();
    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    private SandboxDocuments documents = SandboxDocuments.builder()
            .lease("{\"net.fetch\": [\"http://yes.test/**\"]}")
            .build();
    private String hosts = "";

    @BeforeEach
    void needs() {
        require("curl");
    }

    @AfterEach
    void closeOrigin() {
        origin.close();
    }

    @Test
    void theCommandGetsThroughByTheProxyAndItsExitCodeComesBack() throws Exception {
        assertThat(run("curl -sf http://yes.test/; exit 7")).isEqualTo("hello\n");
        assertThat(err.toString()).contains("1 requests allowed, 0 refused").doesNotContain("no fence");
        assertThat(origin.received()).extracting(ReceivedRequest::path).containsExactly("/");
    }

    @Test
    void aClientThatIgnoresTheVariablesIsJudgedByTheAddressThatItAskedFor() throws Exception {
        assertThat(run("curl -s -m 20 --noproxy '*' http://93.184.216.34/x; exit 7"))
                .contains("\"reason\":\"no_grant\"");
        assertThat(err.toString()).contains("refused GET http://93.184.216.34:80/x: no_grant");
    }

    /** Its name comes from the gateway's DNS, and another one does not. */
    @Test
    void aClientThatIgnoresTheVariablesGetsWhatIsGrantedByItsName() throws Exception {
        assertThat(run("curl -s -m 20 --noproxy '*' http://yes.test/x; curl -s --noproxy '*' http://no.test/; exit 7"))
                .isEqualTo("hello\n");
        assertThat(origin.received()).extracting(ReceivedRequest::path).containsExactly("/x");
        assertThat(err.toString()).contains("no address for no.test: no_grant", "1 requests allowed, 0 refused");
    }

    /** The port is that of a grant, so that it is captured; another one is refused, by whoever gets it. */
    @Test
    void aTunnelOfAnyProtocolIsCapturedAtThePortOfItsGrant() throws Exception {
        require("bash");
        try (ServerSocket database = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answer(database));
            documents = SandboxDocuments.builder().policy("""
                            version: 1
                            network_policies:
                              db: {endpoints: [{host: db.test, port: 5432, protocol: tcp}]}
                            """).build();
            hosts = "\"db.test:5432\": \"127.0.0.1:" + database.getLocalPort() + "\"";
            assertThat(run("bash -c 'exec 3<>/dev/tcp/db.test/5432; echo hello >&3; cat <&3';"
                            + " bash -c 'exec 3<>/dev/tcp/db.test/5433; echo hello >&3; cat <&3' 2>/dev/null; exit 7"))
                    .isEqualTo("hello to you\n");
        }
    }

    @Test
    void withNftablesEveryPortOfAGrantedHostIsCaptured() throws Exception {
        require("nft");
        documents = SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"http://yes.test:*/open/**\"]}")
                .build();
        hosts = "\"yes.test:8081\": \"" + origin.hostPort() + "\"";
        String curl = "curl -s -m 20 -o /dev/null -w '%{http_code}\\n' --noproxy '*' ";
        assertThat(run(curl + "http://yes.test:8081/open/x; " + curl + "http://yes.test:8081/closed; " + curl
                        + "http://93.184.216.34:8081/open/x; exit 7"))
                .isEqualTo("200\n403\n000\n");
        assertThat(origin.received()).extracting(ReceivedRequest::path).containsExactly("/open/x");
        assertThat(err.toString()).contains("refused GET http://yes.test:8081/closed: no_grant");
    }

    private static void answer(ServerSocket database) {
        try (Socket client = database.accept()) {
            byte[] hello = client.getInputStream().readNBytes("hello\n".length());
            String line = new String(hello, StandardCharsets.UTF_8).strip();
            client.getOutputStream().write((line + " to you\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whatever listens on the host, the gateway itself among it, is in another network. */
    @Test
    void nothingOfTheHostsOwnLoopbackIsThere() throws Exception {
        String direct = "curl -s -m 20 -o /dev/null -w '%{errormsg}' --noproxy '*' http://" + origin.hostPort() + "/";
        assertThat(run(direct + "; exit 7")).contains("Failed to connect");
        assertThat(origin.received()).isEmpty();
    }

    /** Statically linked, with a resolver and a client of its own. */
    @Test
    void aStaticProgramWithoutAProxyIsCapturedToo() throws Exception {
        Path source = Files.writeString(folder.resolve("direct.go"), """
                package main

                import ("fmt"; "io"; "net"; "net/http"; "time")

                func main() {
                    client := http.Client{Transport: &http.Transport{Proxy: nil}, Timeout: 20 * time.Second}
                    answer, err := client.Get("http://93.184.216.34/x")
                    if err == nil {
                        text, _ := io.ReadAll(answer.Body)
                        fmt.Println(answer.StatusCode, string(text))
                    }
                    _, err = net.DialTimeout("tcp", "93.184.216.34:22", 20 * time.Second)
                    fmt.Println(err)
                }
                """);
        Path program = folder.resolve("direct");
        var build = new ProcessBuilder(require("go").toString(), "build", "-o", program.toString(), source.toString());
        build.environment().putAll(Map.of("CGO_ENABLED", "0", "GOFLAGS", "-mod=mod"));
        assertThat(build.start().waitFor()).isZero();
        assertThat(run(program + "; exit 7"))
                .contains("403 ", "\"reason\":\"no_grant\"", "connect: connection refused");
    }

    /** It says that it has no fence; what goes round it is judged by the outer one. */
    @Test
    void aRunInsideOfARunIsHeldByTheOuterOne() throws Exception {
        String inner = GatewayJvm.shell() + " run -- curl -s -m 20 --noproxy '*' ";
        assertThat(run("cd " + Path.of("").toAbsolutePath() + "; exec 2>&1; " + inner + "http://yes.test/; " + inner
                        + "http://93.184.216.34/; exit 7"))
                .contains("there is no fence: ", "inside of another fence", "hello\n", "\"reason\":\"no_grant\"");
        assertThat(origin.received()).hasSize(1);
    }

    @Test
    void aCommandThatIsNotThereIsSaid() {
        assertThatThrownBy(() -> of(List.of("no-such-command-anywhere")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no-such-command-anywhere: cannot be started: ");
    }

    @Test
    void documentsThatAreWrongStartNothing() throws Exception {
        Path trace = folder.resolve("trace");
        var ended = new CommandRun(config(), false, FenceMode.ON, new PrintWriter(err))
                .of(
                        SandboxDocuments.builder().lease("{\"net.fetsch\": []}").build(),
                        List.of("touch", trace.toString()));
        assertThat(ended).isInstanceOf(CommandRun.Ended.Refused.class);
        assertThat(trace).doesNotExist();
    }

    /** Runs a script that exits with 7; returns its output. */
    private String run(String script) throws Exception {
        Path out = folder.resolve("out");
        assertThat(of(List.of("sh", "-c", "exec >" + out + "; " + script))).isEqualTo(new CommandRun.Ended.Exited(7));
        return Files.readString(out);
    }

    private CommandRun.Ended of(List<String> command) throws Exception {
        try {
            return new CommandRun(config(), false, FenceMode.ON, new PrintWriter(err)).of(documents, command);
        } catch (StartException e) {
            if (String.valueOf(e.getMessage()).startsWith("--fence=on")) {
                RequireTool.absent("a fence: " + e.getMessage());
            }
            throw e;
        }
    }

    private Config config() throws Exception {
        Path file = Files.writeString(folder.resolve("c.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                egress: {hosts: {"yes.test:80": "%s", %s}}
                """.formatted(origin.hostPort(), hosts));
        return ConfigFile.read(file, null, folder);
    }
}
