package io.sallyport.egress.address;

import static io.sallyport.model.ReasonCode.ADDRESS_REFUSED;
import static io.sallyport.model.ReasonCode.METADATA_ADDRESS;
import static io.sallyport.model.ReasonCode.SELF_CONNECTION;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.egress.address.AddressRules.Dialable;
import io.sallyport.egress.address.AddressRules.Refused;
import io.sallyport.egress.address.AddressRules.Waiver;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The attack list on addresses: parts B and C of it that need no network. */
class AddressRulesTest {
    private static final int PORT = 443;
    private static final AddressRules STRICT = rules();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.0.3.0",
                "192.31.196.1",
                "192.88.98.255",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2000::1",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2600::",
                "2a00:1450:4001:80b::200e",
                "2620:4f:8000::1",
                "3ffe:ffff::"
            })
    void dialsPublicAddressesUpToTheEdgesOfTheSpecialBlocks(String text) {
        assertThat(STRICT.judge(List.of(address(text)), PORT, Waiver.NONE, AddressList.NONE))
                .isEqualTo(new Dialable());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.0.0.1",
                "0.255.255.255",
                "10.0.0.0",
                "10.255.255.255",
                "100.64.0.0",
                "100.127.255.255",
                "127.0.0.1",
                "127.0.0.2",
                "127.255.255.255",
                "169.254.0.0",
                "169.254.255.255",
                "172.16.0.0",
                "172.31.255.255",
                "192.0.0.0",
                "192.0.0.8",
                "192.0.0.9",
                "192.0.0.10",
                "192.0.0.170",
                "192.0.0.171",
                "192.0.0.255",
                "192.0.2.1",
                "192.88.99.1",
                "192.88.99.2",
                "192.168.0.0",
                "192.168.255.255",
                "198.18.0.0",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.7",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.0",
                "255.255.255.254",
                "255.255.255.255",
                "::",
                "::1",
                "::2",
                "100::1",
                "100:0:0:1::1",
                "1fff:ffff::",
                "2001::1",
                "2001:1::1",
                "2001:2::1",
                "2001:10::1",
                "2001:20::1",
                "2001:1ff:ffff::",
                "2001:db8::1",
                "2002::1",
                "3fff::1",
                "4000::",
                "5f00::1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "febf::1",
                "fec0::1",
                "feff::1",
                "ff02::1",
                "ff0e::1",
                "ffff::1"
            })
    void refusesEverySpecialBlockFromItsFirstToItsLastAddress(String text) {
        assertThat(reason(STRICT, text)).isEqualTo(ADDRESS_REFUSED);
    }

    @ParameterizedTest
    @CsvSource({
        "mapped, ::ffff:%s",
        "compatible, ::%s",
        "translated, ::ffff:0:%s",
        "NAT64, 64:ff9b::%s",
        "NAT64 local /96, 64:ff9b:1::%s",
        "NAT64 local /96 in a subnet, 64:ff9b:1:808:8:808:%s",
        "ISATAP, 2600::5efe:%s",
        "ISATAP with the universal bit, 2600::200:5efe:%s"
    })
    void judgesTheIpv4AddressThatStandsLast(String form, String pattern) {
        assertCarries(form, pattern.formatted("127.0.0.1"), pattern.formatted("10.1.2.3"));
        assertThat(reason(STRICT, pattern.formatted("169.254.169.254")))
                .as(form)
                .isEqualTo(METADATA_ADDRESS);
        assertThat(reason(STRICT, pattern.formatted("168.63.129.16"))).as(form).isEqualTo(METADATA_ADDRESS);
        assertThat(reason(STRICT, pattern.formatted("0.0.0.0"))).as(form).isEqualTo(ADDRESS_REFUSED);
    }

    @ParameterizedTest
    @CsvSource({
        "6to4, 2002:7f00:1::, 2002:a01:203::, 2002:a9fe:a9fe::1",
        "Teredo server, 2001:0:7f00:1::f7f7:f7f7, 2001:0:a01:203::f7f7:f7f7, 2001:0:a9fe:a9fe::f7f7:f7f7",
        "Teredo client, 2001:0:808:808::80ff:fffe, 2001:0:808:808::f5fe:fdfc, 2001:0:808:808::5601:5601",
        "NAT64 local /48, 64:ff9b:1:7f00:0:100:808:808, 64:ff9b:1:a01:2:300::, 64:ff9b:1:a9fe:a9:fe00:808:808",
        "NAT64 local /56, 64:ff9b:1:7f:0:1:808:808, 64:ff9b:1:a:1:203::, 64:ff9b:1:a9:fe:a9fe:808:808",
        "NAT64 local /64, 64:ff9b:1::7f:0:108:808, 64:ff9b:1::a:102:300:0, 64:ff9b:1::a9:fea9:fe08:808"
    })
    void judgesTheIpv4AddressThatStandsWithin(String form, String loopback, String local, String metadata) {
        assertCarries(form, loopback, local);
        assertThat(reason(STRICT, metadata)).as(form).isEqualTo(METADATA_ADDRESS);
    }

    @Test
    void dialsAPublicAddressInTheFormsThatNetworksGiveOutToday() {
        for (String text : List.of("::ffff:8.8.8.8", "64:ff9b::8.8.8.8")) {
            assertThat(STRICT.judge(List.of(address(text)), PORT, Waiver.NONE, AddressList.NONE))
                    .isEqualTo(new Dialable());
        }
    }

    /** Unroutable or local by the registry, whatever they carry. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "::8.8.8.8",
                "::ffff:0:8.8.8.8",
                "64:ff9b:1::8.8.8.8",
                "2002:808:808::1",
                "2001:0:808:808::f7f7:f7f7",
                "fe80::5efe:8.8.8.8"
            })
    void refusesThePublicAddressInDeadForms(String text) {
        assertThat(reason(STRICT, text)).isEqualTo(ADDRESS_REFUSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254",
                "169.254.170.2",
                "169.254.170.23",
                "100.100.100.200",
                "192.0.0.192",
                "168.63.129.16",
                "fd00:ec2::254",
                "fd20:ce::254",
                "fe80::a9fe:a9fe"
            })
    void neverDialsMetadataUnderAnyWaiver(String text) {
        AddressRules open = rules("0.0.0.0/0", "::/0", text);

        assertThat(reason(STRICT, text)).isEqualTo(METADATA_ADDRESS);
        assertThat(reason(open, text)).isEqualTo(METADATA_ADDRESS);
        assertThat(open.judge(List.of(address(text)), PORT, Waiver.NAMED, AddressList.NONE))
                .isInstanceOf(Refused.class);
        if (!text.contains(":")) {
            assertThat(reason(open, "64:ff9b::" + text)).isEqualTo(METADATA_ADDRESS);
            assertThat(reason(open, "::ffff:" + text)).isEqualTo(METADATA_ADDRESS);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0.0.0.0", "0.1.2.3", "224.0.0.251", "240.1.1.1", "255.255.255.255", "::", "fec0::1", "ff02::1"})
    void neverDialsWhatNamesNoSinglePeer(String text) {
        AddressRules open = rules("0.0.0.0/0", "::/0");

        assertThat(reason(open, text)).isEqualTo(ADDRESS_REFUSED);
        assertThat(open.judge(List.of(address(text)), PORT, Waiver.NAMED, AddressList.NONE))
                .isInstanceOf(Refused.class);
    }

    @Test
    void dialsSpecialAddressesInWaivedBlocksOnly() {
        AddressRules rules = rules("10.1.0.0/16", "fd00:1::/32");

        assertThat(rules.judge(
                        List.of(address("10.1.255.255"), address("fd00:1::9")), PORT, Waiver.NONE, AddressList.NONE))
                .isEqualTo(new Dialable());
        assertThat(reason(rules, "10.2.0.0")).isEqualTo(ADDRESS_REFUSED);
        assertThat(reason(rules, "fd00:2::")).isEqualTo(ADDRESS_REFUSED);
        assertThat(rules.judge(List.of(address("64:ff9b::10.1.0.1")), PORT, Waiver.NONE, AddressList.NONE))
                .isEqualTo(new Dialable());
    }

    @Test
    void wantsAWaiverForTheTranslatorsPrefixAndForWhatItCarries() {
        AddressRules prefix = rules("64:ff9b:1::/48");
        AddressRules both = rules("64:ff9b:1::/48", "10.0.0.0/8");

        assertThat(prefix.judge(List.of(address("64:ff9b:1::8.8.8.8")), PORT, Waiver.NONE, AddressList.NONE))
                .isEqualTo(new Dialable());
        assertThat(reason(prefix, "64:ff9b:1::10.0.0.1")).isEqualTo(ADDRESS_REFUSED);
        assertThat(both.judge(List.of(address("64:ff9b:1::10.0.0.1")), PORT, Waiver.NONE, AddressList.NONE))
                .isEqualTo(new Dialable());
    }

    @Test
    void refusesTheSetForItsWorstAddressWhereverItStands() {
        IpAddress good = address("1.1.1.1");
        IpAddress local = address("10.0.0.1");
        IpAddress metadata = address("169.254.169.254");

        assertThat(judged(good, good)).isEqualTo(new Dialable());
        assertThat(judged(good, local)).hasFieldOrPropertyWithValue("address", local);
        assertThat(judged(local, metadata, good)).hasFieldOrPropertyWithValue("reason", METADATA_ADDRESS);
        assertThat(judged(metadata, local)).hasFieldOrPropertyWithValue("reason", METADATA_ADDRESS);
    }

    @Test
    void refusesItsOwnPortsOnEveryAddressOfThisMachine() {
        OwnListeners own = new OwnListeners(address -> address.equals(address("203.0.113.5")));
        own.add(socket("0.0.0.0", 3128));
        own.add(socket("198.51.100.9", 3129));
        AddressRules open = new AddressRules(List.of(Cidr.of("0.0.0.0/0"), Cidr.of("::/0")), own);

        assertThat(reason(open, "203.0.113.5", 3128)).isEqualTo(SELF_CONNECTION);
        assertThat(reason(open, "::ffff:203.0.113.5", 3128)).isEqualTo(SELF_CONNECTION);
        assertThat(reason(open, "64:ff9b::203.0.113.5", 3129)).isEqualTo(SELF_CONNECTION);
        assertThat(reason(open, "198.51.100.9", 3129)).isEqualTo(SELF_CONNECTION);
        assertThat(open.judge(List.of(address("203.0.113.5")), 443, Waiver.NONE, AddressList.NONE))
                .isEqualTo(new Dialable());
        assertThat(open.judge(List.of(address("203.0.113.6")), 3128, Waiver.NONE, AddressList.NONE))
                .isEqualTo(new Dialable());
        assertThat(open.judge(List.of(address("203.0.113.5")), 3128, Waiver.NAMED, AddressList.NONE))
                .isInstanceOf(Refused.class);
    }

    @Test
    void knowsTheAddressesOfThisMachineFromTheKernel() {
        assertThat(Stream.of("127.0.0.1", "127.9.8.7", "0.0.0.0").map(AddressRulesTest::address))
                .allMatch(OwnListeners::isOfThisMachine);
        assertThat(Stream.of("192.0.2.1", "8.8.8.8").map(AddressRulesTest::address))
                .noneMatch(OwnListeners::isOfThisMachine);
    }

    @Test
    void saysWhatAnAddressIsAndWhoSaysSo() {
        Refused refused =
                (Refused) STRICT.judge(List.of(address("64:ff9b::7f00:1")), PORT, Waiver.NONE, AddressList.NONE);

        assertThat(refused.detail())
                .isEqualTo("64:ff9b::7f00:1 carries 127.0.0.1, which is Loopback ([RFC1122], Section 3.2.1.3)");
    }

    private static void assertCarries(String form, String loopback, String local) {
        AddressRules waivesForms = rules("::/0");

        assertThat(reason(waivesForms, loopback)).as(form).isEqualTo(ADDRESS_REFUSED);
        assertThat(reason(waivesForms, local)).as(form).isEqualTo(ADDRESS_REFUSED);
        assertThat(reason(STRICT, loopback)).as(form).isEqualTo(ADDRESS_REFUSED);
        assertThat(rules("::/0", "127.0.0.0/8").judge(List.of(address(loopback)), PORT, Waiver.NONE, AddressList.NONE))
                .as(form)
                .isEqualTo(new Dialable());
    }

    private static AddressRules.Ruling judged(IpAddress... addresses) {
        return STRICT.judge(List.of(addresses), PORT, Waiver.NONE, AddressList.NONE);
    }

    private static ReasonCode reason(AddressRules rules, String text) {
        return reason(rules, text, PORT);
    }

    private static ReasonCode reason(AddressRules rules, String text, int port) {
        return switch (rules.judge(List.of(address(text)), port, Waiver.NONE, AddressList.NONE)) {
            case Refused refused -> refused.reason();
            case Dialable _ -> throw new AssertionError(text + " was found dialable");
        };
    }

    private static AddressRules rules(String... waived) {
        return new AddressRules(Stream.of(waived).map(Cidr::of).toList(), new OwnListeners(address -> false));
    }

    private static InetSocketAddress socket(String literal, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(literal), port);
    }

    /** Reads an address, mapped ones too. */
    static IpAddress address(String text) {
        return ((Parsed.Accepted<IpAddress>) IpAddress.parse(text)).value();
    }
}
