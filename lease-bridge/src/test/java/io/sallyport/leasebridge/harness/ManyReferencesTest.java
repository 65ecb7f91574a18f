package io.sallyport.leasebridge.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Findings;
import io.sallyport.model.Sha256;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a harness refers to, thousands of times, costs what it costs once. */
final class ManyReferencesTest extends HarnessReadings {
    private static String pinned(int i) {
        return "https://h.example/p" + i + ".yaml#sha256=" + Sha256.hexOf("absent " + i);
    }

    private static String profiles(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"" + pinned(i) + "\"")
                .collect(Collectors.joining(", ", "openshell: {profiles: [", "]}\n"));
    }

    @Test
    void aDocumentIsHashedOnceHoweverOftenOneIsAskedForByHash() {
        String text = "id: p\n";
        var lent = new Lent(Map.of("lent.yaml", text + "#"), Map.of(), Map.of(), Set.of());
        var given = new GivenDocuments(Map.of("b.yaml", text, "a.yaml", text), lent);
        Surroundings.Document first = given.byHash(Sha256.hexOf(text));
        assertThat(first).isEqualTo(new Surroundings.Found("a.yaml", text)).isSameAs(again(given, text));
        assertThat(again(given, text + "#")).isSameAs(again(new GivenDocuments(Map.of(), lent), text + "#"));
        assertThat(again(given, "another")).isInstanceOf(Surroundings.Absent.class);
    }

    private static Surroundings.Document again(GivenDocuments given, String text) {
        return given.byHash(Sha256.hexOf(text));
    }

    @Test
    void referencesOfOneHarnessHaveABoundThatIsToldOnce() {
        List<Diagnostic> most =
                read(HEAD + profiles(Attached.MAX_REFERENCES), Map.of(), null).diagnostics();
        assertThat(most).hasSize(Findings.MAX + 1).extracting(Diagnostic::code).doesNotContain("TOO_MANY");
        assertThat(most.getLast().message()).isEqualTo("156 more are not shown");
        List<Diagnostic> more = read(HEAD + profiles(10_000), Map.of(), null).diagnostics();
        assertThat(more).extracting(Diagnostic::code).containsExactly("TOO_MANY");
    }

    @Test
    void providersOfServersCountAmongThem() {
        String one = profiles(Attached.MAX_REFERENCES);
        String server = "api_servers: [{name: a, script: s, port: 0, providers: [p]}]\n";
        assertThat(read(HEAD + one + server, Map.of(), null).diagnostics())
                .extracting(Diagnostic::code)
                .contains("TOO_MANY");
    }
}
