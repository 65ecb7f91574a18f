package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that reach the proxy by SOCKS5, with the variables of the PUT that asked for them. */
class SocksClientsTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void theVariablesOfSocksLeadToTargetsAndToTheGatewayItself() throws Exception {
        require("curl");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello"));
                Rig rig = Rig.startWithSocks(folder, Map.of("yes.test:80", origin.hostPort()))) {
            // The tunnel is asked for as https, what comes through it as http.
            var granted = Rig.lease("http://yes.test/**", "https://yes.test:80/**");
            var put = rig.admin().put(Rig.SB, granted, null, "socks", false, null, null);
            assertThat(put.status()).as(put.body().toString()).isEqualTo(201);
            Map<String, String> env = Rig.variables(put);
            assertThat(env).containsKey("ALL_PROXY").doesNotContainKey("HTTPS_PROXY");

            assertThat(rig.answer(env, "http://yes.test/a")).isEqualTo("200 hello");
            assertThat(rig.answer(env, "http://sallyport.internal/v1/whoami"))
                    .startsWith("200 ")
                    .contains("\"sb-1\"");
            assertThat(rig.answer(env, "http://sallyport.internal/ca.pem")).contains("BEGIN CERTIFICATE");
        }
    }

    @Test
    void theVariablesNameThePortOfASandboxsOwn() throws Exception {
        require("curl");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello"));
                Rig rig = Rig.startWithSocks(folder, Map.of("yes.test:80", origin.hostPort()))) {
            var granted = Rig.lease("http://yes.test/**", "https://yes.test:80/**");
            URI own = proxy(rig, Rig.OTHER, granted);
            assertThat(own.getPort()).isNotEqualTo(proxy(rig, Rig.SB, granted).getPort());
            var anonymous = Map.of("ALL_PROXY", "socks5h://127.0.0.1:" + own.getPort());
            assertThat(rig.answer(anonymous, "http://sallyport.internal/v1/whoami"))
                    .contains("\"" + Rig.OTHER + "\"");
            assertThat(rig.answer(anonymous, "http://yes.test/a")).isEqualTo("200 hello");
        }
    }

    private static URI proxy(Rig rig, SandboxId sandbox, SandboxDocuments lease) throws Exception {
        return URI.create(Rig.variables(rig.admin().put(sandbox, lease, null, "socks", false, null, null))
                .getOrDefault("ALL_PROXY", ""));
    }

    @Test
    void aListenerThatIsNotThereIsToldBeforeAnythingChanges() throws Exception {
        try (Rig rig = Rig.startWithSocks(folder, Map.of())) {
            var refused = rig.admin().put(Rig.SB, Rig.lease("http://yes.test/**"), null, "tls", false, null, null);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(rig.admin().get(Rig.SB).status()).isEqualTo(404);
        }
    }
}
