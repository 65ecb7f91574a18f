package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.cli.run.EnteredSandbox;
import io.sallyport.fence.EntryServer;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.junit.RequireTool;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sandbox enter}: commands in fences whose sockets a running gateway listens at. */
class EnteredSandboxTest {
    private static final String CURL = "curl -s -m 20 -o /dev/null -w '%{http_code}\\n' ";
    private static final String DIRECT = CURL + "--noproxy '*' ";

    @TempDir
    Path folder = Path.of("");

    private final StringWriter err = new StringWriter();
    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @BeforeEach
    void needs() {
        require("curl");
        require("mkfifo");
    }

    @AfterEach
    void closeOrigin() {
        origin.close();
    }

    private Rig rig() throws Exception {
        Rig rig = Rig.start(folder, Map.of("yes.test:80", origin.hostPort(), "db.test:7007", origin.hostPort()));
        rig.grant(Rig.SB, "http://yes.test/**", "http://db.test:7007/**");
        return rig;
    }

    @Test
    void theCommandIsJudgedAsTheSandboxByItsProxyCapturedAndByName() throws Exception {
        try (Rig rig = rig()) {
            String script = CURL + "http://yes.test/proxied; " + DIRECT + "http://yes.test/captured; " + DIRECT
                    + "http://db.test:7007/port; " + CURL + "http://no.test/; " + DIRECT + "http://93.184.216.34/; "
                    + DIRECT + "http://" + origin.hostPort() + "/; exit 7";
            assertThat(entered(rig, Rig.SB, script)).isEqualTo(7);
            assertThat(out()).isEqualTo("200\n200\n200\n403\n403\n000\n");
            assertThat(origin.received())
                    .extracting(ReceivedRequest::path)
                    .containsExactly("/proxied", "/captured", "/port");
            assertThat(rig.requests())
                    .hasSize(5)
                    .allMatch(record -> record.path("sandbox").asString().equals(Rig.SB.text()));
            assertThat(rig.records("lifecycle"))
                    .filteredOn(record -> record.path("rule").asString("").equals("source:enter"))
                    .extracting(record -> record.path("sandbox").asString())
                    .contains(Rig.SB.text());
        }
    }

    @Test
    void aSandboxThatIsNotThereIsNotEntered() throws Exception {
        try (Rig rig = rig()) {
            assertThatThrownBy(() -> entered(rig, Rig.OTHER, "touch trace"))
                    .isInstanceOf(StartException.class)
                    .hasMessage("there is no sandbox sb-2");
        }
    }

    /** It ends, since nothing of it would get through any more, and a sandbox of the same name is another one. */
    @Test
    void theCommandEndsWithItsSandbox() throws Exception {
        try (Rig rig = rig()) {
            CompletableFuture<Integer> code = inBackground(
                    rig, "trap 'echo told; exit 9' TERM; echo begun >begun; " + "while :; do sleep 0.05; done");
            awaitBegun();
            rig.admin().delete(Rig.SB);
            assertThat(code.join()).isEqualTo(9);
            assertThat(out()).isEqualTo("told\n");
            assertThat(err.toString()).contains("the sandbox sb-1 has ended, or its gateway");
            rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(entered(rig, Rig.SB, DIRECT + "http://yes.test/; exit 7"))
                    .isEqualTo(7);
            assertThat(out()).isEqualTo("200\n");
        }
    }

    @Test
    void theCommandEndsWithItsGateway() throws Exception {
        CompletableFuture<Integer> code;
        try (Rig rig = rig()) {
            code = inBackground(rig, "echo begun >begun; exec sleep 1000");
            awaitBegun();
        }
        assertThat(code.join()).isEqualTo(143);
    }

    /** Two fences have listeners of their own, and one sandbox. */
    @Test
    void aSandboxIsEnteredTwiceAtATime() throws Exception {
        try (Rig rig = rig()) {
            CompletableFuture<Integer> first =
                    inBackground(rig, "echo begun >begun; read line <begun; " + DIRECT + "http://yes.test/first");
            awaitBegun();
            List<String> second = command(rig, "sh", "-c", DIRECT + "http://yes.test/second");
            Client.Ended ended = Client.run(Path.of("").toAbsolutePath(), Map.of(), Duration.ofMinutes(2), second);
            assertThat(ended.out()).as(ended.err()).isEqualTo("200\n");
            Files.writeString(folder.resolve("begun"), "go\n");
            assertThat(first.join()).isZero();
            assertThat(origin.received()).extracting(ReceivedRequest::path).containsExactly("/second", "/first");
        }
    }

    private static List<String> command(Rig rig, String... command) {
        List<String> words = GatewayJvm.command(
                "sandbox",
                "enter",
                "--admin",
                rig.adminUrl(),
                "--token-file",
                rig.state().resolve("admin.token").toString(),
                "--state",
                rig.state().toString(),
                Rig.SB.text(),
                "--");
        words.addAll(List.of(command));
        return words;
    }

    private CompletableFuture<Integer> inBackground(Rig rig, String script) throws Exception {
        if (!Files.exists(folder.resolve("begun"))) {
            assertThat(new ProcessBuilder("mkfifo", folder.resolve("begun").toString())
                            .start()
                            .waitFor())
                    .isZero();
        }
        var code = new CompletableFuture<Integer>();
        Thread.ofPlatform().start(() -> {
            try {
                code.complete(entered(rig, Rig.SB, script));
            } catch (Exception e) {
                code.completeExceptionally(e);
            }
        });
        return code;
    }

    private void awaitBegun() throws Exception {
        assertThat(Files.readString(folder.resolve("begun"))).isEqualTo("begun\n");
    }

    /** Returns the exit code of a script, whose output goes to a file. */
    private int entered(Rig rig, SandboxId id, String script) throws Exception {
        String caPem = rig.admin().get(Rig.SB).body().path("ca_pem").asString();
        List<String> command = List.of("sh", "-c", "cd " + folder + "; exec >out; " + script);
        try {
            return new EnteredSandbox(EntryServer.path(rig.state()), id, new PrintWriter(err)).run(caPem, command);
        } catch (StartException e) {
            if (String.valueOf(e.getMessage()).startsWith("there is no fence")) {
                RequireTool.absent("a fence: " + e.getMessage());
            }
            throw e;
        }
    }

    private String out() throws Exception {
        return Files.readString(folder.resolve("out"));
    }
}
