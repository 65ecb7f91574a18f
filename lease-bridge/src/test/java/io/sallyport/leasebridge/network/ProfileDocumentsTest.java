package io.sallyport.leasebridge.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Grant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Profiles as OpenShell has them, and what each of them warns of. */
class ProfileDocumentsTest {
    private static final Map<String, String> PUBLISHED = published();

    private static Map<String, String> published() {
        try {
            String all = Files.readString(Path.of("src/test/resources/profiles/openshell.txt"));
            Map<String, String> profiles = new LinkedHashMap<>();
            List.of(all.split("(?m)^=== ")).stream().skip(1).forEach(part -> {
                int end = part.indexOf('\n');
                profiles.put(part.substring(0, end), part.substring(end + 1));
            });
            return profiles;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<String> names() {
        return List.copyOf(PUBLISHED.keySet());
    }

    private static NetworkPolicyReader.Result read(String name, String text) {
        return NetworkPolicyReader.read(List.of(new NetworkDocument.Profile(name, text, name, Set.of())));
    }

    private static NetworkPolicyReader.Result read(String name) {
        return read(name, PUBLISHED.getOrDefault(name, ""));
    }

    private static Set<String> codes(NetworkPolicyReader.Result result) {
        return result.diagnostics().stream().map(Diagnostic::code).collect(Collectors.toSet());
    }

    private static List<String> texts(NetworkPolicyReader.Result result) {
        assertThat(result).isInstanceOf(NetworkPolicyReader.Read.class);
        return ((NetworkPolicyReader.Read) result)
                .grants().stream()
                        .map(grant -> switch (grant) {
                            case Grant.Net net -> net.text();
                            case Grant.Named named -> named.text();
                        })
                        .distinct()
                        .toList();
    }

    @Test
    void thereAreThirteen() {
        assertThat(names()).hasSize(13);
    }

    @ParameterizedTest
    @MethodSource("names")
    void eachPublishedProfileLoadsAndSaysWhatHasNoEffect(String name) {
        NetworkPolicyReader.Result read = read(name);
        assertThat(read.diagnostics()).noneMatch(Diagnostic::isError);
        assertThat(codes(read)).contains("BINARIES_NOT_SEEN");
        boolean describes = PUBLISHED.getOrDefault(name, "").contains("env_vars");
        assertThat(codes(read).contains("NO_EFFECT")).isEqualTo(describes);
    }

    @Test
    void anEndpointOfAHostAndAPortIsNotInspected() {
        assertThat(texts(read("cursor"))).contains("api2.cursor.sh:443").hasSize(5);
        assertThat(texts(read("pypi"))).contains("index.example.com:443").hasSize(6);
    }

    /** Everybody can have a bucket: such a host would be a way out to anyone. */
    @Test
    void aHostUnderWhichEverybodyCanRegisterGrantsNothingAndIsWarnedOf() {
        assertThat(texts(read("aws-s3")))
                .noneMatch(text -> text.contains("*.s3.amazonaws.com"))
                .anyMatch(text -> text.contains(" s3.amazonaws.com:443"));
        assertThat(codes(read("aws-s3"))).contains("OVER_PUBLIC_SUFFIX");
        assertThat(texts(read("google-vertex-ai")))
                .noneMatch(text -> text.contains("*"))
                .anyMatch(text -> text.contains("aiplatform.us.rep.googleapis.com:443"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{host: \"*.s3.amazonaws.com\", port: 443, access: full, path: /a}",
                "{host: \"*.s3.amazonaws.com\", port: 443, access: full, deny_rules: [{method: PUT, path: \"**\"}]}"
            })
    void suchAHostRefusesTheProfileIfItDecidesAboutOtherEndpoints(String endpoint) {
        var refused = read("p", "id: p\nendpoints: [" + endpoint + "]\n");
        assertThat(refused.diagnostics())
                .filteredOn(Diagnostic::isError)
                .extracting(Diagnostic::code)
                .containsExactly("BAD_HOST");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "credentials: [{name: a, env_vars: [A]}] | NO_EFFECT credentials",
                "credentials: [forge, {name: a}] | NO_EFFECT credentials",
                "discovery: {credentials: [a]} | NO_EFFECT discovery",
                "inference_capable: true | NO_EFFECT inference_capable",
            })
    void whatHasNoEffectIsSaidWhereItIsWritten(String field, String said) {
        var read = read("p", "id: p\nendpoints: [{host: a.test, port: 443}]\nbinaries: [/a]\n" + field + "\n");
        assertThat(read).isInstanceOf(NetworkPolicyReader.Read.class);
        assertThat(read.diagnostics())
                .filteredOn(each -> each.code().equals("NO_EFFECT"))
                .singleElement()
                .satisfies(
                        each -> assertThat(each.code() + " " + each.message()).startsWith(said + ":"))
                .satisfies(each -> assertThat(each.line()).isEqualTo(4));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inference_capable: false",
                "discovery: {credentials: []}",
                "resource_version: \"7\"",
                "annotations: {team: a}",
                "credentials: []"
            })
    void whatAsksForNothingIsNotWarnedOf(String field) {
        var read = read("p", "id: p\nendpoints: [{host: a.test, port: 443}]\nbinaries: [/a]\n" + field + "\n");
        assertThat(read.diagnostics()).extracting(Diagnostic::code).containsExactly("BINARIES_NOT_SEEN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "credentials: {A: b} | BAD_VALUE",
                "credentials: [{env_vars: [A]}] | MISSING_KEY",
                "credentials: [{name: a, env_vars: [\"A B\"]}] | BAD_VALUE",
                "credentials: [{name: a, auth_style: none}] | BAD_VALUE",
                "credentials: [{name: a, secret: x}] | UNKNOWN_KEY",
                "inference_capable: maybe | BAD_VALUE",
                "discovery: [a] | BAD_VALUE",
                "binaries: [{harness: true}] | MISSING_KEY",
            })
    void aFieldOfAnotherFormRefusesTheProfile(String field, String code) {
        var refused = read("p", "id: p\nendpoints: [{host: a.test, port: 443}]\n" + field + "\n");
        assertThat(refused).isInstanceOf(NetworkPolicyReader.Refused.class);
        assertThat(codes(refused)).contains(code);
    }

    /** Of credentials the names of the gateway's providers count, also beside described ones. */
    @Test
    void namesBesideDescribedCredentialsCount() {
        var read = (NetworkPolicyReader.Read) read(
                "p", "id: p\nendpoints: [{host: a.test, port: 443, access: full}]\ncredentials: [{name: b}, forge]\n");
        assertThat(read.credentials()).containsOnlyKeys("forge");
    }

    /** Otherwise a profile would be a way around what the policy inspects. */
    @ParameterizedTest
    @CsvSource({
        "fail_closed, a.test, false",
        "fail_closed, b.test, true",
        "fail_open, a.test, true",
    })
    void aMiddlewareOfThePolicyCoversProfilesToo(String onError, String host, boolean isGranted) {
        var policy = new NetworkDocument.Policy("policy", middleware(onError));
        var profile = new NetworkDocument.Profile(
                "p", "id: p\nendpoints: [{host: " + host + ", port: 443, access: full}]\n", "p", Set.of());
        assertThat(texts(NetworkPolicyReader.read(List.of(policy, profile))).isEmpty())
                .isNotEqualTo(isGranted);
        assertThat(texts(NetworkPolicyReader.read(List.of(profile, policy))).isEmpty())
                .isNotEqualTo(isGranted);
    }

    @Test
    void aMiddlewareThatFailsClosedRefusesATunnelOfAProfileThatIsNeverOpened() {
        var policy = new NetworkDocument.Policy("policy", middleware("fail_closed"));
        var profile = new NetworkDocument.Profile(
                "p", "id: p\nendpoints: [{host: a.test, port: 443, tls: skip}]\n", "p", Set.of());
        NetworkPolicyReader.Result read = NetworkPolicyReader.read(List.of(policy, profile));
        assertThat(read).isInstanceOf(NetworkPolicyReader.Refused.class);
        assertThat(codes(read)).contains("CONTRADICTION");
    }

    private static String middleware(String onError) {
        return "{version: 1, network_middlewares: {m: {middleware: x, on_error: " + onError
                + ", endpoints: {include: [a.test]}}}, network_policies: {}}";
    }
}
