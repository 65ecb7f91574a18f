package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.network.NetworkRules;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.eval.ToBytecode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The operator chooses the dialect of network policies; documents ask for another where the operator allows it. */
final class PolicyDialectTest extends CompiledDocuments {
    private static final String POLICY = """
            version: 7
            network_policies:
              api:
                endpoints:
                  - {host: api.example.com, port: 443, protocol: rest, access: full}
            """;
    private static final SandboxDocuments.Builder PUT =
            SandboxDocuments.builder().policy(POLICY);

    private static Compilation<DocumentGrants> read(SandboxDocuments documents, NetworkRules network) {
        return GrantReader.read(documents, DocumentRules.BY_DEFAULT.with(network), NOW);
    }

    private static DocumentGrants ready(SandboxDocuments documents, NetworkRules network) {
        assertThat(read(documents, network)).isInstanceOf(Compilation.Ready.class);
        return ((Compilation.Ready<DocumentGrants>) read(documents, network)).value();
    }

    private static List<String> errors(SandboxDocuments documents, NetworkRules network) {
        return read(documents, network) instanceof Compilation.Refused<DocumentGrants>(var diagnostics)
                ? diagnostics.stream()
                        .filter(Diagnostic::isError)
                        .map(Diagnostic::message)
                        .toList()
                : List.of();
    }

    @Test
    void documentsMayAskOnlyForTheDialectsThatTheOperatorAllows() {
        SandboxDocuments asking = PUT.dialect("openshell").build();
        assertThat(errors(asking, NetworkRules.BY_DEFAULT))
                .contains("dialect: \"openshell\" is not one that the operator allows (policy.allow_dialects)");
        assertThat(ready(asking, NetworkRules.BY_DEFAULT.orIn(Set.of("openshell")))
                        .dialect())
                .isEqualTo(PolicyDialect.OPENSHELL);
        assertThat(errors(PUT.dialect("lax").build(), NetworkRules.BY_DEFAULT.orIn(Set.of("openshell"))))
                .contains("dialect: \"lax\" is no dialect");
    }

    @Test
    void documentsMayAlwaysAskForTheStrictDialect() {
        assertThat(errors(PUT.dialect("strict").build(), NetworkRules.BY_DEFAULT.in(PolicyDialect.OPENSHELL)))
                .contains("version: 1, a number, is wanted");
    }

    /** Of policies that say nothing of encoded slashes, requests are read as ever. */
    @Test
    void requestsKeepEncodedSlashesOnlyForAPolicyThatSaysSoAndStandsAlone() {
        NetworkRules network = NetworkRules.BY_DEFAULT.in(PolicyDialect.OPENSHELL);
        String policy = POLICY.replace("access: full", "access: full, allow_encoded_slash: true");
        SandboxDocuments alone = SandboxDocuments.builder().policy(policy).build();
        SandboxDocuments leased = SandboxDocuments.builder()
                .policy(policy)
                .lease("{\"net.fetch\": [\"https://api.example.com/**\"]}")
                .build();
        assertThat(keepsSlashes(alone, network)).isTrue();
        assertThat(keepsSlashes(leased, network)).isFalse();
        assertThat(keepsSlashes(PUT.dialect(null).build(), network)).isFalse();
    }

    private static boolean keepsSlashes(SandboxDocuments documents, NetworkRules network) {
        return ready(documents, network).layOut().reading().requests().has(PolicySwitch.ENCODED_SLASH);
    }

    @Test
    void eachRelaxedPointIsAWarningOfItsOwn() {
        SandboxDocuments documents = PUT.dialect(null).build();
        NetworkRules network = NetworkRules.BY_DEFAULT.in(PolicyDialect.OPENSHELL);
        List<String> relaxed = ((Compilation.Ready<DocumentGrants>) read(documents, network))
                .diagnostics().stream()
                        .filter(warning -> warning.code().equals("RELAXED"))
                        .map(warning -> warning.message().split(":", 2)[0])
                        .toList();
        assertThat(relaxed).containsExactlyInAnyOrder("any-version", "default-audit", "literal-private");
    }

    @Test
    void aLeaseBesideThePolicyKeepsRequestsStrict() {
        NetworkRules network = NetworkRules.BY_DEFAULT.in(PolicyDialect.OPENSHELL);
        SandboxDocuments alone = PUT.dialect(null).build();
        SandboxDocuments leased = alone.toBuilder()
                .lease("{\"net.fetch\": [\"https://api.example.com/**\"]}")
                .build();
        assertThat(ready(alone, network).layOut().reading().requests())
                .isEqualTo(PolicyDialect.OPENSHELL.without(PolicySwitch.ENCODED_SLASH));
        assertThat(ready(leased, network).layOut().reading().requests()).isEqualTo(PolicyDialect.STRICT);
        assertThat(ready(leased, network).layOut().reading().documents()).isEqualTo(PolicyDialect.OPENSHELL);
    }

    @Test
    void guardrailsAndOtherRegoBesideThePolicyKeepRequestsStrict() {
        var rules = DocumentRules.BY_DEFAULT.with(NetworkRules.BY_DEFAULT.in(PolicyDialect.OPENSHELL));
        var compiler =
                new PolicyCompiler(REGO, Authoring.ofGuardrails(), Authoring.ofSandbox(), ToBytecode.WHEN_USED, rules);
        var rego = Map.of("a.rego", "package sallyport.guardrails\n");
        AuthoredRego team = ready(compiler.guardrails(rego, null, PlanStore.NONE));
        SandboxDocuments documents = PUT.dialect(null).build();
        SandboxDocuments own = documents.toBuilder()
                .rego(Map.of("a.rego", "package sallyport.sandbox\n"))
                .build();
        SandboxPolicy policy = ready(compiler.sandbox(documents, "sb-1", NOW, PlanStore.NONE));
        SandboxPolicy withRego = ready(compiler.sandbox(own, "sb-1", NOW, PlanStore.NONE));
        assertThat(under(policy, AuthoredRego.NONE).reading().requests())
                .isEqualTo(PolicyDialect.OPENSHELL.without(PolicySwitch.ENCODED_SLASH));
        assertThat(under(policy, team).reading().requests()).isEqualTo(PolicyDialect.STRICT);
        assertThat(under(withRego, AuthoredRego.NONE).reading().requests()).isEqualTo(PolicyDialect.STRICT);
    }

    @Test
    void theDigestOfAPolicyNamesItsDialect() {
        SandboxDocuments documents =
                SandboxDocuments.builder().policy(POLICY.replace("7", "1")).build();
        assertThat(ready(documents, NetworkRules.BY_DEFAULT).digest())
                .isNotEqualTo(ready(documents, NetworkRules.BY_DEFAULT.in(PolicyDialect.OPENSHELL))
                        .digest());
    }
}
