package io.sallyport.cli.policy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.documents.Diagnostic;
import io.sallyport.policycompiler.author.Compilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is said of each guardrail of a folder, by {@code policy check} and at a PUT: {@code x.diagnostics.txt} beside
 * {@code x.rego}. {@code -Dgolden.write=true} writes them anew.
 */
class GuardrailDiagnosticsTest {
    private static final Path FOLDER = Path.of("src/test/resources/guardrails");
    private static final CompiledPolicies POLICIES =
            CompiledPolicies.withDefaults(InstantSource.system(), System::nanoTime);

    @AfterAll
    static void close() {
        POLICIES.close();
    }

    static List<String> guardrails() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".rego"))
                    .map(name -> name.substring(0, name.length() - ".rego".length()))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("guardrails")
    void saysWhatIsWrongAndWhatToWrite(String name) throws IOException {
        Path recorded = FOLDER.resolve(name + ".diagnostics.txt");
        String said = said(Map.of(name + ".rego", Files.readString(FOLDER.resolve(name + ".rego"))));
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(recorded, said);
        }
        assertThat(said).isEqualTo(Files.readString(recorded)).contains(name + ".rego:", "\n  help: ");
    }

    private static String said(Map<String, String> rego) throws IOException {
        var documents = new GuardrailsDocuments(rego, Files.readString(FOLDER.resolve("lists.json")));
        return switch (POLICIES.guardrails(documents, new MemoryStore())) {
            case Compilation.Ready<?>(var _, var warnings) -> "loaded\n" + quoted(warnings, rego);
            case Compilation.Refused<?>(var errors) -> "refused\n" + quoted(errors, rego);
            case Compilation.Unavailable<?>(var why) -> throw new AssertionError(why);
        };
    }

    private static String quoted(List<Diagnostic> diagnostics, Map<String, String> rego) {
        String all = requireNonNull(CliException.refused(CheckReport.byPlace(diagnostics), SourceTexts.of(rego))
                .getMessage());
        return all.substring(all.indexOf('\n') + 1) + "\n";
    }
}
