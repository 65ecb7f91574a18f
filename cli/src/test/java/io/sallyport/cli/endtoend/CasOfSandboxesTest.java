package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The CA of a sandbox from its PUT to its end, over restarts. */
class CasOfSandboxesTest {
    private static final String GRANT = "http://yes.test/**";
    private static final SandboxId OTHER = new SandboxId("other");

    @TempDir
    Path folder = Path.of("");

    @Test
    void everyAnswerHoldsItAndARestartKeepsIt() throws Exception {
        try (Rig rig = rig("")) {
            String made = put(rig, Rig.SB);
            assertThat(made).startsWith("-----BEGIN CERTIFICATE-----\n");
            assertThat(put(rig, Rig.SB)).isEqualTo(made);
            assertThat(got(rig)).isEqualTo(made);
            assertThat(put(rig, OTHER)).isNotEqualTo(made);

            rig.restart();
            assertThat(got(rig)).isEqualTo(made);
        }
    }

    @Test
    void anIdPutAgainHasAnotherAndNothingOfTheOldOneIsKept() throws Exception {
        try (Rig rig = rig("")) {
            String old = put(rig, Rig.SB);
            rig.admin().delete(Rig.SB);
            assertThat(file(Rig.SB)).doesNotExist();

            String next = put(rig, Rig.SB);
            assertThat(next).isNotEqualTo(old);
            rig.restart();
            assertThat(got(rig)).isEqualTo(next);
        }
    }

    @Test
    void aChangedFileIsARefusalToStartThatNamesIt() throws Exception {
        try (Rig rig = rig("")) {
            put(rig, Rig.SB);
            byte[] bytes = Files.readAllBytes(file(Rig.SB));
            bytes[bytes.length - 1] ^= 1;
            rig.stop();
            Files.write(file(Rig.SB), bytes);

            assertThatThrownBy(rig::restartAfterStop)
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining(file(Rig.SB).toString());
            bytes[bytes.length - 1] ^= 1;
            Files.write(file(Rig.SB), bytes);
            rig.restartAfterStop();
        }
    }

    @Test
    void inMemoryNothingIsWrittenAndARestartMakesAnother() throws Exception {
        try (Rig rig = rig("intercept: {ca_keys: memory, tls: jdk}\n")) {
            String made = put(rig, Rig.SB);
            assertThat(file(Rig.SB)).doesNotExist();
            assertThat(folder.resolve("state").resolve("ca.key")).doesNotExist();

            rig.restart();
            assertThat(got(rig)).startsWith("-----BEGIN CERTIFICATE-----\n").isNotEqualTo(made);
        }
    }

    @Test
    void theSandboxReadsItsOwnThroughTheProxy() throws Exception {
        require("curl");
        try (Rig rig = rig("")) {
            Map<String, String> variables = rig.grant(Rig.SB, GRANT);

            assertThat(rig.run(variables, "curl", "-s", "--noproxy", "", "http://sallyport.internal/ca.pem")
                            .out())
                    .isEqualTo(got(rig));
        }
    }

    private Rig rig(String more) throws IOException, StartException {
        return Rig.start(folder, Map.of(), more);
    }

    private static String put(Rig rig, SandboxId id) throws IOException {
        return rig.put(id, Rig.lease(GRANT)).body().path("ca_pem").asString();
    }

    private static String got(Rig rig) throws IOException {
        return rig.admin().get(Rig.SB).body().path("ca_pem").asString();
    }

    private Path file(SandboxId id) {
        return folder.resolve("state").resolve("ca").resolve(id.text());
    }
}
