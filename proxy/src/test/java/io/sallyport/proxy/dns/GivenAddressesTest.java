package io.sallyport.proxy.dns;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Addresses that stand for names: each for one, and for no other while a client may remember it. */
class GivenAddressesTest {
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Cidr RANGE = Cidr.of("198.18.0.0/15");

    private final AtomicLong nanos = new AtomicLong();
    private final GivenAddresses two = of(2);

    private GivenAddresses of(int names) {
        return new GivenAddresses(new DnsSettings(names, TTL, 1, 1, TTL), nanos::get);
    }

    private static CanonicalHost host(String name) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(name)).value();
    }

    private static IpAddress given(GivenAddresses addresses, String name) {
        IpAddress address = addresses.give(host(name));
        assertThat(address).as(name).isNotNull();
        return Objects.requireNonNull(address);
    }

    private static @Nullable String name(GivenAddresses addresses, IpAddress address) {
        CanonicalHost name = addresses.name(address);
        return name == null ? null : name.text();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void aNameHasOneAddressThatLeadsNowhereElse() {
        IpAddress first = given(two, "a.test");
        assertThat(given(two, "A.test")).isEqualTo(first);
        IpAddress second = given(two, "b.test");
        assertThat(second).isNotEqualTo(first);
        assertThat(RANGE.contains(first) && RANGE.contains(second)).isTrue();
        assertThat(name(two, first)).isEqualTo("a.test");
        assertThat(name(two, second)).isEqualTo("b.test");
        assertThat(name(two, IpAddress.v4(0xC612_0000L))).isNull();
        assertThat(name(two, IpAddress.v4(0x0808_0808L))).isNull();
    }

    @Test
    void aNameInUseKeepsItsAddress() {
        IpAddress first = given(two, "a.test");
        given(two, "b.test");
        assertThat(two.give(host("c.test"))).isNull();
        pass(TTL);
        assertThat(two.give(host("c.test"))).isNull();
        pass(Duration.ofNanos(1));
        assertThat(name(two, first)).as("a connection is use").isEqualTo("a.test");
        IpAddress third = given(two, "c.test");
        assertThat(name(two, first)).isEqualTo("a.test");
        assertThat(name(two, third)).isEqualTo("c.test");
        assertThat(two.give(host("b.test"))).as("b.test gave way").isNull();
    }

    @Test
    void anAddressWhoseNameGaveWayMeansNothing() {
        IpAddress first = given(two, "a.test");
        given(two, "b.test");
        pass(TTL.plusNanos(1));
        IpAddress third = given(two, "c.test");
        assertThat(third).isNotEqualTo(first);
        assertThat(name(two, first)).isNull();
        pass(TTL.plusNanos(1));
        assertThat(given(two, "a.test")).as("a new address").isNotEqualTo(first);
    }

    @Test
    void anAddressComesBackOnlyWhenAllOthersWereGivenOut() {
        GivenAddresses many = of(16);
        Map<IpAddress, String> held = new HashMap<>();
        Set<IpAddress> seen = new HashSet<>();
        for (int i = 0; i < (1 << 17) - 2; i++) {
            pass(TTL.plusNanos(1));
            IpAddress address = given(many, "n" + i + ".test");
            assertThat(seen.add(address)).isTrue();
            held.put(address, "n" + i + ".test");
        }
        pass(TTL.plusNanos(1));
        IpAddress again = given(many, "again.test");
        assertThat(held).containsKey(again);
        assertThat(name(many, again)).isEqualTo("again.test");
    }
}
