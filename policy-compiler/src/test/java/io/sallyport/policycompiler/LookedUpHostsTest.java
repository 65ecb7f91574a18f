package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.Decision;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.Verdict;
import io.sallyport.policycompiler.author.PlanStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names that documents let a sandbox look up, beside what they let it reach. */
class LookedUpHostsTest extends CompiledDocuments {
    private static final List<String> HOSTS = List.of(
            "a.test",
            "x.a.test",
            "x.y.a.test",
            "api-1.eu.test",
            "api.eu.test",
            "x.api-1.eu.test",
            "b.test",
            "xn--bcher-kva.test");

    private static boolean isLookedUp(PolicySnapshot policy, String host) {
        return policy.lookUp(connect(host).host()) instanceof Verdict.Pass;
    }

    private static PolicySnapshot under(SandboxDocuments documents) {
        return under(ready(COMPILER.guardrails(Map.of(), null, PlanStore.NONE)), documents);
    }

    @Test
    void everyHostThatIsReachedIsLookedUp() {
        for (String pattern : List.of(
                "https://a.test/**",
                "https://*.a.test/**",
                "https://**.a.test/**",
                "https://api-*.eu.test/**",
                "https://*.*.test/**",
                "https://b\u00fccher.test/**",
                "**")) {
            PolicySnapshot policy = snapshot("{\"net.fetch\": [\"" + pattern + "\"]}", Map.of());
            for (String host : HOSTS) {
                boolean reached = policy.decide(connect(host)) instanceof Decision.Allow;
                assertThat(isLookedUp(policy, host)).as(pattern + " " + host).isEqualTo(reached);
            }
        }
    }

    @Test
    void aPathOrAnotherPortIsEnough() {
        PolicySnapshot policy =
                snapshot("{\"net.fetch\": [\"http://a.test:8080/only/this\", \"wss://b.test:5432/x\"]}", Map.of());
        assertThat(isLookedUp(policy, "a.test")).isTrue();
        assertThat(isLookedUp(policy, "b.test")).isTrue();
        assertThat(isLookedUp(policy, "c.test")).isFalse();
    }

    @Test
    void aLeaseIsACeilingForNamesToo() {
        String document = """
                version: 1
                network_policies:
                  some:
                    endpoints:
                      - {host: a.test, port: 443}
                      - {host: b.test, port: 443}
                """;
        PolicySnapshot alone = under(SandboxDocuments.builder().policy(document).build());
        assertThat(isLookedUp(alone, "b.test")).isTrue();
        PolicySnapshot both = under(SandboxDocuments.builder()
                .policy(document)
                .lease("{\"net.fetch\": [\"https://a.test/**\", \"https://c.test/**\"]}")
                .build());
        assertThat(isLookedUp(both, "a.test")).isTrue();
        assertThat(isLookedUp(both, "b.test")).isFalse();
        assertThat(isLookedUp(both, "c.test")).isFalse();
    }
}
