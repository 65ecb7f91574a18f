package io.sallyport.policycompiler;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.ReasonCode;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guardrails over arrays of 100,000 entries, within the default bound of steps. */
class LongListsTest extends CompiledDocuments {
    private static final String LEASE = "{\"net.fetch\": [\"https://*.example.com/**\"]}";
    private static final String LISTS = "{\"hosts\": ["
            + IntStream.range(0, 100_000)
                    .mapToObj(i -> "\"h" + i + ".example.com\"")
                    .collect(joining(","))
            + "], \"few\": [\"h1.example.com\"]}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "input.net.host in data.lists.hosts",
                "data.lists.hosts[_] == input.net.host",
                "some i; data.lists.hosts[i] == input.net.host; i > 1",
                "some h in data.lists.hosts; h in input.net.suffixes",
                "some h in data.lists.hosts; h == input.net.host; startswith(h, \"h\")",
                "not input.net.host in data.lists.few; input.net.host in data.lists.hosts"
            })
    void aHostOfALongListIsClosedAndOthersAreNot(String condition) {
        Compilation<AuthoredRego> compiled = compiled(condition);
        PolicySnapshot snapshot = under(ready(compiled), lease(LEASE, Map.of()));
        assertThat(snapshot.decide(connect("h99998.example.com")).reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(snapshot.decide(connect("other.example.com")).reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(warnings(compiled)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "some h in data.lists.hosts; endswith(input.net.host, h)",
                "every h in data.lists.hosts { h != input.net.host }"
            })
    void whatLooksAtEachEntryRefusesAndIsWarnedOfWithItsSteps(String condition) {
        Compilation<AuthoredRego> compiled = compiled(condition);
        PolicySnapshot snapshot = under(ready(compiled), lease(LEASE, Map.of()));
        assertThat(snapshot.decide(connect("other.example.com")).reason()).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
        List<Diagnostic> warnings = warnings(compiled);
        assertThat(warnings).extracting(Diagnostic::code).containsExactly("LONG_LOOP");
        assertThat(warnings.getFirst().line()).isEqualTo(4);
        assertThat(warnings.getFirst().message())
                .matches("this loop takes up to [0-9,]+ steps for the 100,000 entries of data.lists.hosts; .* 100,000");
    }

    @Test
    void aLoopOverAShortListIsNotWarnedOf() {
        assertThat(warnings(compiled("some h in data.lists.few; endswith(input.net.host, h)")))
                .isEmpty();
    }

    private static Compilation<AuthoredRego> compiled(String condition) {
        String rego =
                "package sallyport.guardrails\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\"} if {\n\t%s\n}\n"
                        .formatted(condition);
        return COMPILER.guardrails(Map.of("a.rego", rego), LISTS, PlanStore.NONE);
    }
}
