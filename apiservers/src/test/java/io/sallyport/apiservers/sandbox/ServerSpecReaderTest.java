package io.sallyport.apiservers.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.ApiServerSpec;
import io.sallyport.apiservers.ServerTimes;
import io.sallyport.apiservers.TokenDelivery;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.harness.Lent;
import io.sallyport.model.SandboxDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a harness's wishes is started, asked as one who wants more than he may. */
class ServerSpecReaderTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("BUILD_KEY", "s3cret$1", "HOME", "/root", "EMPTY", "");

    @TempDir
    private Path folder = Path.of("");

    private Path listed = Path.of("");

    @BeforeEach
    void programs() throws IOException {
        listed = Files.createDirectories(folder.resolve("listed"));
        program(listed.resolve("words"));
        program(Files.createDirectories(listed.resolve("below")).resolve("deep"));
        program(folder.resolve("outside"));
        program(Files.createDirectories(folder.resolve("listed-not")).resolve("near"));
        Files.writeString(listed.resolve("text"), "no program");
        Files.createSymbolicLink(listed.resolve("link-out"), folder.resolve("outside"));
        Files.createSymbolicLink(listed.resolve("link-in"), listed.resolve("words"));
        Files.createSymbolicLink(listed.resolve("loop"), listed.resolve("loop"));
    }

    private static void program(Path file) throws IOException {
        Files.writeString(file, "#!/bin/sh\n").toFile().setExecutable(true);
    }

    @Test
    void aListedProgramIsStartedAsItIsWritten() {
        ApiServerSpec spec =
                started("{name: w, script: words, port: 2000, token: file, env: {A: 'x${BUILD_KEY}y', B: 7}}");
        assertThat(spec.script()).isEqualTo(real("listed/words"));
        assertThat(spec.port()).isEqualTo(2000);
        assertThat(spec.arguments()).isEmpty();
        assertThat(spec.token()).isEqualTo(TokenDelivery.FILE);
        assertThat(spec.environment()).isEqualTo(Map.of("A", "xs3cret$1y", "B", "7"));
        assertThat(spec.credentials()).containsExactly("s3cret$1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"below/deep", "link-in"})
    void programsBelowAndLinksWithinAreListed(String script) {
        started("{name: w, script: " + script + ", port: 0}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"link-out", "absent", "text", "below", "loop", "listed-not/near"})
    void whateverElseGetsOneAnswer(String script) {
        assertThat(refusals("{name: w, script: " + script + ", port: 0}", allowing("BUILD_KEY")))
                .containsExactly("3:33 NOT_LISTED api_servers.script: no such program may be started here");
    }

    /** Without the settings of an operator, not even what is there. */
    @Test
    void withoutDirectoriesNothingIsStarted() {
        assertThat(refusals("{name: w, script: words, port: 0}", ServerSettings.NOTHING))
                .containsExactly("3:33 NOT_LISTED api_servers.script: no such program may be started here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${HOME}", "${ABSENT}", "a${HOME}b", "${BUILD_KEY}${HOME}"})
    void aVariableThatIsNotListedIsNotToldFromOneThatIsNotThere(String value) {
        assertThat(refusals(
                        "{name: w, script: words, port: 0, env: {A: '" + value + "'}}",
                        allowing("BUILD_KEY", "ABSENT")))
                .containsExactly("3:58 UNKNOWN_VARIABLE api_servers.env: no such variable may be named here");
    }

    @Test
    void withoutVariablesNoneIsSeen() {
        assertThat(refusals("{name: w, script: words, port: 0, env: {A: '${BUILD_KEY}'}}", allowing()))
                .containsExactly("3:58 UNKNOWN_VARIABLE api_servers.env: no such variable may be named here");
    }

    /** Of a name that is not listed nobody knows what it steers. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "C: x",
                "C: ''",
                "C: '${BUILD_KEY}'",
                "KUBECONFIG: /tmp/k",
                "a: x",
                "BUILD_KEY: x",
                "BUILD_KEY: '${BUILD_KEY} '",
                "BUILD_KEY: '${HOME}'"
            })
    void aNameThatIsNotListedIsNotSet(String variable) {
        assertThat(refusals(
                        "{name: w, script: words, port: 0, env: {" + variable + "}}", allowing("BUILD_KEY", "HOME")))
                .containsExactly("3:55 NOT_LISTED api_servers.env: no such variable may be set here");
    }

    @Test
    void whatTheOperatorHasUnderThatNameIsHandedOn() {
        ApiServerSpec spec = started("{name: w, script: words, port: 0, env: {BUILD_KEY: '${BUILD_KEY}'}}");
        assertThat(spec.environment()).isEqualTo(Map.of("BUILD_KEY", "s3cret$1"));
        assertThat(spec.credentials()).containsExactly("s3cret$1");
    }

    /** What comes out of a variable is not looked into again. */
    @Test
    void aValueIsFilledInOnce() {
        var environment = Map.of("BUILD_KEY", "${HOME}", "HOME", "/root");
        ServerSpecReader.Result result = read(
                "{name: w, script: words, port: 0, env: {A: '${BUILD_KEY}'}}",
                allowing("BUILD_KEY", "HOME"),
                environment);
        assertThat(result.specs().getFirst().environment()).isEqualTo(Map.of("A", "${HOME}"));
    }

    @Test
    void sixteenServersAreTheMost() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < ServerSpecReader.MAX_SERVERS; i++) {
            all.append("{name: w").append(i).append(", script: words, port: 0}, ");
        }
        assertThat(read(all.toString(), allowing(), ENVIRONMENT).specs()).hasSize(16);
        assertThat(read(all + "{name: more, script: words, port: 0}", allowing(), ENVIRONMENT)
                        .diagnostics())
                .extracting(Diagnostic::code)
                .containsExactly("TOO_MANY");
    }

    @Test
    void diagnosticsHaveABound() {
        String variables =
                IntStream.range(0, 5_000).mapToObj(i -> "V" + i + ": x").collect(Collectors.joining(", "));
        String server = "{name: w, script: words, port: 0, env: {" + variables + "}}";
        assertThat(read(server, allowing(), ENVIRONMENT).diagnostics()).hasSize(Findings.MAX + 1);
    }

    @Test
    void noDiagnosticSaysWhereThisMachineKeepsThings() {
        for (String script : List.of("link-out", "absent", "words")) {
            String text = refusals("{name: w, script: " + script + ", port: 0, env: {A: '${HOME}'}}", allowing())
                    .toString();
            assertThat(text).doesNotContain(folder.toString(), "/root");
        }
    }

    private ApiServerSpec started(String server) {
        ServerSpecReader.Result result = read(server, allowing("BUILD_KEY"), ENVIRONMENT);
        assertThat(result.diagnostics()).isEmpty();
        return result.specs().getFirst();
    }

    private List<String> refusals(String server, ServerSettings settings) {
        ServerSpecReader.Result result = read(server, settings, ENVIRONMENT);
        return result.diagnostics().stream()
                .map(one -> one.line() + ":" + one.column() + " " + one.code() + " " + one.message())
                .toList();
    }

    private ServerSettings allowing(String... variables) {
        return new ServerSettings(
                List.of(listed),
                Set.of(variables),
                Set.of("A", "B"),
                List.of(),
                null,
                null,
                ServerTimes.STANDARD.startup(),
                null);
    }

    /** As the harness of a PUT is read where its variables may stand in it. */
    private static ServerSpecReader.Result read(
            String servers, ServerSettings settings, Map<String, String> environment) {
        String text = "agent: a.md\nrole: coder\napi_servers: [" + servers + "]\n";
        var documents = SandboxDocuments.builder().harness(text).build();
        var lent = new Lent(Map.of(), Map.of(), Map.of(), Set.of("BUILD_KEY", "HOME", "ABSENT"));
        HarnessContext context = HarnessContext.of(documents, HarnessSettings.BY_DEFAULT.lending(lent));
        return switch (HarnessReader.read("harness", text, context)) {
            case HarnessReader.Read(var harness, var _) ->
                ServerSpecReader.of(harness.apiServers(), settings, environment);
            case HarnessReader.Refused(var why) -> throw new AssertionError(why.toString());
        };
    }

    private Path real(String path) {
        try {
            return folder.resolve(path).toRealPath();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
