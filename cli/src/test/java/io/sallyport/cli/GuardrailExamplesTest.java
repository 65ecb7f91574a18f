package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The guardrails of {@code examples/guardrails}: their own tests, here and under OPA, and what they decide. */
class GuardrailExamplesTest extends CommandLineTest {
    private static final ExampleRequests REQUESTS = new ExampleRequests();

    @AfterAll
    static void close() {
        REQUESTS.close();
    }

    static List<ExampleGuardrail> all() throws IOException {
        return ExampleGuardrail.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void itsTestsPassOnTheEngineThatDecides(ExampleGuardrail guardrail) {
        assertThat(run("policy", "test", guardrail.folder().toString()))
                .as(out.toString() + err)
                .isZero();
        assertThat(out.toString()).contains("PASS: ");
    }

    @ParameterizedTest
    @MethodSource("all")
    void itsTestsPassUnderOpa(ExampleGuardrail guardrail) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("test"));
        arguments.add(guardrail.folder().toAbsolutePath().toString());
        for (String shipped : List.of("forge", "objects", "packages")) {
            arguments.add("../../rego/src/main/rego/" + shipped + ".rego");
        }
        assertThat(OpaProgram.run(arguments.toArray(String[]::new))).contains("PASS: ");
    }

    @ParameterizedTest
    @MethodSource("all")
    void eachOfItsRequestsIsDecidedAsItsLineSays(ExampleGuardrail guardrail) throws IOException {
        Set<String> verdicts = new HashSet<>();
        REQUESTS.begin(guardrail);
        for (String line : guardrail.requests()) {
            ExampleRequests.Said said = REQUESTS.read(line);
            if (said != null) {
                assertThat(said.came()).as(line).isEqualTo(said.expected());
                verdicts.add(said.came().split(" ", 2)[0]);
            }
        }
        assertThat(verdicts).as("both verdicts").containsExactlyInAnyOrder("allow", "deny");
    }

    @Test
    void theyAreInForceTogetherAndWarnOnlyOfTunnelsAndUnreadableBodies() throws IOException {
        List<String> command = new ArrayList<>(List.of("policy", "check", "--guardrails"));
        ObjectNode lists = JsonNodeFactory.instance.objectNode();
        for (ExampleGuardrail guardrail : all()) {
            command.add(guardrail.rego().toString());
            lists.setAll(guardrail.lists());
        }
        command.addAll(List.of("--data", write("lists.json", lists.toString()).toString()));
        assertThat(run(command.toArray(String[]::new))).as(err.toString()).isEqualTo(ExitCodes.OK);
        assertThat(out.toString().strip()).isEqualTo("ok");
        assertThat(err.toString().lines().filter(line -> line.contains(".rego:")))
                .isNotEmpty()
                .allMatch(line -> line.contains(" OPENS_TUNNELS: ") || line.contains(" UNREADABLE_FIELD: "));
    }
}
