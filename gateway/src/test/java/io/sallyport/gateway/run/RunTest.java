package io.sallyport.gateway.run;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.gateway.config.Config;
import io.sallyport.gateway.config.ConfigException;
import io.sallyport.gateway.config.ConfigFile;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
    @TempDir
    Path folder = Path.of("");

    private final StringWriter err = new StringWriter();
    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @AfterEach
    void closeOrigin() {
        origin.close();
    }

    @Test
    void theCommandGetsThroughAndItsExitCodeComesBack() throws Exception {
        require("curl");
        var ended = run("curl -sf -o " + folder.resolve("out") + " http://yes.test/ && exit 7");
        assertThat(ended).isEqualTo(new Run.Ended.Exited(7));
        assertThat(folder.resolve("out")).hasContent("hello\n");
        assertThat(err.toString()).contains("no fence", "1 requests allowed, 0 refused");
    }

    @Test
    void aRefusalIsToldWithTheFlagThatWouldAdmitIt() throws Exception {
        require("curl");
        var ended = run("curl -s http://no.test:81/x >/dev/null; curl -s http://no.test:81/x >/dev/null; exit 0");
        assertThat(ended).isEqualTo(new Run.Ended.Exited(0));
        assertThat(err.toString())
                .containsOnlyOnce("refused GET http://no.test:81/x: no_grant")
                .contains("--allow 'no.test:81'", "0 requests allowed, 2 refused");
        assertThat(origin.received()).isEmpty();
    }

    @Test
    void documentsThatAreWrongStartNothing() throws Exception {
        Path trace = folder.resolve("trace");
        var ended = new Run(config(), new PrintWriter(err))
                .of(documents("{\"net.fetsch\": []}"), List.of("touch", trace.toString()));
        assertThat(ended).isInstanceOf(Run.Ended.Refused.class);
        assertThat(trace).doesNotExist();
    }

    @Test
    void aCommandThatIsNotThereIsSaid() {
        assertThatThrownBy(() -> new Run(config(), new PrintWriter(err))
                        .of(documents("{}"), List.of("no-such-command-anywhere")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no-such-command-anywhere");
    }

    private Run.Ended run(String script) throws IOException, StartException, InterruptedException, ConfigException {
        return new Run(config(), new PrintWriter(err))
                .of(documents("{\"net.fetch\": [\"http://yes.test/**\"]}"), List.of("sh", "-c", script));
    }

    private Config config() throws IOException, ConfigException {
        Path file = Files.writeString(folder.resolve("c.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                egress: {hosts: {"yes.test:80": "%s", "no.test:81": "%s"}}
                """.formatted(origin.hostPort(), origin.hostPort()));
        return ConfigFile.read(file, null, folder);
    }

    private static SandboxDocuments documents(String lease) {
        return new SandboxDocuments(lease, null, null, null, Map.of(), null, null, Map.of(), null, Set.of(), false);
    }
}
