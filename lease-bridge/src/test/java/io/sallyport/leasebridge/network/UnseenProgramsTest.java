package io.sallyport.leasebridge.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code binaries} mean where nobody knows which program calls. */
class UnseenProgramsTest {
    private static NetworkPolicyReader.Result read(NetworkDocument document, UnseenPrograms unseen) {
        return NetworkPolicyReader.read(List.of(document), LocalServers.NONE, NetworkRules.BY_DEFAULT.unseen(unseen));
    }

    private static NetworkDocument policy(String binaries) {
        return new NetworkDocument.Policy(
                "policy",
                "version: 1\nnetwork_policies:\n  r:\n    endpoints: [{host: a.test, port: 443}]\n" + "    " + binaries
                        + "\n");
    }

    private static NetworkDocument profile(String binaries) {
        return new NetworkDocument.Profile(
                "p", "id: p\nendpoints: [{host: a.test, port: 443}]\n" + binaries + "\n", "p", Set.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            binaries: [{path: /usr/bin/curl}]               | binaries: [/usr/bin/curl]   | 3:3
            binaries: [{path: /usr/**}]                     | binaries: [{path: /usr/**}] | 3:3
            binaries: []                                    | binaries: []                | 3:3
            name: r                                         | category: other             | 3:3
            """)
    void aRuleForSomeProgramsIsWarnedOfOrRefused(String policy, String profile, String place) {
        for (NetworkDocument document : List.of(policy(policy), profile(profile))) {
            NetworkPolicyReader.Result loaded = read(document, UnseenPrograms.IGNORE);
            assertThat(loaded).isInstanceOf(NetworkPolicyReader.Read.class);
            assertThat(loaded.diagnostics()).extracting(Diagnostic::code).containsExactly("BINARIES_NOT_SEEN");

            NetworkPolicyReader.Result refused = read(document, UnseenPrograms.REQUIRE);
            assertThat(refused).isInstanceOf(NetworkPolicyReader.Refused.class);
            assertThat(refused.diagnostics()).extracting(Diagnostic::code).containsExactly("BINARIES_NOT_SEEN");
        }
        assertThat(read(policy(policy), UnseenPrograms.REQUIRE).diagnostics())
                .allSatisfy(
                        each -> assertThat(each.line() + ":" + each.column()).isEqualTo(place));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            binaries: [{path: "**"}]                        | binaries: ["**"]
            binaries: [{path: /usr/bin/curl}, {path: "**"}] | binaries: [/a, {path: "**"}]
            """)
    void aRuleForEveryProgramLoadsInBoth(String policy, String profile) {
        for (UnseenPrograms unseen : UnseenPrograms.values()) {
            assertThat(read(policy(policy), unseen).diagnostics()).isEmpty();
            assertThat(read(profile(profile), unseen).diagnostics()).isEmpty();
        }
    }
}
