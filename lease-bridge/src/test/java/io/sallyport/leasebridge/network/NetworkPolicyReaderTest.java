package io.sallyport.leasebridge.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.condition.ParameterCondition;
import io.sallyport.model.condition.Quantifier;
import io.sallyport.model.host.HostPattern;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Network policies, and what is wrong with them, each with its place. */
class NetworkPolicyReaderTest {
    /** Endpoints begin at line 5, their text at column 9. */
    private static final String HEAD = "version: 1\nnetwork_policies:\n  r:\n    endpoints:\n";

    @Test
    void anEndpointWithoutAProtocolIsTheWholeHostOnItsPorts() {
        Grant.Net grant = one("{host: API.example.com, ports: [443, 8443]}");

        assertThat(grant.rule()).isEqualTo("policy:r.endpoints[0]");
        assertThat(grant.source()).isEqualTo(Grant.Source.POLICY);
        assertThat(grant.schemes()).containsExactlyInAnyOrder(Scheme.HTTP, Scheme.HTTPS);
        assertThat(grant.kinds()).containsExactlyInAnyOrder(RequestKind.CONNECT, RequestKind.HTTP);
        assertThat(grant.host()).isEqualTo(new HostPattern.Exact("api.example.com"));
        assertThat(grant.ports()).containsExactlyInAnyOrder(443, 8443);
        assertThat(grant.coversWholeHost()).isTrue();
        assertThat(grant.addresses()).isEmpty();
    }

    /** Rules of requests make it one that is looked into; a host and a port alone say nothing of requests. */
    @Test
    void anEndpointWithoutAProtocolIsTheSameInAProfileUnlessItSpeaksOfRequests() {
        assertThat(ofProfile("{host: api.example.com, port: 8443}").coversWholeHost())
                .isTrue();
        assertThat(ofProfile("{host: api.example.com, port: 8443, access: full}")
                        .coversWholeHost())
                .isFalse();
    }

    private static Grant.Net ofProfile(String endpoint) {
        var profile = new NetworkDocument.Profile("p", "id: p\nendpoints: [" + endpoint + "]\n", "p", Set.of());
        var read = NetworkPolicyReader.read(List.of(profile));
        assertThat(read).isInstanceOf(NetworkPolicyReader.Read.class);
        return (Grant.Net) ((NetworkPolicyReader.Read) read).grants().getFirst();
    }

    @Test
    void tcpIsATunnelAndNoRequest() {
        Grant.Net grant = one("{host: db.example.com, port: 5432, protocol: tcp}");

        assertThat(grant.schemes()).isEqualTo(Scheme.TCP.covered());
        assertThat(grant.kinds()).containsExactly(RequestKind.CONNECT);
    }

    @Test
    void aTunnelMayNameWhatIsSpokenAndGrantsNothingElse() {
        Grant.Net grant = one("{host: git.example.com, port: 22, protocol: tcp+ssh}");

        assertThat(grant.schemes()).containsExactly(Scheme.TCP_SSH);
        assertThat(grant.kinds()).containsExactly(RequestKind.CONNECT);
        assertThat(grant.text()).isEqualTo("tcp+ssh git.example.com:22");
    }

    @Test
    void restIsAlwaysLookedInto() {
        assertThat(one("{host: a.b.test, port: 443, protocol: rest, access: full}")
                        .coversWholeHost())
                .isFalse();
        assertThat(one("{host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: '*', path: '**'}}]}")
                        .coversWholeHost())
                .isFalse();
    }

    @Test
    void credentialsOfARuleAreGrantedForItsEndpointsAlone() {
        String yaml = HEAD + """
                      - {host: a.b.test, port: 443, protocol: rest, access: read-only}
                      - {host: c.b.test, port: 443}
                    credentials: [two, one, two]
                  s:
                    endpoints: [{host: d.b.test, port: 443}]
                """;
        var read = (NetworkPolicyReader.Read) NetworkPolicyReader.read("policy", yaml);
        assertThat(read.credentials().keySet()).containsExactly("one", "two");
        assertThat(read.credentials().get("one"))
                .extracting(Grant::rule)
                .containsExactly("policy:r.endpoints[0]", "policy:r.endpoints[1]");
        assertThat(read.grants()).hasSize(3);
    }

    @Test
    void whatIsOnlyReportedHasNoCredential() {
        String yaml = HEAD + """
                      - {host: a.b.test, port: 443, protocol: rest, enforcement: audit, access: read-only}
                    credentials: [one]
                """;
        var read = (NetworkPolicyReader.Read) NetworkPolicyReader.read("policy", yaml);
        assertThat(read.grants()).hasSize(2);
        assertThat(read.credentials().get("one"))
                .extracting(grant -> ((Grant.Net) grant).mode())
                .containsExactly(Mode.ENFORCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"protocol: tcp", "tls: skip", "protocol: tcp+tls"})
    void credentialsNeedRequestsThatAreSeen(String field) {
        String yaml = HEAD + "      - {host: a.b.test, port: 443, " + field + "}\n    credentials: [one]\n";
        assertThat(NetworkPolicyReader.read("policy", yaml).diagnostics())
                .anyMatch(
                        found -> found.isError() && found.message().contains("credentials: the gateway does not see"));
    }

    @Test
    void theNameOfACredentialIsOneOfAProvider() {
        String yaml = HEAD + "      - {host: a.b.test, port: 443}\n    credentials: ['a b']\n";
        assertThat(NetworkPolicyReader.read("policy", yaml)).isInstanceOf(NetworkPolicyReader.Refused.class);
        String many = HEAD + "      - {host: a.b.test, port: 443}\n    credentials: ["
                + IntStream.range(0, 17).mapToObj(i -> "c" + i).collect(Collectors.joining(", ")) + "]\n";
        assertThat(NetworkPolicyReader.read("policy", many)).isInstanceOf(NetworkPolicyReader.Refused.class);
    }

    /** The first grant that covers a request decides; what is only reported may not hide a rule. */
    @Test
    void anEndpointInAuditModeAlsoGrantsTheRestAndLastOfAll() {
        String yaml = HEAD + """
                      - {host: a.b.test, port: 443, protocol: rest, path: "/v1/**", enforcement: audit, access: read-only}
                      - {host: c.b.test, port: 443, protocol: rest, access: full}
                """;
        assertThat(grants(yaml))
                .extracting(grant -> ((Grant.Net) grant).mode() + " " + grant.rule())
                .containsExactly(
                        "ENFORCE policy:r.endpoints[0]",
                        "ENFORCE policy:r.endpoints[1]",
                        "REPORT policy:r.endpoints[0]");
        Grant.Net reported = (Grant.Net) grants(yaml).getLast();
        assertThat(covers(reported.path(), "/v1/a")).isTrue();
        assertThat(covers(reported.path(), "/v2")).isFalse();
        assertThat(reported.kinds()).containsExactly(RequestKind.HTTP);
        assertThat(NetworkPolicyReader.read("policy", yaml).diagnostics())
                .filteredOn(found -> found.code().equals("NOT_ENFORCED"))
                .hasSize(1);
    }

    @Test
    void denialsThatRefuseStandBeforeThoseThatAreReported() {
        String yaml = HEAD + """
                      - {host: a.b.test, port: 443, protocol: rest, path: /a, enforcement: audit, access: full,
                         deny_rules: [{method: "*", path: "**"}]}
                      - {host: a.b.test, port: 443, protocol: rest, path: /b, access: full,
                         deny_rules: [{method: "*", path: "**"}]}
                """;
        var read = (NetworkPolicyReader.Read) NetworkPolicyReader.read("policy", yaml);
        assertThat(read.denials())
                .extracting(denial -> denial.covered().mode())
                .containsExactly(Mode.ENFORCE, Mode.REPORT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            a*           | a, abc, a/b     | ba, A
            a?           | ab              | a, abc
            a.b          | a.b             | axb
            {any: [a, b*]} | a, bc         | c
            "*"          | , a, b          |
            """)
    void aMatcherIsAGlobWithoutSeparator(String matcher, String matched, String others) {
        Grant.Net grant = one("{host: a.b.test, port: 443, protocol: rest, "
                + "rules: [{allow: {method: GET, path: '**', query: {q: " + matcher + "}}}]}");
        ParameterCondition asked = grant.conditions().parameters().getFirst();
        assertThat(asked.of()).isEqualTo(Quantifier.ALL);
        for (String each : matched.split(", ", -1)) {
            assertThat(Pattern.matches(asked.re2(), each)).as(each).isTrue();
        }
        for (String each : others == null ? new String[0] : others.split(", ", -1)) {
            assertThat(Pattern.matches(asked.re2(), each)).as(each).isFalse();
        }
    }

    @Test
    void presetsAndRulesAreMethods() {
        assertThat(one("{host: a.b.test, port: 443, protocol: rest, access: read-only}")
                        .methods())
                .containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS");
        assertThat(one("{host: a.b.test, port: 443, protocol: rest, access: read-write}")
                        .methods())
                .containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH");
        assertThat(one(rest("get", "/x")).methods()).containsExactlyInAnyOrder("GET", "HEAD");
        assertThat(one(rest("HEAD", "/x")).methods()).containsExactly("HEAD");
    }

    @Test
    void addressesAreCanonicalAndALiteralIsItsOwn() {
        assertThat(one("{host: a.b.test, port: 443, allowed_ips: [10.1.0.0/16, 192.168.7.7, 'fd00:0:0:1::/64']}")
                        .addresses())
                .containsExactly("10.1.0.0/16", "192.168.7.7/32", "fd00:0:0:1::/64");
        assertThat(one("{host: 10.0.0.7, port: 443}").addresses()).containsExactly("10.0.0.7/32");
        Grant.Net anywhere = one("{port: 8080, allowed_ips: [10.1.0.0/16]}");
        assertThat(anywhere.host()).isEqualTo(new HostPattern.Any());
        assertThat(anywhere.addresses()).containsExactly("10.1.0.0/16");
    }

    @Test
    void grantsStandInTheOrderOfTheNamesOfTheirRules() {
        String yaml = """
                version: 1
                network_policies:
                  one:
                    name: zebra
                    endpoints: [{host: a.b.test, port: 443}]
                  two:
                    endpoints: [{host: a.b.test, port: 443}]
                """;
        assertThat(grants(yaml))
                .extracting(Grant::rule)
                .containsExactly("policy:two.endpoints[0]", "policy:one.endpoints[0]");
    }

    @Test
    void staticSectionsAreJudgedAndLeft() {
        assertThat(grants("""
                version: 1
                filesystem_policy: {include_workdir: true, read_only: [/, /usr], read_write: [/tmp]}
                landlock: {compatibility: hard_requirement}
                process: {run_as_user: sandbox, run_as_group: "1000"}
                network_middlewares: {}
                """)).isEmpty();
    }

    @Test
    void whatIsRefusedOverAPublicSuffixIsToBeNamedHostByHost() {
        String yaml = "version: 1\nnetwork_policies:\n  r:\n    endpoints: [{host: \"*.github.io\", port: 443}]\n";
        assertThat(NetworkPolicyReader.read("policy", yaml).diagnostics())
                .filteredOn(Diagnostic::isError)
                .singleElement()
                .satisfies(error -> {
                    assertThat(error.message()).endsWith("everybody can register a name under it");
                    assertThat(error.help()).startsWith("name the exact hosts");
                });
    }

    @Test
    void aWildcardBelowANameOfOneOwnerIsGranted() {
        assertThat(one("{host: \"*.me.github.io\", port: 443}").host())
                .isEqualTo(new HostPattern.OneUnder("me.github.io"));
    }

    @Test
    void whoCallsIsNotSeenAndSaid() {
        var result = NetworkPolicyReader.read(
                "policy", "version: 1\nnetwork_policies:\n  r:\n    binaries: [{path: /usr/bin/curl}]\n");
        assertThat(result.diagnostics())
                .extracting(Diagnostic::toString)
                .singleElement()
                .isEqualTo(
                        "policy:3:3: BINARIES_NOT_SEEN: binaries: the gateway does not see who calls: the rule holds for every"
                                + " program of the sandbox");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {host: a.b.test, port: 443, hots: x}                             | 5:37 UNKNOWN_KEY
            {host: a.b.test, port: 443, port: 80}                            | 5:37 DUPLICATE_MEMBER
            {host: &a a.b.test, port: 443}                                   | 5:16 NOT_YAML
            {host: a.b.test}                                                 | 5:9 MISSING_KEY
            {host: a.b.test, port: 0}                                        | 5:32 BAD_VALUE
            {host: a.b.test, port: "443"}                                    | 5:32 BAD_VALUE
            {host: a.b.test, port: 443, ports: [80]}                         | 5:32 BAD_VALUE
            {port: 443}                                                      | 5:9 MISSING_KEY
            {port: 443, protocol: tcp, allowed_ips: [10.0.0.0/16]}           | 5:9 MISSING_KEY
            {host: "*", port: 443}                                           | 5:16 BAD_HOST
            {host: "**", port: 443}                                          | 5:16 BAD_HOST
            {host: "*.test", port: 443}                                      | 5:16 BAD_HOST
            {host: "*.co.uk", port: 443}                                     | 5:16 BAD_HOST
            {host: "a*.com.au", port: 443}                                   | 5:16 BAD_HOST
            {host: "**.anything.ck", port: 443}                              | 5:16 BAD_HOST
            {host: "*.github.io", port: 443}                                 | 5:16 BAD_HOST
            {host: "**.GitHub.io", port: 443}                                | 5:16 BAD_HOST
            {host: "my-*.github.io", port: 443}                              | 5:16 BAD_HOST
            {host: "a.*.github.io", port: 443}                               | 5:16 BAD_HOST
            {host: "**.s3.amazonaws.com", port: 443}                         | 5:16 BAD_HOST
            {host: "**.compute.amazonaws.com", port: 443}                    | 5:16 BAD_HOST
            {host: "a.b*.x.test", port: 443}                                 | 5:16 BAD_HOST
            {host: "a.**.x.test", port: 443}                                 | 5:16 BAD_HOST
            {host: "**a.x.test", port: 443}                                  | 5:16 BAD_HOST
            {host: "*.{a,co}.uk", port: 443}                                 | 5:16 BAD_HOST
            {host: "*.{a,b.x.test", port: 443}                               | 5:16 BAD_HOST
            {host: "{*.x.test,10.0.0.1}", port: 443}                         | 5:16 BAD_HOST
            {host: "[ab].x.test", port: 443}                                 | 5:16 BAD_HOST
            {host: a b, port: 443}                                           | 5:17 BAD_HOST
            {host: 10.0.0.1, port: 443, protocol: tcp}                       | 5:16 BAD_HOST
            {host: a.b.test., port: 443, protocol: tcp}                      | 5:16 BAD_HOST
            {host: a.b.test, port: 443, protocol: mcp}                       | 5:9 MISSING_KEY
            {host: a.b.test, port: 443, protocol: graphql}                   | 5:9 MISSING_KEY
            {host: a.b.test, port: 443, protocol: websocket}                 | 5:9 MISSING_KEY
            {host: a.b.test, port: 443, protocol: json-rpc}                  | 5:9 MISSING_KEY
            {host: a.b.test, port: 443, protocol: sql}                       | 5:9 BAD_VALUE
            {host: a.b.test, port: 443, protocol: REST}                      | 5:47 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest}                      | 5:9 MISSING_KEY
            {host: a.b.test, port: 443, protocol: rest, rules: []}           | 5:9 MISSING_KEY
            {host: a.b.test, port: 443, protocol: rest, access: all}         | 5:61 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, access: full, rules: [{allow: {method: GET, path: /}}]} | 5:9 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, access: full, path: v1}        | 5:73 BAD_PATH
            {host: a.b.test, port: 443, protocol: rest, access: full, path: "*"}       | 5:73 BAD_PATH
            {host: a.b.test, port: 443, protocol: rest, access: full, path: "**/v1"}   | 5:73 BAD_PATH
            {host: a.b.test, port: 443, protocol: rest, access: full, path: "/v1/{a,b" } | 5:73 BAD_PATH
            {host: a.b.test, port: 443, protocol: rest, access: full, path: /v1/../x}  | 5:73 BAD_PATH
            {host: a.b.test, port: 443, protocol: rest, access: full, path: /v1%2Fx}   | 5:76 BAD_PATH
            {host: a.b.test, port: 443, protocol: rest, access: full, path: [/v1]}     | 5:73 BAD_VALUE
            {host: a.b.test, port: 443, path: /v1}                                     | 5:37 BAD_VALUE
            {host: a.b.test, port: 443, protocol: tcp, path: /v1}                      | 5:52 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, path: /v1, rules: [{allow: {method: GET, path: /v2}}]} | 5:72 OUTSIDE_PATH
            {host: a.b.test, port: 443, protocol: rest, path: "/v1/**", rules: [{allow: {method: GET, path: /v1}}]} | 5:77 OUTSIDE_PATH
            {host: a.b.test, port: 443, protocol: rest, path: "/v1/**", rules: [{allow: {method: GET, path: "/v2/**"}}]} | 5:77 OUTSIDE_PATH
            {host: a.b.test, port: 443, protocol: rest, path: /v1/x, rules: [{allow: {method: GET, path: "/v1/*/y"}}]} | 5:74 OUTSIDE_PATH
            {host: a.b.test, port: 443, protocol: rest, path: "/v1/**", access: full, deny_rules: [{method: GET, path: /v2/x}]} | 5:96 OUTSIDE_PATH
            {host: a.b.test, port: 443, protocol: rest, access: full, enforcement: Audit} | 5:80 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, access: full, enforcement: Enforce} | 5:80 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, access: full, deny_rules: [{method: GET}]} | 5:80 MISSING_KEY
            {host: a.b.test, port: 443, protocol: rest, access: full, allow_encoded_slash: true} | 5:88 NOT_SAFE
            {host: a.b.test, port: 443, protocol: rest, access: full, credential_signing: sigv4} | 5:9 MISSING_KEY
            {host: a.b.test, port: 443, protocol: rest, rules: [{method: GET}]}        | 5:62 UNKNOWN_KEY
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {path: /}}]}   | 5:61 MISSING_KEY
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET}}]} | 5:61 MISSING_KEY
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {}}]}          | 5:61 MISSING_KEY
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /, query: {a: 5}}}]} | 5:103 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /, query: {a: ""}}}]} | 5:103 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /, query: {a: {any: []}}}}]} | 5:103 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /, query: {a: {any: [""]}}}}]} | 5:110 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /, query: {a: {glob: "x"}}}}]} | 5:104 UNKNOWN_KEY
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /, query: {a: [x]}}}]} | 5:103 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /, query: {a: "[x" }}}]} | 5:103 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /, query: a}}]} | 5:99 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /, tool: x}}]} | 5:92 BAD_VALUE
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: v1}}]}  | 5:89 BAD_PATH
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: /a/../b}}]}  | 5:89 BAD_PATH
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: "/[a" }}]}  | 5:89 BAD_PATH
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: "*"}}]}  | 5:89 BAD_PATH
            {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: "G T", path: /}}]}  | 5:78 BAD_VALUE
            {host: a.b.test, port: 443, access: full}                        | 5:37 BAD_VALUE
            {host: a.b.test, port: 443, protocol: tcp, enforcement: enforce} | 5:52 BAD_VALUE
            {host: a.b.test, port: 443, protocol: tcp, enforcement: audit}   | 5:52 BAD_VALUE
            {host: a.b.test, port: 443, tls: SKIP}                           | 5:42 BAD_VALUE
            {host: a.b.test, port: 443, mcp: {max_body_bytes: 1}}            | 5:37 BAD_VALUE
            {host: a.b.test, port: 443, allowed_ips: [10.0.0.1/8]}           | 5:51 BAD_ADDRESS
            {host: a.b.test, port: 443, allowed_ips: [a.test]}               | 5:51 BAD_ADDRESS
            {host: a.b.test, port: 443, allowed_ips: [10.0.0.0/33]}          | 5:51 BAD_ADDRESS
            {host: a.b.test, port: 443, allowed_ips: [0.0.0.0/0]}            | 5:51 BAD_ADDRESS
            {host: a.b.test, port: 443, allowed_ips: [127.0.0.1]}            | 5:51 BAD_ADDRESS
            {host: a.b.test, port: 443, allowed_ips: [169.254.169.254]}      | 5:51 BAD_ADDRESS
            {host: a.b.test, port: 443, allowed_ips: ["::1"]}                | 5:51 BAD_ADDRESS
            {host: a.b.test, port: 443, allowed_ips: ["fe80::/64"]}          | 5:51 BAD_ADDRESS
            {host: a.b.test, port: 443, allowed_ips: ["::ffff:10.0.0.0/104"]} | 5:51 BAD_ADDRESS
            """)
    void refusesAnEndpointAndSaysWhere(String endpoint, String expected) {
        assertThat(errors(HEAD + "      - " + endpoint + "\n")).first().isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            version: 2                                                       | 1:10 BAD_VALUE
            version: "1"                                                     | 1:10 BAD_VALUE
            {}                                                               | 1:1 MISSING_KEY
            [1]                                                              | 1:1 BAD_VALUE
            {version: 1, nets: {}}                                           | 1:14 UNKNOWN_KEY
            {version: 1, filesystem_policy: {read_write: [/]}}               | 1:47 BAD_PATH
            {version: 1, filesystem_policy: {read_write: [/./]}}             | 1:47 BAD_PATH
            {version: 1, filesystem_policy: {read_only: [/a/../b]}}          | 1:46 BAD_PATH
            {version: 1, filesystem_policy: {read_only: [a]}}                | 1:46 BAD_PATH
            {version: 1, landlock: {compatibility: Best_effort}}             | 1:40 BAD_VALUE
            {version: 1, process: {run_as_user: root}}                       | 1:37 BAD_VALUE
            {version: 1, process: {run_as_user: 0}}                          | 1:37 BAD_VALUE
            {version: 1, process: {run_as_group: 4294967295}}                | 1:38 BAD_VALUE
            {version: 1, network_middlewares: {m: {middleware: x}}}          | 1:39 MISSING_KEY
            {version: 1, network_policies: {r: {binaries: [{harness: x}]}}}  | 1:48 MISSING_KEY
            """)
    void refusesADocumentAndSaysWhere(String yaml, String expected) {
        assertThat(errors(yaml)).first().isEqualTo(expected);
    }

    @Test
    void saysEverythingThatIsWrongAtOnce() {
        assertThat(errors("version: 3\n" + HEAD.substring(HEAD.indexOf('\n') + 1) + """
                      - {host: "*", port: 1}
                      - {host: a.b.test, port: 1, allowed_ips: [x]}
                """))
                .containsExactly("1:10 BAD_VALUE", "5:16 BAD_HOST", "6:49 BAD_ADDRESS");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {host: a.b.test, port: 1} | {host: a.b.test, port: 1, protocol: tcp} | AMBIGUOUS
            {host: a.b.test, port: 1} | {host: a.b.test, port: 1, protocol: tcp+tls} | AMBIGUOUS
            {host: a.b.test, port: 1, protocol: tcp} | {host: a.b.test, port: 1, protocol: tcp+ssh} | none
            {host: a.b.test, port: 1, protocol: tcp+tls} | {host: "*.b.test", port: 1, protocol: tcp+ssh} | none
            {host: a.b.test, port: 1} | {host: "*.b.test", port: 1, tls: skip} | AMBIGUOUS
            {host: "**.test.org", ports: [1, 2]} | {host: a.b.test.org, port: 2, allowed_ips: [10.0.0.0/16]} | AMBIGUOUS
            {host: "a*.b.test", port: 1} | {host: "*b.b.test", port: 1, protocol: tcp} | AMBIGUOUS
            {port: 1, allowed_ips: [10.0.0.0/16]} | {host: a.b.test, port: 1} | AMBIGUOUS
            {host: a.b.test, port: 1} | {host: a.b.test, port: 1, protocol: rest, access: full} | none
            {host: "*.b.test", port: 1} | {host: a.b.test, port: 1, protocol: rest, access: full} | none
            {host: a.b.test, port: 1} | {host: "*.b.test", port: 1, protocol: rest, access: full} | none
            {host: a.b.test, port: 1, tls: skip} | {host: a.b.test, port: 1, protocol: rest, access: full} | AMBIGUOUS
            {host: a.b.test, port: 1, allowed_ips: [10.0.0.0/16]} | {host: a.b.test, port: 1, protocol: rest, access: full} | AMBIGUOUS
            {host: a.b.test, port: 1} | {host: a.b.test, port: 2, protocol: tcp} | none
            {host: a.b.test, port: 1} | {host: c.b.test, port: 1, protocol: tcp} | none
            {host: b.test, port: 1} | {host: "**.b.test", port: 1, protocol: tcp} | none
            {host: "*.b.test", port: 1} | {host: "x.*.b.test", port: 1, protocol: tcp} | none
            {host: "a*.b.test", port: 1} | {host: "c*.b.test", port: 1, protocol: tcp} | none
            {host: a.b.test, port: 1} | {host: "*.b.test", port: 1} | none
            {host: a.b.test, port: 1, protocol: rest, access: full} | {host: "*.b.test", port: 1, protocol: rest, access: full, enforcement: audit} | AMBIGUOUS
            {host: a.b.test, port: 1, protocol: rest, path: /a, access: full} | {host: a.b.test, port: 1, protocol: rest, path: /b, access: full, enforcement: audit} | none
            {host: a.b.test, port: 1, protocol: rest, access: full} | {host: a.b.test, port: 1, protocol: rest, path: /b, access: full, enforcement: audit} | none
            {host: a.b.test, port: 1, protocol: rest, path: /b, access: full} | {host: a.b.test, port: 1, protocol: rest, access: full, enforcement: audit} | none
            """)
    void refusesEndpointsThatSayTwoThings(String one, String other, String expected) {
        for (String pair : List.of(one + "\n      - " + other, other + "\n      - " + one)) {
            List<String> errors = errors(HEAD + "      - " + pair + "\n");
            assertThat(errors).isEqualTo(expected.equals("none") ? List.of() : List.of("6:9 " + expected));
        }
    }

    /** Else what the one refuses would pass by the other. */
    @Test
    void whatIsNotLookedIntoGrantsNothingWhereAnotherLooks() {
        String looking = "      - {host: a.b.test, port: 443, protocol: rest, path: /x, access: read-only}\n";
        for (String yaml : List.of(
                HEAD + "      - {host: a.b.test, ports: [443, 80]}\n" + looking,
                HEAD + looking + "      - {host: A.b.test., ports: [443, 80]}\n")) {
            var read = (NetworkPolicyReader.Read) NetworkPolicyReader.read("policy", yaml);
            assertThat(read.grants())
                    .extracting(grant -> ((Grant.Net) grant).ports() + " " + ((Grant.Net) grant).coversWholeHost())
                    .containsExactlyInAnyOrder("[80] true", "[443] false");
            assertThat(read.diagnostics())
                    .filteredOn(one -> one.code().equals("INSPECTED"))
                    .singleElement()
                    .asString()
                    .contains("looks into each request to", ".b.test", ":443: this endpoint grants nothing there");
        }
    }

    @Test
    void manyEndpointsWithDifferentSettingsAreNotComparedForEver() {
        StringBuilder yaml = new StringBuilder(HEAD);
        for (int i = 0; i < 10_000; i++) {
            yaml.append("      - {host: a")
                    .append(i)
                    .append("-*.x.test, port: 1")
                    .append(i % 2 == 0 ? "" : ", protocol: tcp")
                    .append("}\n");
        }
        assertThat(errors(yaml.toString())).last().asString().endsWith("TOO_LARGE");
        assertThat(errors(yaml + "      - {host: y.x.test, port: 1}\n")).anyMatch(error -> error.startsWith("10005:"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2379", "2380", "6443", "10250", "10255"})
    void portsThatRunClustersAreNotGranted(String port) {
        assertThat(grants(HEAD + "      - {host: a.b.test, port: " + port + "}\n"))
                .isEmpty();
        assertThat(grants(HEAD + "      - {host: '*.b.test', port: " + port + "}\n"))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v1/*       | /v1/a, /v1/             | /v1, /v1/a/, /v1/a/b
            /v1/**      | /v1/, /v1/a, /v1/a/b/   | /v1, /v1x
            /**/x       | /x, /a/x, /a/b/x        | /x/y, /ax
            **/x        | /x, /a/x, /a/b/x        | /x/y, /ax
            /a/**/z     | /a/z, /a/b/c/z          | /a/bz
            /a**        | /a, /abc                | /a/b
            /a/**b      | /a/b, /a/cb             | /a/c/b
            /a?         | /ab                     | /a, /a/
            /*          | /, /a                   | /a/b
            /a/b        | /a/b                    | /a/b/, /a
            /a%20b      | /a%20b                  | /a
            /           | /                       | /a
            """)
    void pathsAreGlobsOverTheWholePath(String pattern, String covered, String others) {
        PathPattern path = one(rest("GET", pattern)).path();
        for (String each : covered.split(", ", -1)) {
            assertThat(covers(path, each)).as(each).isTrue();
        }
        for (String each : others.split(", ", -1)) {
            assertThat(covers(path, each)).as(each).isFalse();
        }
    }

    /** A rule of an endpoint covers what both their paths cover. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            /v1/**   | **       | /v1/, /v1/a, /v1/a/b        | /v1, /v1x, /, /v2/a
            /v1/**   | /**      | /v1/, /v1/a                 | /v1, /v2/a
            **       | /v1/*    | /v1/, /v1/a                 | /v1, /v1/a/b
            /**      | /v1/*    | /v1/, /v1/a                 | /v1, /v1/a/b
            /v1      | **       | /v1                         | /v1/, /v1/a, /
            /v1/x    | /v1/*    | /v1/x                       | /v1/y, /v1/
            /v1/*    | /v1/x    | /v1/x                       | /v1/y
            /v1/**   | /**/x    | /v1/x, /v1/a/x              | /x, /v2/x, /v1/xy, /v1/x/y
            /v1/**   | /v1/*/x  | /v1/a/x                     | /v1/x, /v1/a/b/x, /v1/a/y
            /v1/a/** | /v1/*/x  | /v1/a/x                     | /v1/b/x, /v1/a/y
            /v1/*/x  | /v1/a/** | /v1/a/x                     | /v1/b/x, /v1/a/y, /v1/a/x/y
            /*/x     | /a/?     | /a/x                        | /b/x, /a/y
            /a*      | /*b      | /ab, /acb                   | /a, /b, /cb, /ac
            /        | **       | /                           | /a
            /*       | /        | /                           | /a
            """)
    void aRuleCoversWhatItsEndpointsPathLeavesIt(String endpoint, String rule, String covered, String others) {
        Grant.Net grant = one("{host: a.b.test, port: 443, protocol: rest, path: '" + endpoint
                + "', rules: [{allow: {method: GET, path: '" + rule + "'}}]}");
        for (String each : covered.split(", ", -1)) {
            assertThat(covers(grant.path(), each)).as(each).isTrue();
        }
        for (String each : others.split(", ", -1)) {
            assertThat(covers(grant.path(), each)).as(each).isFalse();
        }
    }

    @Test
    void aPresetEndsWithTheEndpointsPathAndSaysSo() {
        Grant.Net grant = one("{host: a.b.test, port: 443, protocol: rest, path: '/v1/**', access: read-only}");
        assertThat(covers(grant.path(), "/v1/a")).isTrue();
        assertThat(covers(grant.path(), "/v2/a")).isFalse();
        assertThat(grant.text()).isEqualTo("rest a.b.test:443 read-only in /v1/**");
        assertThat(one("{host: a.b.test, port: 443, protocol: rest, path: '**', access: full}")
                        .text())
                .isEqualTo("rest a.b.test:443 full");
    }

    /** As the index does: the literal beginning by segments, then the expression. */
    private static boolean covers(PathPattern pattern, String path) {
        List<String> expressions = pattern.expressions();
        return expressions.isEmpty()
                ? path.equals(pattern.prefix())
                : path.startsWith(pattern.prefix()) && expressions.stream().allMatch(path::matches);
    }

    private static String rest(String method, String path) {
        return "{host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: '%s', path: '%s'}}]}"
                .formatted(method, path);
    }

    private static Grant.Net one(String endpoint) {
        List<Grant> grants = grants(HEAD + "      - " + endpoint + "\n");
        assertThat(grants).hasSize(1);
        return (Grant.Net) grants.getFirst();
    }

    private static List<Grant> grants(String yaml) {
        assertThat(errors(yaml)).isEmpty();
        return NetworkPolicyReader.read("policy", yaml) instanceof NetworkPolicyReader.Read read
                ? read.grants()
                : List.of();
    }

    private static List<String> errors(String yaml) {
        return NetworkPolicyReader.read("policy", yaml).diagnostics().stream()
                .filter(Diagnostic::isError)
                .map(found -> found.line() + ":" + found.column() + " " + found.code())
                .toList();
    }
}
