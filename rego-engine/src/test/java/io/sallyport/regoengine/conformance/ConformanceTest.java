package io.sallyport.regoengine.conformance;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * OPA's own cases have the same results here: planned by OPA, as nodes and as bytecode, and compiled by us; except
 * those in {@code known-gaps.txt}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceTest {
    private static final int FEWEST_CASES = 2300;
    private static final int FEWEST_CASES_OF_V0 = 2000;

    /** The permitted reasons for a gap: builtins refused on purpose. */
    private static final Set<String> REFUSED =
            Set.of("http.send", "net.lookup_ip_addr", "opa.runtime", "rego.parse_module");

    private final List<OpaCase> cases = OpaCases.read();
    private final ThreeWays ways = new ThreeWays(CompiledCases.of(cases));
    private final KnownGaps gaps = KnownGaps.read();

    ConformanceTest() throws IOException, InterruptedException {}

    @Test
    void allCasesAreRead() {
        assertThat(cases.stream().filter(opaCase -> opaCase.v0().isEmpty())).hasSizeGreaterThanOrEqualTo(FEWEST_CASES);
        assertThat(cases.stream().filter(opaCase -> !opaCase.v0().isEmpty()))
                .hasSizeGreaterThanOrEqualTo(FEWEST_CASES_OF_V0);
        assertThat(cases.stream().map(OpaCase::name)).doesNotHaveDuplicates().containsAll(gaps.names());
    }

    @Test
    void onlyWhatIsRefusedOnPurposeIsMissing() {
        assertThat(gaps.faults().values()).isSubsetOf(REFUSED);
    }

    @TestFactory
    Stream<DynamicNode> passesFromItsPlan() {
        return byCategory(gaps::passes, opaCase -> passes(opaCase, ways::fromPlan));
    }

    @TestFactory
    Stream<DynamicNode> passesOnBytecode() {
        return byCategory(gaps::passes, opaCase -> passes(opaCase, ways::onBytecode));
    }

    @TestFactory
    Stream<DynamicNode> passesFromItsSource() {
        return byCategory(gaps::passes, opaCase -> passes(opaCase, ways::fromSource));
    }

    @TestFactory
    Stream<DynamicNode> isStillAGap() {
        return byCategory(opaCase -> !gaps.passes(opaCase), this::fails);
    }

    private interface Way {
        /** Returns null if the case passes. */
        @Nullable
        String run(OpaCase opaCase);
    }

    private Stream<DynamicNode> byCategory(Predicate<OpaCase> wanted, Function<OpaCase, DynamicTest> test) {
        return cases.stream()
                .filter(wanted)
                .collect(groupingBy(OpaCase::category, TreeMap::new, mapping(test, toList())))
                .entrySet()
                .stream()
                .map(category -> dynamicContainer(category.getKey(), category.getValue()));
    }

    private static DynamicTest passes(OpaCase opaCase, Way way) {
        return dynamicTest(opaCase.name(), () -> assertThat(way.run(opaCase)).isNull());
    }

    /** A case that fails both with OPA's plan and from its source. */
    private DynamicTest fails(OpaCase opaCase) {
        return dynamicTest(
                opaCase.name(),
                () -> assertThat(ways.fromSource(opaCase) == null && ways.fromPlan(opaCase) == null)
                        .as("passes: its line in known-gaps.txt is to go")
                        .isFalse());
    }
}
