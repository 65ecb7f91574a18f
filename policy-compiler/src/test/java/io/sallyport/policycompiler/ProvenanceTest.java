package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.harness.Lent;
import io.sallyport.leasebridge.harness.OrganisationAllowlist;
import io.sallyport.model.Grant;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.author.Compilation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Every grant of a harness, and of what it attaches, has the place where it was written. */
final class ProvenanceTest {
    private static final DocumentRules RULES = new DocumentRules(
            LeaseRules.BY_DEFAULT,
            new HarnessSettings(false, OrganisationAllowlist.UNSET, Lent.NOTHING, Forges.PUBLIC));
    private static final String BASE = """
            agent: agents/fix.md
            role: fixer
            policy: net.yaml
            openshell:
              profiles: [reads]
            """;
    private static final String HARNESS = """
            base: common.yaml
            allowed_remote_resources:
              - https://github.com/acme/skills/
              - https://github.com/acme/more/
            """;
    private static final String POLICY = """
            version: 1
            network_policies:
              api:
                endpoints:
                  - {host: api.test, port: 443, protocol: rest, access: read-only}
            """;
    private static final String PROFILE = """
            id: reads
            endpoints:
              - host: build.test
                port: 443
                rules:
                  - allow: {method: GET, path: "/a/**"}
                  - allow: {method: GET, path: "/b/**"}
                deny_rules:
                  - {method: GET, path: "/a/x"}
            """;

    private static DocumentGrants reading() {
        var documents =
                SandboxDocuments.builder().harness(HARNESS).allowlistGet(true).build();
        var files = Map.of("common.yaml", BASE, "net.yaml", POLICY, "profiles/reads.yaml", PROFILE);
        var read = GrantReader.read(
                documents.toBuilder()
                        .enclosed(new HarnessFiles(files, List.of(), null))
                        .build(),
                RULES,
                null);
        return switch (read) {
            case Compilation.Ready<DocumentGrants>(var reading, var _) -> reading;
            case Compilation.Refused<DocumentGrants>(var diagnostics) ->
                throw new AssertionError(diagnostics.toString());
            case Compilation.Unavailable<DocumentGrants>(var why) -> throw new AssertionError(why);
        };
    }

    @Test
    void eachRuleIsFoundInItsDocument() {
        Map<String, String> places = new TreeMap<>();
        reading().provenance().forEach((rule, place) -> places.put(rule, place.toString()));
        assertThat(places)
                .containsEntry("harness:allowed_remote_resources[0]", "harness:3:5 (child)")
                .containsEntry("harness:allowed_remote_resources[1]", "harness:4:5 (child)")
                .containsEntry("policy:api.endpoints[0]", "net.yaml:5:9")
                .containsEntry("policy:_provider_reads.endpoints[0].rules[0]", "profiles/reads.yaml:6:9")
                .containsEntry("policy:_provider_reads.endpoints[0].rules[1]", "profiles/reads.yaml:7:9")
                .containsEntry("policy:_provider_reads.endpoints[0].deny_rules[0]", "profiles/reads.yaml:9:9");
    }

    @Test
    void noGrantIsWithoutOne() {
        DocumentGrants reading = reading();
        assertThat(reading.grants()).hasSize(7).extracting(Grant::rule).allMatch(reading.provenance()::containsKey);
        assertThat(reading.denials())
                .allMatch(denial ->
                        reading.provenance().containsKey(denial.covered().rule()));
    }
}
