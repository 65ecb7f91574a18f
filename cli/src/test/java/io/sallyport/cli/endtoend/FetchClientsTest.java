package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.LocalForge;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real clients at the fetch endpoint of a whole gateway: curl, and the in-sandbox client of the command line. */
class FetchClientsTest {
    @TempDir
    private Path folder = Path.of("");

    private final String large = noise();
    private final SkillFixture skill = SkillFixture.of(Map.of("SKILL.md", "# Rust\n", "noise.txt", large));
    private final LocalForge forge = skill.forge();
    private final String url = skill.url();

    /** More than sockets and pipes can hold, so that it has to be streamed. */
    private static String noise() {
        byte[] bytes = new byte[900_000];
        new Random(7).nextBytes(bytes);
        var text = new StringBuilder();
        for (byte one : bytes) {
            text.append((char) ('a' + (one & 15)));
        }
        return text.toString();
    }

    @AfterEach
    void close() {
        forge.close();
    }

    @Test
    void curlIsAnsweredByTheGatewaysOwnNameThroughTheProxy() throws Exception {
        require("curl");
        try (Rig rig = rig("")) {
            Map<String, String> env = put(rig);
            String body = curl(rig, env, "");
            assertThat(body).isEqualTo("200 {\"local_path\":\"" + skills().resolve(skill.landed()) + "\"}\n");
            assertThat(skills().resolve(skill.landed()).resolve("SKILL.md")).hasContent("# Rust\n");
            assertThat(curl(rig, env, "wrong")).isEqualTo("401 {\"error\":\"unauthorized\"}\n");
            assertThat(rig.records("fetch"))
                    .extracting(record -> record.path("status").asInt() + " "
                            + record.path("sandbox").asString())
                    .containsExactly("200 sb-1", "401 sb-1");
            assertThat(rig.requests()).as("one record for each").isEmpty();
        }
    }

    @Test
    void theSkillItselfComesAsATarThroughTheProxy() throws Exception {
        require("curl");
        require("tar");
        try (Rig rig = rig("")) {
            Map<String, String> env = put(rig);
            Path tar = folder.resolve("skill.tar");
            curl(rig, env, "", "-H", "Accept: application/x-tar", "--limit-rate", "4M", "-o", tar.toString());
            Client.Ended listed = rig.run(Map.of(), "tar", "-xOf", tar.toString(), skill.landed() + "/noise.txt");
            assertThat(listed.out()).isEqualTo(large);
        }
    }

    @Test
    void theClientInTheSandboxPrintsThePathOrTheError() throws Exception {
        try (Rig rig = rig("")) {
            Map<String, String> env = put(rig);
            Client.Ended ended = sallyport(rig, env, "fetch-skill", url);
            assertThat(ended.out()).as(ended.err()).isEqualTo(skills().resolve(skill.landed()) + "\n");
            assertThat(ended.exit()).isZero();
            Client.Ended refused = sallyport(rig, env, "fetch-skill", url.replace("acme", "evil"));
            assertThat(refused.err()).contains("is not in allowed_remote_resources");
            assertThat(refused.exit()).isEqualTo(1);
        }
    }

    /** Every address of 127/8 is this machine, but {@code NO_PROXY} contains only 127.0.0.1 by default. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.2"})
    void aListenerOfItsOwnIsReachedWithTheVariablesOfThePut(String host) throws Exception {
        require("curl");
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            port = free.getLocalPort();
        }
        String address = host + ":" + port;
        try (Rig rig = rig("  listen: \"" + address + "\"\n  advertised_url: \"http://" + address + "/fetch\"\n")) {
            Map<String, String> env = put(rig);
            assertThat(env).containsEntry("FULLSEND_FETCH_URL", "http://" + address + "/fetch");
            assertThat(curl(rig, env, "")).startsWith("200 ");
            assertThat(sallyport(rig, env, "fetch-skill", url).exit()).isZero();
            assertThat(rig.requests()).as("none came to the proxy").isEmpty();
        }
    }

    private static String curl(Rig rig, Map<String, String> env, String wrong, String... more) {
        var command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "curl -s -w '%{stderr}%{http_code} ' -H \"Authorization: Bearer $FULLSEND_FETCH_TOKEN" + wrong
                        + "\" --data \"{\\\"url\\\":\\\"$SKILL\\\"}\" \"$@\" $FULLSEND_FETCH_URL",
                "sh"));
        command.addAll(List.of(more));
        Client.Ended ended = rig.run(env, command.toArray(String[]::new));
        return ended.err() + ended.out();
    }

    private static Client.Ended sallyport(Rig rig, Map<String, String> env, String... arguments) {
        return rig.run(env, GatewayJvm.command(arguments).toArray(String[]::new));
    }

    private Rig rig(String more) throws IOException, StartException {
        return Rig.start(
                folder, Map.of("forge.test", "127.0.0.1:" + forge.origin().port()), """
                fetch:
                  directory: skills
                  forges: {github.com: {api: "http://forge.test"}}
                """ + more);
    }

    private Map<String, String> put(Rig rig) throws IOException {
        var documents = SandboxDocuments.builder()
                .harness(SkillFixture.HARNESS)
                .run("run-7")
                .build();
        Map<String, String> env = Rig.variables(rig.put(Rig.SB, documents));
        env.put("SKILL", url);
        return env;
    }

    private Path skills() {
        return folder.resolve("skills").resolve("sb-1");
    }
}
