package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.leasebridge.network.ProviderReader;
import io.sallyport.leasebridge.skill.SkillReader;
import io.sallyport.model.DialRules;
import io.sallyport.testkit.GoldenFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the messages of document readers with recorded ones, so that no change goes unnoticed. */
final class GoldenMessagesTest {
    private static final Instant SUBMITTED = Instant.parse("2030-01-01T00:00:00Z");

    @Test
    void leasesAreToldWhatIsWrongAsRecorded() {
        check(
                "lease.txt",
                text -> LeaseReader.readFile("lease", text, SUBMITTED, DialRules.NONE)
                        .diagnostics());
    }

    @Test
    void harnessesAreToldWhatIsWrongAsRecorded() {
        check(
                "harness.txt",
                text -> HarnessReader.read("harness", text, HarnessContext.alone(false))
                        .diagnostics());
    }

    @Test
    void networkPoliciesAreToldWhatIsWrongAsRecorded() {
        check("network.txt", text -> NetworkPolicyReader.read("policy", text).diagnostics());
    }

    @Test
    void providersAreToldWhatIsWrongAsRecorded() {
        check("provider.txt", text -> switch (ProviderReader.read("provider", text)) {
            case ProviderReader.Read _ -> List.of();
            case ProviderReader.Refused(var diagnostics) -> diagnostics;
        });
    }

    @Test
    void skillsAreToldWhatIsWrongAsRecorded() {
        check("skill.txt", text -> SkillReader.read("skill.yaml", text).diagnostics());
    }

    private static void check(String file, Function<String, List<Diagnostic>> reader) {
        GoldenFile golden = GoldenFile.of(Path.of("src/test/resources/golden", file));
        String said = golden.said(bytes -> said(reader.apply(new String(bytes, StandardCharsets.UTF_8))));
        assertThat(said).isEqualTo(golden.recorded());
    }

    private static String said(List<Diagnostic> diagnostics) {
        String verdict = diagnostics.stream().anyMatch(Diagnostic::isError) ? "refused" : "taken";
        return verdict
                + diagnostics.stream()
                        .map(each -> "\n" + each.severity() + " " + each)
                        .collect(Collectors.joining());
    }
}
