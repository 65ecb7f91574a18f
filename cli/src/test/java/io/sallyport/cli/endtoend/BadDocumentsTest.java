package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Bad documents sent to the control API: each is refused with its place, leaves exactly one record, and changes nothing
 * in its own sandbox; traffic and changes of another sandbox go on. {@code docs/bad-input.md} names these tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadDocumentsTest {
    private static final String URL = "http://yes.test/";
    private static final String GRANT = "http://yes.test/**";
    private static final int DEEP = 20_000;
    private static final int DEEPER = 100_000;

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
    private final Rig rig;
    private Map<String, String> own = Map.of();
    private Map<String, String> neighbour = Map.of();

    BadDocumentsTest(@TempDir Path folder) throws IOException, StartException {
        rig = Rig.start(folder, Map.of("yes.test:80", origin.hostPort()), "policy: {compile_timeout: \"12s\"}");
    }

    @BeforeAll
    void sandboxes() throws IOException {
        require("curl");
        own = rig.grant(Rig.SB, GRANT);
        neighbour = rig.grant(Rig.OTHER, GRANT);
    }

    @AfterAll
    void close() {
        rig.close();
        origin.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"net.fetch\": [\"https://a.test/**\"]", "{\"net.fetch\": [,]}", ""})
    void aLeaseThatIsNoJsonIsRefusedAtItsPlace(String lease) throws IOException {
        JsonNode body = refused(Rig.raw(lease, null, Map.of()), 400);
        assertThat(body.path("message").asString()).matches("line \\d+, column \\d+: .*");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"net.fetsch": []}                     | lease   | UNKNOWN_CAPABILITY
                    {"net.fetch": "https://a.test/**"}     | lease   | NOT_A_LIST
                    {"net.fetch": ["https://a b.test/**"]} | lease   | BAD_PATTERN
                    []                                     | request | WRONG_TYPE
                    """)
    void aLeaseThatIsNoneIsRefusedAtItsPlace(String lease, String file, String code) throws IOException {
        JsonNode diagnostic = refused(Rig.raw(lease, null, Map.of()));
        assertThat(diagnostic.path("file").asString()).isEqualTo(file);
        assertThat(diagnostic.path("line").asInt()).isPositive();
        assertThat(diagnostic.path("code").asString()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "agent: [",
                "agent: a\nagent: b\n",
                "agent: &a x\n---\nother: y\n",
                "- a\n- b\n",
                "\tagent: x\n",
                "allowed_remote_resources: 7\n",
                "!!java.lang.Runtime {}\n"
            })
    void wrongYamlIsRefusedAtItsPlace(String harness) throws IOException {
        JsonNode diagnostic = refused(harness(harness));
        assertThat(diagnostic.path("file").asString()).isEqualTo("harness");
        assertThat(diagnostic.path("line").asInt()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    deny contains x if {             | 4 | rego_parse_error
                    deny contains x if y > 1         | 3 | rego_unsafe_var_error
                    deny contains 1 if nothing(2)    | 3 | rego_type_error
                    deny contains 1 if http.send({}) | 3 | rego_type_error
                    deny contains 1 if 1 == "a"      | 3 | rego_type_error
                    allow := true                    | 3 | ALLOW_RULE
                    """)
    void regoWithErrorsIsRefusedAtItsPlace(String rule, int line, String code) throws IOException {
        JsonNode diagnostic = refused(rego("package sallyport.sandbox\n\n" + rule + "\n"));
        assertThat(diagnostic.path("file").asString()).isEqualTo("own.rego");
        assertThat(diagnostic.path("line").asInt()).isEqualTo(line);
        assertThat(diagnostic.path("code").asString()).isEqualTo(code);
    }

    @Test
    void regoThatNestsTooDeepIsRefusedAtItsPlace() throws IOException {
        String nested = "[".repeat(DEEP) + "]".repeat(DEEP);
        JsonNode diagnostic = refused(rego("package sallyport.sandbox\n\nx := " + nested + "\n"));
        assertThat(diagnostic.path("line").asInt()).isEqualTo(3);
        assertThat(diagnostic.path("message").asString()).contains("recursion depth");
    }

    @Test
    void regoThatHidesItsDepthIsRefusedAtABound() throws IOException {
        String closers = "# " + "]".repeat(DEEPER + DEEPER / 2);
        String nested = "[".repeat(DEEPER) + "]".repeat(DEEPER);
        JsonNode diagnostic = refused(rego("package sallyport.sandbox\n\n" + closers + "\nx := " + nested + "\n"));
        assertThat(diagnostic.path("code").asString()).isEqualTo("COMPILE_LIMIT");
    }

    @Test
    void regoThatTheCompilerNeverFinishesIsGivenUpWhileOthersChange() throws IOException {
        var hostile = new StringBuilder("package sallyport.sandbox\n\nr0 := input.sandbox.labels.a\n");
        for (int i = 1; i <= 14; i++) {
            hostile.append("r%d := [r%d, {\"k\": r%d}]\n".formatted(i, i - 1, i - 1));
        }
        hostile.append("deny contains {\"rule\": \"x\", \"message\": \"x\"} if r14 == r13\n");
        int before = changes().size();
        CompletableFuture<AdminClient.Reply> compiling =
                CompletableFuture.supplyAsync(() -> put(rego(hostile.toString())));
        assertThat(rig.curl(neighbour, URL)).isEqualTo("200 000");
        assertThat(rig.put(Rig.OTHER, Rig.lease(GRANT, "http://more.test/**")).status())
                .as("a change without Rego")
                .isEqualTo(200);
        assertThat(compiling).as("still under way").isNotDone();
        AdminClient.Reply reply = compiling.join();
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(422);
        JsonNode diagnostic = reply.body().path("diagnostics").path(0);
        assertThat(diagnostic.path("code").asString()).isEqualTo("COMPILE_LIMIT");
        assertThat(diagnostic.path("message").asString()).contains("TIME");
        assertThat(changes()).as("one for each of the two").hasSize(before + 2);
        assertThat(rig.put(Rig.OTHER, Rig.lease(Map.of("own.rego", OWN), GRANT)).status())
                .as("a change with Rego, afterwards")
                .isEqualTo(200);
        assertThat(rig.curl(own, URL)).isEqualTo("200 000");
    }

    private static final String OWN = """
            package sallyport.sandbox

            deny contains {"rule": "closed", "message": "closed"} if input.net.path == "/closed"
            """;

    /** Asserts that the documents are refused, nothing changed, one record was written, and the neighbour is served. */
    private JsonNode refused(SandboxDocuments documents) throws IOException {
        return refused(documents, 422).path("diagnostics").path(0);
    }

    private JsonNode refused(SandboxDocuments documents, int status) throws IOException {
        JsonNode generation = rig.admin().get(Rig.SB).body().path("generation");
        int before = changes().size();
        AdminClient.Reply reply = put(documents);
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(status);
        assertThat(changes()).hasSize(before + 1);
        assertThat(changes().getLast().path("reason").asString()).isEqualTo("document_refused");
        assertThat(rig.admin().get(Rig.SB).body().path("generation")).isEqualTo(generation);
        assertThat(rig.curl(own, URL)).as("its policy is what it was").isEqualTo("200 000");
        assertThat(rig.curl(neighbour, URL)).isEqualTo("200 000");
        return reply.body();
    }

    private List<JsonNode> changes() throws IOException {
        return rig.records("admin", "policy");
    }

    private AdminClient.Reply put(SandboxDocuments documents) {
        try {
            return rig.put(Rig.SB, documents);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SandboxDocuments rego(String text) {
        return Rig.lease(Map.of("own.rego", text), GRANT);
    }

    private static SandboxDocuments harness(String text) {
        return SandboxDocuments.builder().harness(text).build();
    }
}
