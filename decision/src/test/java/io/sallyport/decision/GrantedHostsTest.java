package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrantedHostsTest {
    private static final HostPattern ANY = new HostPattern.Any();

    private static boolean names(HostPattern pattern, String host) {
        return GrantedHosts.of(List.of(List.of(pattern)), Set.of()).name(host(host));
    }

    private static CanonicalHost host(String text) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(text)).value();
    }

    @Test
    void eachFormOfPatternNamesItsHosts() {
        assertThat(names(ANY, "a.test")).isTrue();
        assertThat(names(new HostPattern.Exact("a.test"), "A.test")).isTrue();
        assertThat(names(new HostPattern.Exact("a.test"), "x.a.test")).isFalse();
        assertThat(names(new HostPattern.Under("a.test"), "x.y.a.test")).isTrue();
        assertThat(names(new HostPattern.Under("a.test"), "a.test")).isFalse();
        assertThat(names(new HostPattern.Under("a.test"), "xa.test")).isFalse();
        assertThat(names(new HostPattern.OneUnder("a.test"), "x.a.test")).isTrue();
        assertThat(names(new HostPattern.OneUnder("a.test"), "x.y.a.test")).isFalse();
        assertThat(names(new HostPattern.Under("2.1"), "192.0.2.1")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "false, api-*, api-1.test, true",
        "false, api-*, api.test, false",
        "false, *-eu, x-eu.test, true",
        "false, a*b*c, abc.test, true",
        "false, a*b*c, aXbYc.test, true",
        "false, a*b*c, aXc.test, false",
        "false, aa*aa, aaa.test, false",
        "false, *, anything.test, true",
        "false, *, x.y.test, false",
        "true, *, x.y.test, true",
        "true, *, y.test, false",
        "true, b*, x.y.bz.test, true",
        "true, b*, bz.test, false"
    })
    void starsInsideAreWithinALabel(boolean manyFirst, String label, String host, boolean named) {
        assertThat(names(new HostPattern.Labels(manyFirst, List.of(label, "test")), host))
                .isEqualTo(named);
    }

    @Test
    void eachPartMustNameTheHost() {
        var hosts = GrantedHosts.of(
                List.of(List.of(ANY), List.of(new HostPattern.Exact("a.test"), new HostPattern.Exact("b.test"))),
                Set.of(443));
        assertThat(hosts.name(host("b.test"))).isTrue();
        assertThat(hosts.name(host("c.test"))).isFalse();
        assertThat(GrantedHosts.of(List.of(List.of(ANY), List.<HostPattern>of()), Set.of())
                        .name(host("a.test")))
                .isFalse();
        assertThat(hosts.ports()).containsExactly(443);
        assertThat(GrantedHosts.NONE.name(host("a.test"))).isFalse();
    }
}
