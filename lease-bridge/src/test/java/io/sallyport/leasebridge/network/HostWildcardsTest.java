package io.sallyport.leasebridge.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sallyport.leasebridge.GrantCover;
import io.sallyport.leasebridge.HostOverlap;
import io.sallyport.leasebridge.Re2;
import io.sallyport.leasebridge.network.glob.GlobAlternatives;
import io.sallyport.leasebridge.network.glob.HostWildcards;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostWildcardsTest {
    private static final long SEED = 24;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [ab]*.x.test             | a.x.test b1.x.test           | c.x.test .x.test a.b.x.test x.test a-x.test
            '[!a]*.x.test'           | b.x.test ba.x.test | a.x.test ab.x.test b.c.x.test
            [^a-y]*.x.test           | z.x.test 0.x.test            | a.x.test y1.x.test
            [A-C]*.X.Test            | a.x.test c.x.test            | d.x.test
            a?*.x.test               | ab.x.test abc.x.test         | a.x.test a..x.test a.b.x.test
            *.s?.x.test              | a.s3.x.test                  | a.s.x.test a.s33.x.test a.s-3.x.test
            *.{eu,us-?}.x.test       | a.eu.x.test a.us-1.x.test    | a.us.x.test eu.x.test a.b.eu.x.test
            '*.{a.b,c}.test.example' | x.a.b.test.example x.c.test.example | x.b.test.example x.a.test.example
            '{www,*-api}.x.test'     | www.x.test eu-api.x.test     | x.test api.x.test wwww.x.test
            '{,my-}*.x.test'         | my-a.x.test a.x.test         | x.test a.b.x.test
            '**.{a,b}.x.test'        | q.a.x.test p.q.b.x.test      | a.x.test q.c.x.test
            '*.x.{test,example}'     | a.x.test a.x.example         | a.x.com x.test
            *.bücher.example         | a.xn--bcher-kva.example      | a.bucher.example
            """)
    void coversWhatTheSpecificationSays(String written, String covered, String not) {
        for (String host : covered.split(" ", -1)) {
            assertThat(covers(patterns(written), host)).as(written + " " + host).isTrue();
        }
        for (String host : not.split(" ", -1)) {
            assertThat(covers(patterns(written), host)).as(written + " " + host).isFalse();
            assertThat(covers(patterns(written), host + ".evil.test")).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [.]*.x.test             | a class never has a dot
            '[--9]*.x.test'         | a class never has a dot
            [ab*.x.test             | a class never has a dot
            [ab*x                   | a class that is empty, or has no end
            []*.x.test              | a class that is empty, or has no end
            [z-a]*.x.test           | a range that begins after its end
            [é]*.x.test             | no character of a host is of the class
            [%2]/*.x.test           | '/'
            *.x.t[ea]st             | the last label of a host takes no wildcard
            *.x.{test,*}            | the last label of a host takes no wildcard
            *.x.???                 | the last label of a host takes no wildcard
            a.b*.x.test             | a part of a label is a wildcard in the first label only
            a.{b*,c}.x.test         | a part of a label is a wildcard in the first label only
            '{*,10.0.0.1}'          | a wildcard stands before two labels or more
            '{*.x.test,10.0.0.1}'   | an address is an endpoint of its own
            '{*.x.test,0x7f.1}'     | 0x7f.1
            '*.2.3.4'               | a number is no name
            '[0-9]*.0.0.1'          | a number is no name
            '{,a}.*.x.test'         | .*.x.test
            '*.{a,{b,c}}.x.test'    | alternatives that have no end, or stand in others
            '*.{a,b.x.test'         | alternatives that have no end, or stand in others
            '*.a}.x.test'           | a bracket that nothing opens
            '{a*}{b,.}{c,.}.x.test' | x.test
            '*ü.x.test'             | a label with a wildcard is written in ASCII
            '*\\.x.test'            | no host has a backslash
            '[-]*.x.test'           | x.test
            """)
    void refusesWhatIsNoPatternOfNames(String written, String why) {
        Parsed<List<HostPattern>> read = HostWildcards.read(written);

        assertThat(read).as(written).isInstanceOf(Parsed.Rejected.class);
        assertThat(written + ": " + ((Parsed.Rejected<List<HostPattern>>) read).why())
                .contains(why);
    }

    @Test
    void boundsAlternatives() {
        String eight = "{a,b,c,d,e,f,g,h}";
        assertThat(patterns(eight + eight + "*.x.test")).hasSize(GlobAlternatives.MAX);
        assertThat(HostWildcards.read(eight + eight + "{i,j}*.x.test")).isInstanceOf(Parsed.Rejected.class);
        assertThat(patterns("{a,a}*.x.test")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock = "*.{x,co}.uk|[ab]*.{com,net}.au|*.g?thub.io|*.[cd]o.uk|{a,*}.github.io|*.?oogle.com")
    void wildcardsOverPublicSuffixesStayBroad(String all) {
        for (String written : all.split("\\|", -1)) {
            assertThat(PolicyHosts.read(written, PolicyDialect.STRICT))
                    .as(written)
                    .isInstanceOf(PolicyHosts.Broad.class);
        }
    }

    @Test
    void withoutAStarBracketsAreNoWildcards() {
        for (String written : List.of("[ab].x.test", "a?.x.test", "{a,b}.x.test", "[1.2.3.4]")) {
            assertThat(PolicyHosts.read(written, PolicyDialect.STRICT))
                    .as(written)
                    .isInstanceOf(PolicyHosts.Rejected.class);
            assertThat(PolicyHosts.read(written, PolicyDialect.OPENSHELL))
                    .as(written)
                    .isInstanceOf(PolicyHosts.Never.class);
        }
    }

    /** Patterns and hosts from few words, against a matcher that knows nothing but the written glob. */
    @Test
    void matcherExpressionAndAutomatonAgreeWithAPlainMatcher() {
        Random random = new Random(SEED);
        int covered = 0;
        for (int i = 0; i < 1_000; i++) {
            String written = pattern(random);
            List<HostPattern> patterns = patterns(written);
            for (int j = 0; j < 40; j++) {
                String host = host(random);
                boolean expected = HostGlobReference.matches(written, host);
                boolean matcher = covers(patterns, host);
                boolean expression = patterns.stream().anyMatch(one -> host.matches(Re2.ofHost(one)));
                boolean automaton =
                        patterns.stream().anyMatch(one -> GrantCover.covers(one, new HostPattern.Exact(host)));
                if (matcher != expected || expression != expected || automaton != expected) {
                    fail(written + " and " + host + ": " + matcher + " " + expression + " " + automaton);
                }
                covered += expected ? 1 : 0;
            }
        }
        assertThat(covered).isGreaterThan(500);
    }

    @Test
    void overlapIsExactAndCoverNeverClaimsTooMuch() {
        Random random = new Random(SEED);
        List<String> hosts = IntStream.range(0, 200).mapToObj(_ -> host(random)).toList();
        int apart = 0;
        int insides = 0;
        for (int i = 0; i < 300; i++) {
            HostPattern one = patterns(pattern(random)).getFirst();
            HostPattern other = patterns(pattern(random)).getFirst();
            boolean overlap = HostOverlap.of(one, other);
            boolean inside = GrantCover.covers(one, other);
            apart += overlap ? 0 : 1;
            insides += inside ? 1 : 0;
            for (String host : hosts) {
                boolean ofOther = covers(List.of(other), host);
                boolean ofOne = covers(List.of(one), host);
                if ((ofOne && ofOther && !overlap) || (inside && ofOther && !ofOne)) {
                    fail(one + " and " + other + " of " + host);
                }
            }
        }
        assertThat(insides).isGreaterThan(10);
        assertThat(apart).isGreaterThan(50);
        HostPattern lower = patterns("[a-m]*.x.test").getFirst();
        assertThat(HostOverlap.of(lower, patterns("[n-z]*.x.test").getFirst())).isFalse();
        assertThat(HostOverlap.of(lower, patterns("*m.x.test").getFirst())).isTrue();
        assertThat(GrantCover.covers(lower, patterns("[c-d]?*.x.test").getFirst()))
                .isTrue();
        assertThat(GrantCover.covers(
                        patterns("?*.x.test").getFirst(), patterns("*.x.test").getFirst()))
                .isTrue();
    }

    private static List<HostPattern> patterns(String written) {
        return switch (HostWildcards.read(written)) {
            case Parsed.Accepted<List<HostPattern>>(List<HostPattern> patterns) -> patterns;
            case Parsed.Rejected<List<HostPattern>>(String why, int _) ->
                throw new AssertionError(written + ": " + why);
        };
    }

    /** A text that is no host, such as one with two dots in a row, never reaches a pattern. */
    private static boolean covers(List<HostPattern> patterns, String text) {
        return CanonicalHost.parse(text) instanceof Parsed.Accepted<CanonicalHost>(CanonicalHost host)
                && patterns.stream().anyMatch(pattern -> pattern.covers(host));
    }

    private static String pattern(Random random) {
        List<String> first = List.of("*", "a*", "[ab]*", "*[!a]", "?*", "*?b", "[a-c0]*b", "{a,b}*", "**", "{*,ab}");
        List<String> inner = List.of("a", "b?", "[!b]", "*", "{a,b.a}", "?[ab]", "{a,?}");
        String middle = IntStream.range(0, random.nextInt(3))
                .mapToObj(_ -> inner.get(random.nextInt(inner.size())) + ".")
                .collect(Collectors.joining());
        return first.get(random.nextInt(first.size())) + "." + middle + (random.nextBoolean() ? "x.test" : "a.test");
    }

    private static String host(Random random) {
        List<String> words = List.of("a", "b", "ab", "ba", "b0", "c", "aab", "x");
        return IntStream.range(0, 1 + random.nextInt(4))
                        .mapToObj(_ -> words.get(random.nextInt(words.size())) + ".")
                        .collect(Collectors.joining())
                + "test";
    }
}
