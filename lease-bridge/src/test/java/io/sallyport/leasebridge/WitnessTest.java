package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.limit.LeaseLimits;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random leases: what is called a subset is one on random targets, and each witness is one for the matcher. */
final class WitnessTest {
    private static final int ROUNDS = 1_000;
    private static final List<String> PATTERN = List.of("a", "b", "/", "/", ".", "@", "*", "*", "**", "é", "😀");
    private static final List<String> TEXT = List.of("a", "b", "/", "/", ".", "@", "c", "é", "😀");
    private static final List<String> URL_PATTERN =
            List.of("a", "b", "/", "/", "*", "/*", "/**", "%2D", "?a=1", "/x", "**");
    private static final List<String> HOSTS = List.of("h", "*.h", "**.h", "a.h", "a*.h", "*", "**", "b.*.h", "a.b.h");
    private static final List<String> PORTS = List.of("", "", ":*", ":8443", ":443");

    private static Lease lease(String capability, List<String> patterns) {
        String list = patterns.stream().map(text -> '"' + text + '"').collect(Collectors.joining(","));
        return LeaseReader.validate("lease", "{\"" + capability + "\": [" + list + "]}")
                        instanceof LeaseReader.Read(var lease, var _)
                ? lease
                : new Lease(Map.of(), null, LeaseLimits.NONE);
    }

    private static String random(RandomGenerator random, List<String> pieces, int most) {
        return IntStream.range(0, 1 + random.nextInt(most))
                .mapToObj(_ -> pieces.get(random.nextInt(pieces.size())))
                .collect(Collectors.joining());
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource({"fs.read, 11", "tool.call, 12", "agent.delegate, 13", "model.use, 14", "x-vendor.a.b, 15"})
    void namesAndPaths(String capability, long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(seed);
        int proven = 0;
        int witnessed = 0;
        for (int i = 0; i < ROUNDS; i++) {
            List<String> parents = List.of(random(random, PATTERN, 5), random(random, PATTERN, 5));
            Lease parent = lease(capability, parents);
            Lease child = lease(capability, List.of(random(random, PATTERN, 5)));
            LeaseSubset compared = LeaseSubset.of(child, parent);
            String as = capability + ": " + child.patterns(capability) + " in " + parents + ": " + compared;
            if (compared instanceof LeaseSubset.Within) {
                proven += child.patterns(capability) == null ? 0 : 1;
            } else if (compared instanceof SubsetViolation violation && violation.witness() != null) {
                witnessed++;
                assertWitness(child, parent, capability, violation.witness(), as);
            }
            for (int k = 0; k < 10; k++) {
                String text = random(random, TEXT, 5);
                boolean apart = child.covers(capability, text) && !parent.covers(capability, text);
                assertThat(apart && compared instanceof LeaseSubset.Within)
                        .as("%s: %s", as, text)
                        .isFalse();
            }
        }
        assertThat(proven).isGreaterThan(ROUNDS / 100);
        assertThat(witnessed).isGreaterThan(ROUNDS / 4);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22})
    void urls(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(seed);
        int proven = 0;
        int witnessed = 0;
        for (int i = 0; i < ROUNDS; i++) {
            List<String> parents = List.of(url(random), url(random));
            Lease parent = lease("net.fetch", parents);
            Lease child = lease("net.fetch", List.of(url(random)));
            LeaseSubset compared = LeaseSubset.of(child, parent);
            String as = child.patterns("net.fetch") + " in " + parents + ": " + compared;
            if (compared instanceof LeaseSubset.Within) {
                proven += child.patterns("net.fetch") == null ? 0 : 1;
            } else if (compared instanceof SubsetViolation violation && violation.witness() != null) {
                witnessed++;
                assertWitness(child, parent, "net.fetch", violation.witness(), as);
            }
            for (int k = 0; k < 10; k++) {
                String text = url(random).replace("*", "c");
                boolean apart = child.covers("net.fetch", text) && !parent.covers("net.fetch", text);
                assertThat(apart && compared instanceof LeaseSubset.Within)
                        .as("%s: %s", as, text)
                        .isFalse();
            }
        }
        assertThat(proven).isGreaterThan(ROUNDS / 100);
        assertThat(witnessed).isGreaterThan(ROUNDS / 4);
    }

    private static String url(RandomGenerator random) {
        String host = HOSTS.get(random.nextInt(HOSTS.size())) + PORTS.get(random.nextInt(PORTS.size()));
        return (random.nextInt(4) == 0 ? "http://" : "https://") + host + '/' + random(random, URL_PATTERN, 3);
    }

    private static void assertWitness(Lease child, Lease parent, String capability, String witness, String as) {
        assertThat(Lease.canonicalTarget(capability, witness)).as(as).isEqualTo(witness);
        assertThat(child.covers(capability, witness)).as(as).isTrue();
        assertThat(parent.covers(capability, witness)).as(as).isFalse();
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource({"fs.read, 31", "tool.call, 32", "model.use, 33"})
    void whatAShortTextSetsApartHasAWitness(String capability, long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(seed);
        List<String> pieces = List.of("a", "b", "/", "*", "**");
        for (int i = 0; i < 300; i++) {
            Lease parent = lease(capability, List.of(random(random, pieces, 4)));
            Lease child = lease(capability, List.of(random(random, pieces, 4)));
            String apart = apart("", 4, child, parent, capability);
            LeaseSubset compared = LeaseSubset.of(child, parent);
            String as = child.patterns(capability) + " in " + parent.patterns(capability) + " by " + apart;
            boolean isExpected = child.patterns(capability) != null && parent.patterns(capability) != null;
            assertThat(!isExpected
                            || apart == null
                            || (compared instanceof SubsetViolation violation && violation.witness() != null))
                    .as(as)
                    .isTrue();
        }
    }

    /** The first text of a few characters that only the child covers, or null. */
    private static @Nullable String apart(String text, int more, Lease child, Lease parent, String capability) {
        boolean isApart = !text.isEmpty()
                && text.equals(Lease.canonicalTarget(capability, text))
                && child.covers(capability, text)
                && !parent.covers(capability, text);
        if (isApart || more == 0) {
            return isApart ? text : null;
        }
        for (char c : new char[] {'a', 'b', '/', 'c'}) {
            String found = apart(text + c, more - 1, child, parent, capability);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
