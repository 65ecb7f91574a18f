package io.sallyport.egress.address;

import static io.sallyport.egress.address.AddressRulesTest.address;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.egress.address.AddressRules.Dialable;
import io.sallyport.egress.address.AddressRules.Ruling;
import io.sallyport.egress.address.AddressRules.Waiver;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.IpAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a policy's list of addresses opens, and that it opens nothing else. */
class AddressListTest {
    private static final AddressRules STRICT = rules();

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16, 10.1.255.255",
        "172.16.0.0/12, 172.31.0.1",
        "192.168.7.0/24, 192.168.7.1",
        "100.64.0.0/10, 100.64.0.1",
        "fd00:1::/32, fd00:1::9",
        "10.1.0.0/16, ::ffff:10.1.0.1",
        "8.8.8.0/24, 8.8.8.8",
        "2001:4860::/32, 2001:4860:4860::8888"
    })
    void opensPrivateAndPublicAddressesInIt(String block, String inside) {
        assertThat(judge(STRICT, inside, block)).isEqualTo(new Dialable());
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16, 10.2.0.1",
        "10.1.0.0/16, 8.8.8.8",
        "10.1.0.0/16, 2001:4860:4860::8888",
        "10.1.0.0/16, 64:ff9b::a01:1",
        "64:ff9b::/96, 64:ff9b::a01:1",
        "fd00:1::/32, fd00:2::1"
    })
    void closesWhatIsOutsideOfIt(String block, String outside) {
        assertThat(judge(STRICT, outside, block)).isInstanceOf(AddressRules.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "0.0.0.0",
                "169.254.1.1",
                "169.254.169.254",
                "100.100.100.200",
                "168.63.129.16",
                "192.0.0.192",
                "192.0.2.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::1",
                "fe80::1",
                "fec0::1",
                "fd00:ec2::254",
                "64:ff9b::7f00:1",
                "2002:7f00:1::1"
            })
    void neverOpensWhatNamesNoPeerOrThisMachine(String text) {
        assertThat(judge(STRICT, text, "0.0.0.0/0", "::/0")).isInstanceOf(AddressRules.Refused.class);
    }

    @Test
    void closesAlsoWhatTheOperatorWaivesWhereItIsOutside() {
        AddressRules open = rules("127.0.0.0/8", "10.0.0.0/8");

        assertThat(judge(open, "10.0.0.1", "10.1.0.0/16")).isInstanceOf(AddressRules.Refused.class);
        assertThat(judge(open, "127.0.0.1", "127.0.0.0/8")).isEqualTo(new Dialable());
    }

    @Test
    void oneAddressOutsideRefusesAll() {
        AddressList list = AddressList.of(List.of("10.1.0.0/16"));
        List<IpAddress> mixed = List.of(address("10.1.0.1"), address("10.2.0.1"));

        assertThat(STRICT.judge(mixed, 443, Waiver.NONE, list)).isInstanceOf(AddressRules.Refused.class);
    }

    @Test
    void whatCannotBeReadOpensNothing() {
        AddressList list = AddressList.of(List.of("10.0.0.0/33", "everything"));

        assertThat(list.isSet()).isTrue();
        assertThat(STRICT.judge(List.of(address("8.8.8.8")), 443, Waiver.NONE, list))
                .isInstanceOf(AddressRules.Refused.class);
    }

    @Test
    void leadsToNoPortThatRunsClusters() {
        AddressList list = AddressList.of(List.of("10.1.0.0/16"));

        for (int port : new int[] {2379, 2380, 6443, 10250, 10255}) {
            assertThat(list.closes(port)).isTrue();
            assertThat(AddressList.NONE.closes(port)).isFalse();
        }
        assertThat(list.closes(443)).isFalse();
    }

    private static Ruling judge(AddressRules rules, String text, String... blocks) {
        return rules.judge(List.of(address(text)), 443, Waiver.NONE, AddressList.of(List.of(blocks)));
    }

    private static AddressRules rules(String... waived) {
        return new AddressRules(Stream.of(waived).map(Cidr::of).toList(), new OwnListeners(address -> false));
    }
}
