package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LeaseSubsetTest {
    private static boolean covers(String capability, String parent, String child) {
        return LeaseSubset.of(lease(capability, child), lease(capability, parent)) instanceof LeaseSubset.Within;
    }

    private static Lease lease(String capability, String pattern) {
        return leaseOf("{\"" + capability + "\": [\"" + pattern + "\"]}");
    }

    private static Lease leaseOf(String json) {
        return switch (LeaseReader.validate("lease", json)) {
            case LeaseReader.Read(var lease, var _) -> lease;
            case LeaseReader.Refused(var diagnostics) -> throw new AssertionError(diagnostics.toString());
        };
    }

    @ParameterizedTest
    @CsvSource({
        "model.use, gpt-4*, gpt-4o*",
        "tool.call, web.*, web.search",
        "fs.read, /a/**, /a/**/b",
        "fs.read, /a/*/**, /a/**/b",
        "net.fetch, https://**, https://h/**",
        "net.fetch, **, https://*.x.example/**",
        "net.fetch, https://*.example.com/**, https://*.a.example.com/v1/**",
        "net.fetch, https://*.example.com/**, https://api*.example.com/**",
        "net.fetch, https://h:*/**, https://h:8443/x",
        "net.fetch, https://h/x, https://h/x?a=1",
        "net.fetch, https://h/x?a=1&b=2, https://h/x?b=2&a=1",
    })
    void whatIsCoveredIsProven(String capability, String parent, String child) {
        assertThat(covers(capability, parent, child)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "fs.read, /x/*, /x/a**",
        "fs.read, /a/*, /a/*/b",
        "fs.read, /a/**, /a/b/../c",
        "net.fetch, https://h/x?a=1, https://h/x",
        "net.fetch, https://*.example.com/**, https://example.com/**",
        "net.fetch, https://a.example.com/**, https://*.example.com/**",
        "net.fetch, https://*.*.example.com/**, https://*.example.com/**",
        "net.fetch, **, https://h:8443/**",
        "net.fetch, https://h/**, http://h/**",
        "tool.call, web.*, web.**",
    })
    void whatIsWiderIsRefused(String capability, String parent, String child) {
        assertThat(covers(capability, parent, child)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "fs.read, /a/*, /a/**, /a",
        "fs.read, /a/**, /b/**, /b",
        "fs.read, **.txt, a*, a",
        "tool.call, web.*, web.**, web",
        "model.use, gpt-4*, **, a",
        "agent.delegate, a@1.*, a@*, a@b",
        "net.fetch, https://h/x/*, https://h/x/**, https://h/x",
        "net.fetch, https://*.example.com/**, https://example.com/**, https://example.com/",
        "net.fetch, https://h/**, https://h:*/**, https://h:1/",
        "net.fetch, https://h/**, http://h/a%2Db, http://h/a-b",
        "net.fetch, https://h/x?a=1, https://h/x?a=2%26, https://h/x?a=2%26",
        "net.fetch, https://h/**, **, https://a/",
    })
    void aWitnessIsACanonicalTargetThatTheChildAloneCovers(
            String capability, String parent, String child, String witness) {
        LeaseSubset compared = LeaseSubset.of(lease(capability, child), lease(capability, parent));
        assertThat(compared)
                .isInstanceOfSatisfying(
                        SubsetViolation.class,
                        violation -> assertThat(violation.witness()).isEqualTo(witness));
        assertThat(lease(capability, child).covers(capability, witness)).isTrue();
        assertThat(lease(capability, parent).covers(capability, witness)).isFalse();
    }

    @Test
    void whatOnlyTwoPatternsTogetherCoverIsRefusedWithoutAWitness() {
        Lease parent = leaseOf("{\"net.fetch\": [\"https://**\", \"http://**\"]}");
        assertThat(LeaseSubset.of(lease("net.fetch", "**"), parent))
                .hasToString("net.fetch: \"**\": not proven to be covered by one pattern of the parent");
    }

    @Test
    void aHostilePairOfDocumentsIsAnsweredWithinTheEffort() {
        String hostile = "\"/**" + "a".repeat(4_000) + "%d*b\"";
        StringBuilder json = new StringBuilder("{\"fs.read\": [" + hostile.formatted(0));
        for (int i = 1; i < 250; i++) {
            json.append(',').append(hostile.formatted(i));
        }
        Lease parent = leaseOf(json + "]}");
        Lease child = leaseOf(json.toString().replace("*b", "*c") + "]}");
        assertThat(LeaseSubset.of(child, parent)).isInstanceOf(SubsetViolation.class);
    }

    @Test
    void whatTakesTooManyStatesIsNotProven() {
        String parent = "/**a" + "*?".repeat(20);
        assertThat(covers("fs.read", parent, "/**" + "a*b*".repeat(15))).isFalse();
    }

    @Test
    void whatIsProvenHoldsForEveryTextThatTheChildCovers() {
        RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(99);
        String[] segments = {"a", "b", "*", "**", "a*", "*b"};
        int proven = 0;
        for (int i = 0; i < 1_000; i++) {
            String parent = path(random, segments);
            String child = path(random, segments);
            if (covers("fs.read", parent, child)) {
                proven++;
                Glob outer = Glob.of(parent, PatternKind.PATH);
                Glob inner = Glob.of(child, PatternKind.PATH);
                for (int k = 0; k < 20; k++) {
                    String text = path(random, "a", "b", "ab", "c");
                    assertThat(!inner.matches(text, new ComparisonBudget())
                                    || outer.matches(text, new ComparisonBudget()))
                            .as("%s in %s: %s", child, parent, text)
                            .isTrue();
                }
            }
        }
        assertThat(proven).isGreaterThan(50);
    }

    private static String path(RandomGenerator random, String... segments) {
        StringBuilder path = new StringBuilder();
        for (int n = random.nextInt(4); n >= 0; n--) {
            path.append('/').append(segments[random.nextInt(segments.length)]);
        }
        return path.toString();
    }
}
