package io.sallyport.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.endtoend.GatewayJvm;
import io.sallyport.cli.endtoend.SkillFixture;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.LocalForge;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Skills fetched by the command of a run, with the client in the command line. */
class RunFetchTest {
    private static final String URL = SkillFixture.RUST.url();

    @TempDir
    private Path folder = Path.of("");

    private final StringWriter err = new StringWriter();
    private final LocalForge forge = SkillFixture.RUST.forge();

    @AfterEach
    void close() {
        forge.close();
    }

    @Test
    void theCommandReadsTheSkillAndItGoesWithTheRun() throws Exception {
        Path out = folder.resolve("out");
        var ended = run(
                SkillFixture.HARNESS,
                "p=$(" + GatewayJvm.shell() + " fetch-skill '" + URL + "') && echo $p >" + out + " && cat $p/* >>"
                        + out);
        assertThat(ended).as(err.toString()).isEqualTo(new CommandRun.Ended.Exited(0));
        List<String> lines = Files.readAllLines(out);
        assertThat(lines).hasSize(2).last().isEqualTo("# Rust");
        assertThat(Path.of(lines.getFirst())).isAbsolute().doesNotExist();
        assertThat(err.toString()).contains("1 requests allowed, 0 refused");
    }

    @Test
    void aRefusedFetchIsToldToThePersonWhoRunsIt() throws Exception {
        var ended = run(
                SkillFixture.HARNESS,
                GatewayJvm.shell() + " fetch-skill '" + URL.replace("acme", "evil") + "' 2>/dev/null");
        assertThat(ended).isEqualTo(new CommandRun.Ended.Exited(1));
        assertThat(err.toString()).contains("refused the fetch of https://github.com", "allowed_remote_resources");
    }

    @Test
    void withoutTheOptInTheCommandIsToldOfNoEndpoint() throws Exception {
        var ended =
                run("agent: agents/coder.md\nrole: coder\n", "test -z \"$FULLSEND_FETCH_URL$FULLSEND_FETCH_TOKEN\"");
        assertThat(ended).as(err.toString()).isEqualTo(new CommandRun.Ended.Exited(0));
    }

    private CommandRun.Ended run(String harness, String script)
            throws IOException, StartException, InterruptedException, ConfigException {
        Path file = Files.writeString(
                folder.resolve("c.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                egress: {hosts: {"forge.test": "127.0.0.1:%d"}}
                fetch: {forges: {github.com: {api: "http://forge.test"}}}
                """.formatted(forge.origin().port()));
        var documents = SandboxDocuments.builder().harness(harness).build();
        return new CommandRun(ConfigFile.read(file, null, folder), false, FenceMode.AUTO, new PrintWriter(err))
                .of(documents, List.of("sh", "-c", script));
    }
}
