package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code proxy.transparent}: a gateway on a router, in network namespaces of an ordinary user, with real clients that
 * know of no proxy (router.sh).
 */
class RoutedSandboxTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String CURL = "curl -s -m 20 -o /dev/null -w '%{http_code}\\n' ";

    /** Every address of IPv4 and IPv6 behind the links, each port, and DNS. */
    private static final String REDIRECT = """
            for table in iptables ip6tables; do
                $table -t nat -A PREROUTING -i sb-1 -p tcp --dport 7007 -j REDIRECT --to-ports 3142
                $table -t nat -A PREROUTING -i sb-2 -p tcp --dport 80 -j REDIRECT --to-ports 3142
                $table -t nat -A PREROUTING -i sb+ -p tcp -j REDIRECT --to-ports 3140
            done
            iptables -t nat -A PREROUTING -i sb-2 -p udp --dport 53 -j REDIRECT --to-ports 5354
            iptables -t nat -A PREROUTING -i sb+ -p udp --dport 53 -j REDIRECT --to-ports 5353
            """;

    private static final String TPROXY = """
            for table in iptables ip6tables; do
                $table -t mangle -A PREROUTING -i sb+ -p tcp -j TPROXY --on-port 3140 --tproxy-mark 1
            done
            for family in -4 -6; do
                ip $family rule add fwmark 1 lookup 100
                ip $family route add local default dev lo table 100
            done
            iptables -t nat -A PREROUTING -i sb+ -p udp --dport 53 -j REDIRECT --to-ports 5353
            """;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void needs() {
        for (String tool : List.of("unshare", "ip", "iptables", "ip6tables", "python3", "bash", "curl", "nsenter")) {
            require(tool);
        }
    }

    /** Returns what the script writes that runs in sb-1. */
    private String routed(String rules, String transparent, String script) throws IOException {
        TestCa ca = TestCa.create("test ca", InstantSource.system());
        TestCa.Leaf leaf = ca.leaf("yes.test");
        Files.writeString(folder.resolve("ca.pem"), ca.pem());
        Files.writeString(folder.resolve("target.pem"), leaf.chainPem() + leaf.keyPem());
        Path config = Files.writeString(folder.resolve("c.yaml"), """
                state: state
                proxy:
                  sources: {sb-1: "10.231.1.2"}
                  transparent: {%s}
                admin: {listen: "127.0.0.1:3129"}
                egress: {trust: [ca.pem], hosts: {"yes.test:80": "127.0.0.1:8080", "yes.test:443": "127.0.0.1:8443"}}
                """.formatted(transparent));
        String gateway = GatewayJvm.shell() + " serve --config " + config;
        Client.Ended ended = Client.run(
                folder,
                Map.of("GATEWAY", gateway),
                SOON,
                List.of("unshare", "-Urnm", "bash", script("router.sh").toString(), rules, script + "true\n"));
        assertThat(ended.exit()).as(ended.err()).isZero();
        return ended.out();
    }

    private Path script(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream text = Objects.requireNonNull(RoutedSandboxTest.class.getResourceAsStream(name))) {
            Files.copy(text, file);
        }
        return file;
    }

    /** Returns what is on record, as {@code SANDBOX KIND VERDICT REASON HOST:PORT}. */
    private List<String> records() throws IOException {
        return Files.readAllLines(folder.resolve("state/audit.jsonl")).stream()
                .map(JsonMapper.shared()::readTree)
                .map(RoutedSandboxTest::text)
                .toList();
    }

    private static String text(JsonNode record) {
        return "%s %s %s %s %s:%s"
                .formatted(
                        record.path("sandbox").asString("-"),
                        record.path("kind").asString(""),
                        record.path("verdict").asString(""),
                        record.path("reason").asString(""),
                        record.path("host").asString(""),
                        record.path("port").asString(""));
    }

    private static final String BOTH = "listen: [\"[::]:3140\"], own: {sb-2: \"[::]:3142\"}, dns: [\"0.0.0.0:5353\"],"
            + " dns_own: {sb-2: \"0.0.0.0:5354\"}";

    private static final String OPENED_AND_CLOSED = "curl -s http://sallyport.internal/ca.pem >sandbox-ca.pem\n"
            + CURL + "http://yes.test/open/a\n"
            + CURL + "http://yes.test/closed\n"
            + CURL + "--cacert sandbox-ca.pem https://yes.test/open/b\n"
            + CURL + "--cacert sandbox-ca.pem https://yes.test/closed\n"
            + CURL + "http://no.test/\n";

    @Test
    void redirectedConnectionsAreJudgedByTheNameOfTheAddressAskedFor() throws Exception {
        assertThat(routed(REDIRECT, BOTH, OPENED_AND_CLOSED)).isEqualTo("200\n403\n200\n403\n000\n");
        assertThat(records())
                .contains(
                        "sb-1 dns allow granted yes.test:",
                        "sb-1 http allow granted yes.test:80",
                        "sb-1 http deny no_grant yes.test:80",
                        "sb-1 http allow granted yes.test:443",
                        "sb-1 http deny no_grant yes.test:443",
                        "sb-1 dns deny no_grant no.test:");
    }

    @Test
    void byTproxyTheSameHolds() throws Exception {
        String direct = CURL + "http://10.231.1.1:3140/\n" + CURL + "http://127.0.0.1:8080/\n" + CURL
                + "http://10.231.1.1:3129/\n" + CURL + "'http://[2001:db8::1]/'\n";
        assertThat(routed(
                        TPROXY,
                        "capture: tproxy, listen: [\"[::]:3140\"], dns: [\"0.0.0.0:5353\"]",
                        OPENED_AND_CLOSED + direct))
                .isEqualTo("200\n403\n200\n403\n000\n403\n000\n403\n407\n");
        assertThat(records())
                .contains(
                        "sb-1 http allow granted yes.test:80",
                        "sb-1 http allow granted yes.test:443",
                        "sb-1 http deny self_connection 10.231.1.1:3140",
                        "sb-1 http deny no_grant 10.231.1.1:3129",
                        "- http deny no_identity 2001:db8::1:80");
    }

    /** The name in the client's bytes is a claim: what counts is the address, and for which name it was given out. */
    @Test
    void anAddressThatWasNotGivenOutForTheNameIsRefused() throws Exception {
        String spoofed = "--resolve yes.test:80:93.184.216.34 --resolve yes.test:443:93.184.216.34 ";
        assertThat(routed(
                        REDIRECT,
                        BOTH,
                        CURL + spoofed + "http://yes.test/open/a\n" + CURL + spoofed + "-k https://yes.test/open/a\n"
                                + CURL + "-x http://93.184.216.34:80 http://yes.test/open/a\n"))
                .isEqualTo("421\n000\n421\n");
        assertThat(records())
                .contains("sb-1 http deny authority_mismatch 93.184.216.34:80")
                .contains("sb-1 connect deny no_grant 93.184.216.34:443")
                .noneMatch(record -> record.contains("allow granted yes.test:80"));
    }

    @Test
    void whatWasNotRedirectedLeadsToTheListenerItselfAndIsRefused() throws Exception {
        String rules = REDIRECT.replaceAll(".*--to-ports 3140\n", "");
        assertThat(routed(
                        rules,
                        BOTH,
                        CURL + "http://10.231.1.1:3140/\n" + CURL + "http://10.231.1.1:3142/\n" + CURL
                                + "http://10.231.1.1:3140/ -H 'Host: yes.test'\n"))
                .isEqualTo("403\n407\n421\n");
        assertThat(records())
                .contains(
                        "sb-1 http deny self_connection 10.231.1.1:3140",
                        "- http deny identity_conflict 10.231.1.1:3142");
    }

    @Test
    void whoeverHasNoIdentityOrTwoIsRefused() throws Exception {
        String out = routed(
                REDIRECT,
                BOTH,
                CURL + "http://yes.test:7007/open/a\n" // by the link of sb-2, from the address of sb-1
                        + "$SB2 " + CURL + "http://yes.test/other/a\n"
                        + "$SB2 " + CURL + "http://yes.test/open/a\n"
                        + "$SB2 " + CURL + "'http://[2001:db8::1]/'\n"
                        + "$SB3 " + CURL + "http://yes.test/open/a\n"
                        + "$SB3 curl -s -m 20 http://198.18.0.1/ | grep -o 'no sandbox has the address'\n"
                        + "$SB3 " + CURL + "http://198.18.0.1/open/a -H 'Host: yes.test'\n");
        assertThat(out).isEqualTo("407\n200\n403\n403\n000\nno sandbox has the address\n407\n");
        assertThat(records())
                .contains(
                        "- http deny identity_conflict 198.18.0.1:7007",
                        "sb-2 http allow granted yes.test:80",
                        "sb-2 http deny no_grant yes.test:80",
                        "sb-2 http deny no_grant 2001:db8::1:80",
                        "- dns deny no_identity :",
                        "- http deny no_identity 198.18.0.1:80");
    }
}
