package io.sallyport.leasebridge.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialRules;
import io.sallyport.model.DialVerdict;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written of traffic, and what is not. */
class LearnedTextTest {
    private static final Instant TIME = Instant.parse("2026-11-27T15:40:01.123Z");

    private static final LearningScreen SCREEN = new LearningScreen(new DialRules() {
        @Override
        public DialVerdict judge(CanonicalHost host, int port, List<String> addresses) {
            return host.text().equals("inner.test")
                    ? new DialRefusal(ReasonCode.LOCAL_NAME, "inner.test is local", null)
                    : DialVerdict.PASS;
        }

        @Override
        public Set<CanonicalAuthority> named() {
            return Set.of();
        }
    });

    private final ObservedTraffic traffic = new ObservedTraffic();

    private void passed(String... written) {
        for (String one : written) {
            traffic.passed(
                    request(one),
                    List.of(),
                    TIME.plusSeconds(traffic.observed().wanted().size()));
        }
    }

    private LearnedDocument learned(ImportedForm form) {
        return LearnedDocument.of(traffic.observed(), SCREEN, form, LearnedDocument.MERGE_PATHS);
    }

    private static CanonicalRequest request(String written) {
        String[] words = written.split(" ", 2);
        return ((Parsed.Accepted<CanonicalRequest>) WrittenRequest.parse(words[0], words[1])).value();
    }

    @Test
    void eachEntryOfAPolicySaysHowOftenAndWhenItWasSeen() {
        passed(
                "CONNECT https://a.test.org",
                "GET https://a.test.org/items/1?q=secret",
                "GET https://a.test.org/items/1",
                "GET https://a.test.org/items/2",
                "GET https://a.test.org/items/3",
                "POST https://a.test.org:8443/it's",
                "GET wss://a.test.org/feed",
                "CONNECT tcp+ssh://git.test.org:22",
                "CONNECT https://pinned.test.org");
        String text = learned(ImportedForm.POLICY).text();
        assertThat(text).isEqualTo("""
                # Learned from 6 different requests, seen 7 times, 2026-11-27T15:40:01Z to 2026-11-27T15:40:06Z.
                # It admits what was seen. Read it before you use it: nobody judged it yet.
                # not learned: CONNECT https://pinned.test.org:443: no request was seen in the tunnel (once, 2026-11-27T15:40:07Z)
                version: 1
                network_policies:
                  learned:
                    endpoints:
                      - host: 'a.test.org'
                        port: 443  # 4 times, 2026-11-27T15:40:01Z to 2026-11-27T15:40:03Z
                        protocol: rest
                        rules:
                          - allow: {method: GET, path: '/items/[0-9]*'}  # 4 times, 2026-11-27T15:40:01Z to 2026-11-27T15:40:03Z, 3 paths
                      - host: 'a.test.org'
                        port: 443  # once, 2026-11-27T15:40:05Z
                        path: '/feed'
                        protocol: websocket
                        rules:
                          - allow: {method: '*', path: '/feed'}  # once, 2026-11-27T15:40:05Z
                      - host: 'a.test.org'
                        port: 8443  # once, 2026-11-27T15:40:04Z
                        protocol: rest
                        rules:
                          - allow: {method: POST, path: '/it''s'}  # once, 2026-11-27T15:40:04Z
                      - host: 'git.test.org'
                        port: 22  # once, 2026-11-27T15:40:06Z
                        protocol: tcp+ssh
                """);
        assertThat(NetworkPolicyReader.read("policy", text).diagnostics()).noneMatch(Diagnostic::isError);
    }

    @Test
    void aLeaseHasPatternsAndLeavesOutWhatItCannotSay() {
        passed(
                "GET https://a.test.org/items/1",
                "DELETE https://a.test.org/items/1",
                "GET http://[2001:db8::1]:81/*",
                "CONNECT tcp+ssh://git.test.org:22",
                "GET wss://a.test.org/feed");
        LearnedDocument learned = learned(ImportedForm.LEASE);
        assertThat(learned.text()).isEqualTo("""
                {
                  "net.fetch": [
                    "https://a.test.org/items/1",
                    "wss://a.test.org/feed"
                  ]
                }
                """);
        assertThat(learned.unlearned().keySet())
                .extracting(Unlearned::request)
                .containsExactly("GET http://[2001:db8::1]:81/*", "CONNECT tcp+ssh://git.test.org:22");
        assertThat(learned.tests()).contains("# not learned: GET http://[2001:db8::1]:81/*");
        assertThat(LeaseReader.read("lease", learned.text(), null, null).diagnostics())
                .noneMatch(Diagnostic::isError);
    }

    @ParameterizedTest
    @CsvSource({
        "GET https://inner.test/, local_name (inner.test is local)",
        "GET https://webhook.site/x, passes on what it receives",
        "GET https://a.b.ngrok.io/x, passes on what it receives",
        "GET https://dns.google/dns-query, resolves names over HTTPS",
        "GET https://10.0.0.1.nip.io/, stands for the address",
        "GET http://build.api.internal/x, calls of API servers",
        "G*T https://a.test.org/, cannot name the method",
        "get https://a.test.org/, cannot name the method",
        "WEBSOCKET_TEXT https://a.test.org/, cannot name the method"
    })
    void theseAreNeverLearned(String written, String why) {
        passed(written);
        LearnedDocument learned = learned(ImportedForm.POLICY);
        assertThat(learned.requests()).isEmpty();
        assertThat(learned.text())
                .contains("# not learned: " + written.substring(0, written.indexOf(' ')), why)
                .endsWith("network_policies: {}\n");
    }

    /** A refused tunnel shows its host alone; requests that were seen say more. */
    @Test
    void aHostOfWhichOnlyRefusedTunnelsWereSeenIsGrantedWhole() {
        traffic.wanted(request("CONNECT https://a.test.org"), List.of(), TIME);
        assertThat(learned(ImportedForm.POLICY).text()).contains("access: full  # only tunnels were seen, refused");
        assertThat(learned(ImportedForm.LEASE).text()).contains("\"https://a.test.org/**\"");
        passed("GET https://a.test.org/x");
        assertThat(learned(ImportedForm.POLICY).text()).contains("path: '/x'").doesNotContain("access");
    }

    @Test
    void manyHostsBelowOneNameAreSuggestedAndNeverBecomeAWildcard() {
        for (String label : List.of("a", "b", "c")) {
            passed("GET https://" + label + ".cdn.example.co.uk/", "GET https://" + label + ".github.io/");
        }
        String text = learned(ImportedForm.POLICY).text();
        assertThat(text)
                .contains("# 3 hosts are below example.co.uk: **.example.co.uk would admit every name there")
                .doesNotContain("below github.io", "below co.uk", "host: '*");
    }

    @Test
    void theFirstSegmentAndWordsAreNeverMerged() {
        passed(
                "GET https://a.test.org/1",
                "GET https://a.test.org/2",
                "GET https://a.test.org/3",
                "GET https://a.test.org/x/one",
                "GET https://a.test.org/x/two",
                "GET https://a.test.org/x/three");
        assertThat(learned(ImportedForm.POLICY).text()).doesNotContain("*", "[0-9]");
    }

    @Test
    void whatExceedsTheBoundsIsCountedAndSaid() {
        for (int i = 0; i < ObservedTraffic.MAX_REQUESTS + 5; i++) {
            traffic.passed(request("GET https://a.test.org/x/w" + i), List.of(), TIME);
        }
        for (int i = 0; i < ObservedTraffic.MAX_UNLEARNED + 5; i++) {
            traffic.unlearned(new Unlearned("GET https://a.test.org/" + i, "no_grant"), TIME);
        }
        LearnedDocument learned = learned(ImportedForm.POLICY);
        assertThat(learned.requests()).hasSize(ObservedTraffic.MAX_REQUESTS);
        assertThat(learned.unlearned()).hasSize(ObservedTraffic.MAX_UNLEARNED);
        assertThat(learned.text()).contains("# 10 further requests were not held");
        assertThat(NetworkPolicyReader.read("policy", learned.text()).diagnostics())
                .noneMatch(Diagnostic::isError);
    }

    @Test
    void longPathsFillTheBoundByTheirCharactersAndDeepOnesStayAsTheyAre() {
        for (int i = 0; i < 100; i++) {
            traffic.passed(
                    request("GET https://a.test.org/" + "x".repeat(4_000) + "/1".repeat(40) + i), List.of(), TIME);
        }
        LearnedDocument learned = learned(ImportedForm.POLICY);
        assertThat(learned.requests()).hasSizeBetween(10, 99);
        assertThat(learned.text()).doesNotContain("[0-9]*");
        assertThat(NetworkPolicyReader.read("policy", learned.text()).diagnostics())
                .noneMatch(Diagnostic::isError);
    }
}
