package io.sallyport.leasebridge.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrantLintTest {
    private static List<String> codes(@Nullable String lease, @Nullable String endpoints) {
        return found(lease, endpoints == null ? null : "{endpoints: [" + endpoints + "]}").stream()
                .map(Diagnostic::code)
                .toList();
    }

    private static List<Diagnostic> found(@Nullable String patterns, @Nullable String rule) {
        List<Grant.Net> grants = new ArrayList<>();
        var places = new HashMap<String, Provenance>();
        Lease lease = null;
        if (patterns != null) {
            String json = "{\"net.fetch\": [" + patterns + "]}";
            lease = ((LeaseReader.Read) LeaseReader.read("lease", json, null, null)).lease();
            lease.grants().forEach(grant -> grants.add((Grant.Net) grant));
            places.putAll(LeaseReader.places("lease", json));
        }
        if (rule == null) {
            return GrantLint.of(new LintedGrants(grants, List.of(), new TreeMap<>(), lease, places));
        }
        var read = (NetworkPolicyReader.Read)
                NetworkPolicyReader.read("policy", "version: 1\nnetwork_policies:\n  r: " + rule + "\n");
        grants.addAll(nets(read.grants()));
        places.putAll(read.provenance());
        SortedMap<String, List<Grant.Net>> credentials = new TreeMap<>();
        read.credentials().forEach((name, requests) -> credentials.put(name, nets(requests)));
        return GrantLint.of(new LintedGrants(grants, read.denials(), credentials, lease, places));
    }

    private static List<Grant.Net> nets(List<Grant> grants) {
        return grants.stream().map(Grant.Net.class::cast).collect(Collectors.toList());
    }

    @ParameterizedTest
    @CsvSource({
        "https://ngrok.io/**, RELAY_HOST",
        "https://a.b.ngrok.io/x, RELAY_HOST",
        "https://*.abc.ngrok.io/**, RELAY_HOST",
        "https://webhook.site/my-id, RELAY_HOST",
        "https://pastebin.com/**, UPLOAD_HOST",
        "https://127.0.0.1.nip.io/**, ANY_ADDRESS_HOST",
        "https://dns.google/dns-query, DNS_OVER_HTTPS",
        "https://*.quad9.net/**, DNS_OVER_HTTPS",
    })
    void hostsOfTheListsAreFoundHoweverTheyAreReached(String pattern, String code) {
        assertThat(codes('"' + pattern + '"', null)).containsExactly(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://notngrok.io/**",
                "https://ngrok.io.example/**",
                "https://google/**",
                "https://dns.google.example/**",
                "https://**",
                "https://*.io/**"
            })
    void namesThatOnlyLookLikeOneAreNot(String pattern) {
        assertThat(codes('"' + pattern + '"', null)).isEmpty();
    }

    @Test
    void anUploadHostIsFoundWhereItMayBeWrittenTo() {
        String host = "{host: transfer.sh, port: 443, protocol: rest, ";
        assertThat(codes(null, host + "access: full}")).containsExactly("UPLOAD_HOST");
        assertThat(codes(null, host + "rules: [{allow: {method: PUT, path: /a}}]}"))
                .containsExactly("UPLOAD_HOST");
        assertThat(codes(null, host + "access: read-only}")).isEmpty();
    }

    @Test
    void aLineThatAnotherCoversIsFoundOnce() {
        List<Diagnostic> found =
                found("\"https://a.example/v1/x\", \"https://a.example/**\", \"https://*.b.example/**\"", null);
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().column()).isEqualTo(17);
        assertThat(codes("\"https://*.a.example/**\", \"https://b.a.example/x\"", null))
                .containsExactly("SHADOWED");
    }

    @Test
    void ofTwoLinesThatGrantTheSameTheFirstStays() {
        List<Diagnostic> found = found("\"https://a.example/**\", \"https://A.EXAMPLE:443/**\"", null);
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().message()).startsWith("\"https://A.EXAMPLE:443/**\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"https://a.example/v1/*\", \"https://a.example/v2/*\"",
                "\"https://a.example/**\", \"http://a.example/**\"",
                "\"https://a.example/**\", \"https://a.example:8443/**\"",
                "\"https://*.a.example/**\", \"https://a.example/**\"",
                "\"https://a.example/x?a=1\", \"https://a.example/x?a=2\""
            })
    void linesOfTheirOwnAreNot(String patterns) {
        assertThat(codes(patterns, null)).isEmpty();
    }

    @Test
    void endpointsAreComparedByAllThatTheyAsk() {
        String full = "{host: a.example, port: 443, protocol: rest, access: full}";
        String read = "{host: a.example, port: 443, protocol: rest, access: read-only}";
        String one = "{host: a.example, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /a/b}}]}";
        String star = "{host: a.example, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /a/*}}]}";
        assertThat(codes(null, full + ", " + read)).containsExactly("SHADOWED");
        assertThat(codes(null, read + ", " + one)).containsExactly("SHADOWED");
        assertThat(codes(null, star + ", " + one)).containsExactly("SHADOWED");
        assertThat(codes(null, one + ", {host: b.example, port: 443, protocol: rest, access: full}"))
                .isEmpty();
        assertThat(codes(null, "{host: a.example, port: 80, protocol: rest, access: full}, " + read))
                .isEmpty();
    }

    @Test
    void whatADenialCoversIsUnreachable() {
        String denied = "{host: a.example, port: 443, protocol: rest, access: full, deny_rules: [%s]}";
        assertThat(codes(null, denied.formatted("{method: '*', path: '/**'}"))).containsExactly("UNREACHABLE");
        assertThat(codes(null, denied.formatted("{method: DELETE, path: '/**'}")))
                .isEmpty();
        assertThat(codes(null, denied.formatted("{method: '*', path: '/a/**'}")))
                .isEmpty();
    }

    @Test
    void whatTheOtherDocumentDoesNotKnowIsUnreachable() {
        String endpoint = "{host: a.example, port: 443, protocol: rest, access: full}";
        assertThat(codes("\"https://b.example/**\"", endpoint)).containsExactly("UNREACHABLE", "UNREACHABLE");
        assertThat(codes("\"https://*.example/**\"", endpoint)).isEmpty();
        assertThat(codes("\"https://a.example:8443/**\"", endpoint)).containsExactly("UNREACHABLE", "UNREACHABLE");
    }

    @Test
    void aCredentialIsForOneHostAndWhatNeedsIt() {
        String rule = "{credentials: [gh], endpoints: [{host: %s, port: 443, protocol: rest, %s}]}";
        assertThat(found(null, rule.formatted("a.example.com", "access: full"))).hasSize(1);
        assertThat(found(null, rule.formatted("'*.example.com'", "access: read-only")))
                .hasSize(1);
        assertThat(found(null, rule.formatted("a.example.com", "access: read-only")))
                .isEmpty();
    }

    @Test
    void findingsAreBounded() {
        String many = IntStream.range(0, 300)
                .mapToObj(i -> "\"https://h%d.ngrok.io/**\"".formatted(i))
                .collect(Collectors.joining(", "));
        assertThat(found(many, null))
                .hasSizeLessThanOrEqualTo(101)
                .last()
                .matches(last -> last.code().equals("MORE"));
    }
}
