package io.sallyport.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.egress.address.AddressList;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialVerdict;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is decided about a target before the network is asked anything. */
class EgressPolicyTest {
    private static final OwnListeners NONE = new OwnListeners(address -> false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST",
                "localhost.",
                "a.localhost",
                "a.b.localhost.",
                "metadata",
                "kubernetes",
                "intranet",
                "metadata.google.internal",
                "instance-data.ec2.internal",
                "host.docker.internal",
                "a.svc.cluster.local",
                "kubernetes.default.svc",
                "printer.local",
                "router.lan",
                "a.home.arpa",
                "home.arpa",
                "wiki.corp",
                "hidden.onion",
                "sallyport.internal",
                "x.sallyport.internal",
                "tool.api.internal",
                "localhost.localdomain"
            })
    void refusesLocalNamesWithoutAskingAnybody(String name) {
        assertRefuses(policy(Map.of()), name, 80, ReasonCode.LOCAL_NAME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.org",
                "localhost.example.org",
                "internal.example.org",
                "notlocalhost.com",
                "mylan.com",
                "myhome.arpa",
                "xhome.arpa"
            })
    void asksForNamesThatOnlyLookLocal(String name) {
        assertThat(policy(Map.of()).route(host(name), 80, AddressList.NONE)).isEqualTo(new EgressPolicy.Resolve(name));
    }

    @Test
    void dialsAnAliasWithoutAskingAndWaivesItsClassForThatNameAlone() {
        EgressPolicy policy = policy(Map.of("registry.local", "127.0.0.1", "api.test:443", "127.0.0.1:18443"));

        assertThat(direct(policy, "registry.local", 5000)).isEqualTo("127.0.0.1:5000");
        assertThat(direct(policy, "api.test", 443)).isEqualTo("127.0.0.1:18443");
        assertRefuses(policy, "api.test", 80, ReasonCode.LOCAL_NAME);
        assertRefuses(policy, "www.registry.local", 5000, ReasonCode.LOCAL_NAME);
        assertRefuses(policy, "127.0.0.1", 5000, ReasonCode.ADDRESS_REFUSED);
    }

    @ParameterizedTest
    @ValueSource(ints = {53, 853})
    void opensThePortsOfDnsByAnAliasOfNameAndPortOnly(int port) {
        EgressPolicy policy = accepted(EgressPolicy.parse(
                Map.of("resolver.corp:" + port, "192.168.1.1", "service.corp", "192.168.1.2"),
                List.of("192.168.0.0/16"),
                OwnListeners.ofThisMachine()));

        assertRefuses(policy, "dns.org", port, ReasonCode.PORT_REFUSED);
        assertRefuses(policy, "8.8.8.8", port, ReasonCode.PORT_REFUSED);
        assertRefuses(policy, "192.168.1.1", port, ReasonCode.PORT_REFUSED);
        assertRefuses(policy, "service.corp", port, ReasonCode.PORT_REFUSED);
        assertThat(policy.route(host("resolver.corp"), port, AddressList.NONE)).isInstanceOf(EgressPolicy.Direct.class);
    }

    @Test
    void prefersTheAliasOfThePort() {
        EgressPolicy policy = policy(Map.of("a.org", "192.0.2.1", "a.org:443", "192.0.2.2:8443"));

        assertThat(direct(policy, "a.org", 443)).isEqualTo("192.0.2.2:8443");
        assertThat(direct(policy, "a.org", 80)).isEqualTo("192.0.2.1:80");
    }

    @Test
    void readsAliasesInTheCanonicalFormOfRequests() {
        EgressPolicy policy = policy(Map.of("API.Test.:443", "[::1]:8443"));

        assertThat(direct(policy, "api.test", 443)).isEqualTo("0:0:0:0:0:0:0:1:8443");
    }

    @ParameterizedTest
    @CsvSource({
        "*.local, 127.0.0.1",
        "a b, 127.0.0.1",
        "'', 127.0.0.1",
        "a.local:0, 127.0.0.1",
        "a.local, localhost",
        "a.local, ''",
        "a.local, 127.1",
        "a.local, 127.0.0.1:99999",
        "a.local, ::1",
        "127.0.0.1, 127.0.0.1",
        "sallyport.internal, 127.0.0.1",
        "x.api.internal:80, 127.0.0.1",
        "meta.local, 169.254.169.254",
        "meta.local, [fd00:ec2::254]:80",
        "any.local, 0.0.0.0",
        "group.local, 224.0.0.1",
        "wide.local, 255.255.255.255"
    })
    void refusesAliasesThatCouldNotHold(String name, String target) {
        assertThat(EgressPolicy.parse(Map.of(name, target), List.of(), NONE)).isInstanceOf(EgressPolicy.Rejected.class);
    }

    @Test
    void namesEveryProblemOfTheSettingsAtOnce() {
        var parsed = EgressPolicy.parse(
                Map.of("a.local", "nowhere"), List.of("10.0.0.1/8", "169.254.169.254/32", "224.0.0.0/8"), NONE);

        assertThat(((EgressPolicy.Rejected) parsed)
                        .problems().stream().map(EgressPolicy.Problem::toString).collect(Collectors.joining("\n")))
                .contains("egress.hosts: a.local: ")
                .contains("egress.allow_addresses: 10.0.0.1/8: host bits are set")
                .contains("egress.allow_addresses: 169.254.169.254/32: never dialled: Cloud metadata")
                .contains("egress.allow_addresses: 224.0.0.0/8: never dialled: Multicast");
    }

    @Test
    void refusesASecondWritingOfOneName() {
        assertThat(EgressPolicy.parse(Map.of("a.org", "192.0.2.1", "A.ORG.", "192.0.2.2"), List.of(), NONE))
                .isInstanceOf(EgressPolicy.Rejected.class);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, ADDRESS_REFUSED",
        "'[::1]', ADDRESS_REFUSED",
        "'[::ffff:127.0.0.1]', ADDRESS_REFUSED",
        "'[64:ff9b::a9fe:a9fe]', METADATA_ADDRESS",
        "169.254.169.254, METADATA_ADDRESS",
        "10.9.8.7, ADDRESS_REFUSED"
    })
    void judgesLiteralsAsDnsAnswersAreJudged(String literal, ReasonCode reason) {
        assertRefuses(policy(Map.of()), literal, 80, reason);
    }

    @Test
    void dialsWhatTheOperatorsBlocksWaive() {
        EgressPolicy policy = accepted(EgressPolicy.parse(Map.of(), List.of("127.0.0.0/8"), NONE));

        assertThat(direct(policy, "127.0.0.1", 80)).isEqualTo("127.0.0.1:80");
        assertRefuses(policy, "[::1]", 80, ReasonCode.ADDRESS_REFUSED);
    }

    @Test
    void aPolicysListBoundsLiteralsAndAnswersAndNoAlias() {
        EgressPolicy policy = policy(Map.of("db.test", "127.0.0.1"));
        AddressList list = AddressList.of(List.of("10.1.0.0/16"));

        assertThat(policy.route(host("10.1.0.7"), 443, list)).isInstanceOf(EgressPolicy.Direct.class);
        assertThat(policy.route(host("10.2.0.7"), 443, list)).isInstanceOf(EgressPolicy.Refuse.class);
        assertThat(policy.route(host("8.8.8.8"), 443, list)).isInstanceOf(EgressPolicy.Refuse.class);
        assertThat(policy.route(host("10.1.0.7"), 6443, list)).isInstanceOf(EgressPolicy.Refuse.class);
        assertThat(policy.route(host("db.test"), 443, list)).isInstanceOf(EgressPolicy.Direct.class);
        assertThat(policy.route(host("db.internal"), 443, list)).isInstanceOf(EgressPolicy.Refuse.class);
        assertThat(policy.judge(List.of(ip("10.1.0.7")), 443, list)).isInstanceOf(EgressPolicy.Direct.class);
        assertThat(policy.judge(List.of(ip("10.1.0.7"), ip("8.8.8.8")), 443, list))
                .isInstanceOf(EgressPolicy.Refuse.class);
        assertThat(policy.judge(List.of(ip("10.1.0.7")), 443, AddressList.NONE))
                .isInstanceOf(EgressPolicy.Refuse.class);
    }

    @ParameterizedTest
    @CsvSource({
        "printer.local, 80, LOCAL_NAME, egress.hosts",
        "db.test, 53, PORT_REFUSED, db.test:53",
        "8.8.8.8, 53, PORT_REFUSED,",
        "10.9.8.7, 80, ADDRESS_REFUSED, egress.allow_addresses",
        "'[64:ff9b::a9fe:a9fe]', 80, METADATA_ADDRESS,",
        "224.0.0.1, 80, ADDRESS_REFUSED,"
    })
    void saysWhyATargetIsNeverDialledAndWhatTheOperatorCanDo(
            String host, int port, ReasonCode reason, @Nullable String hint) {
        DialRefusal refused =
                (DialRefusal) policy(Map.of("db.test", "127.0.0.1")).judge(host(host), port, List.of());

        assertThat(refused.reason()).isEqualTo(reason);
        assertThat(refused.message()).isNotEmpty();
        if (hint == null) {
            assertThat(refused.hint()).isNull();
        } else {
            assertThat(refused.hint()).contains(hint);
        }
    }

    @Test
    void refusesNothingOfWhatADialWouldGoOnWith() {
        EgressPolicy policy = policy(Map.of("db.test:5432", "127.0.0.1"));

        assertThat(policy.judge(host("db.test"), 5432, List.of())).isEqualTo(DialVerdict.PASS);
        assertThat(policy.judge(host("db.test"), 80, List.of())).isInstanceOf(DialRefusal.class);
        assertThat(policy.judge(host("a.example.com"), 80, List.of())).isEqualTo(DialVerdict.PASS);
        assertThat(policy.judge(host("10.1.0.7"), 443, List.of("10.1.0.0/16"))).isEqualTo(DialVerdict.PASS);
        assertThat(policy.judge(host("sallyport.internal"), 80, List.of())).isEqualTo(DialVerdict.PASS);
        assertThat(policy.named()).extracting(Object::toString).containsExactly("db.test:5432");
    }

    @Test
    void noWaiverIsHintedAtWhereThePolicysOwnListRefuses() {
        DialVerdict refused = policy(Map.of()).judge(host("10.2.0.7"), 443, List.of("10.1.0.0/16"));

        assertThat(refused)
                .isEqualTo(new DialRefusal(
                        ReasonCode.ADDRESS_REFUSED, "10.2.0.7 is not among the allowed addresses", null));
    }

    private static IpAddress ip(String literal) {
        return IpAddress.of(InetAddress.ofLiteral(literal));
    }

    private static String direct(EgressPolicy policy, String host, int port) {
        EgressPolicy.Route route = policy.route(host(host), port, AddressList.NONE);
        assertThat(route).isInstanceOf(EgressPolicy.Direct.class);
        EgressPolicy.Direct direct = (EgressPolicy.Direct) route;
        return direct.addresses().get(0).toInetAddress().getHostAddress() + ":" + direct.port();
    }

    private static void assertRefuses(EgressPolicy policy, String host, int port, ReasonCode reason) {
        EgressPolicy.Route route = policy.route(host(host), port, AddressList.NONE);
        assertThat(route).as(host).isInstanceOf(EgressPolicy.Refuse.class);
        assertThat(((EgressPolicy.Refuse) route).reason()).as(host).isEqualTo(reason);
    }

    private static EgressPolicy policy(Map<String, String> hosts) {
        return accepted(EgressPolicy.parse(hosts, List.of(), NONE));
    }

    static EgressPolicy accepted(EgressPolicy.Reading parsed) {
        return switch (parsed) {
            case EgressPolicy.Accepted(EgressPolicy policy) -> policy;
            case EgressPolicy.Rejected(var problems) -> throw new AssertionError(problems);
        };
    }

    static CanonicalHost host(String text) {
        return switch (CanonicalHost.parse(text)) {
            case Parsed.Accepted(CanonicalHost host) -> host;
            case Parsed.Rejected(String why, int at) -> throw new AssertionError(text + ": " + why + " at " + at);
        };
    }
}
