package io.sallyport.leasebridge.accesslist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists that somebody wrote to break the import, or to get more than they say. */
class HostileAccessListTest {
    private static final AccessListSettings POLICY = AccessListSettings.of(ImportedForm.POLICY);
    private static final Path EXAMPLES = Path.of("../examples/access-lists");

    @ParameterizedTest
    @EnumSource
    void anyBytesGiveAnAnswer(AccessListKind kind) throws IOException {
        var random = new Random(7);
        List<String> examples;
        try (var files = Files.list(EXAMPLES)) {
            examples = files.sorted().map(HostileAccessListTest::text).toList();
        }
        for (int i = 0; i < 400; i++) {
            String text = i % 4 == 0 ? noise(random) : changed(examples.get(random.nextInt(examples.size())), random);
            AccessListImport.Result result = AccessListImport.read(kind, "list", text, POLICY);
            switch (result) {
                case AccessListImport.Refused(var diagnostics) ->
                    assertThat(diagnostics).as(text).anyMatch(Diagnostic::isError);
                case AccessListImport.Imported(String document, String _, var _) ->
                    assertThat(NetworkPolicyReader.read("policy", document).diagnostics())
                            .as(text + document)
                            .noneMatch(Diagnostic::isError);
            }
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String noise(Random random) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        return new String(bytes, random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }

    /** Returns a list in which some pieces are taken out, doubled or replaced. */
    private static String changed(String text, Random random) {
        String signs = "*.:!#\"\\[]{}/-\n \u00e4\u3002%0";
        var changed = new StringBuilder(text);
        for (int i = random.nextInt(6); i >= 0; i--) {
            int at = random.nextInt(changed.length());
            switch (random.nextInt(3)) {
                case 0 -> changed.deleteCharAt(at);
                case 1 -> changed.insert(at, signs.charAt(random.nextInt(signs.length())));
                default -> changed.insert(at, changed.substring(at, Math.min(changed.length(), at + 12)));
            }
        }
        return changed.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "SMOKESCREEN, 'version: v1\nservices: [{name: a, action: enforce, allowed_domains: [%s]}]'",
        "SRT, '{\"network\": {\"allowedDomains\": [%s]}}'",
        "IRON_PROXY, 'transforms: [{name: allowlist, config: {domains: [%s]}}]'",
        "AWF, 'network: {allowDomains: [%s]}'",
        "PIPELOCK, 'policy_version: \"0.1\"\negress: {rules: [{name: a, domains: [%s], action: allow}]}'",
    })
    void whatMatchesNothingThereOrAnythingGrantsNothing(AccessListKind kind, String form) {
        for (String entry : List.of(
                "*",
                "**",
                "*.",
                "*.com",
                "*.co.uk",
                "*.github.io",
                "example.com.",
                "*.example.com.",
                "b\u00fccher.example",
                "exam*ple.com",
                "example.*",
                "*.*.example.com",
                "example.com/path",
                "user@example.com",
                "example.com:0",
                "example.com:99999",
                "*.168.1.1",
                "127.1",
                "0x7f.0.0.1",
                "[::1%eth0]",
                "exa mple.com",
                "-",
                ".",
                "")) {
            String document = form.formatted('"' + entry + '"');
            boolean hasApex = kind == AccessListKind.IRON_PROXY && entry.matches("\\*\\.(co\\.uk|github\\.io)");
            assertThat(said(kind, document)).as(document).doesNotContain(hasApex ? "**" : "host:");
            assertThat(AccessListImport.read(kind, "list", document, POLICY).diagnostics())
                    .as(document)
                    .isNotEmpty();
        }
    }

    private static String said(AccessListKind kind, String document) {
        return switch (AccessListImport.read(kind, "list", document, POLICY)) {
            case AccessListImport.Refused(var diagnostics) -> diagnostics.toString();
            case AccessListImport.Imported(String text, String _, var _) -> text;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "SMOKESCREEN, 'version: v1\nservices: [{name: a, action: enforce}]\nglobal_deny_list: [\"evil*.example\"]'",
        "SRT, '{\"network\": {\"allowedDomains\": [], \"deniedDomains\": [\"*evil.example\"]}}'",
        "AWF, 'network: {allowDomains: [example.com], blockDomains: [\"evil*.example.com\"]}'",
        "PIPELOCK, 'policy_version: \"0.1\"\negress: {rules: [{name: a, domains: [\"evil.\"], action: deny}]}'",
        "PIPELOCK, 'policy_version: \"0.1\"\negress: {rules: [{name: a, cidrs: [203.0.113.0/24], action: deny}]}'",
        "SQUID, 'acl bad dstdomain \"/etc/squid/bad\"\nhttp_access deny bad'",
        "SQUID, 'acl bad dst 203.0.113.0/24\nhttp_access deny bad'",
        "SQUID, 'include /etc/squid/more.conf\nhttp_access deny all'",
        "SQUID, 'http_access deny !nothing'",
        "IRON_PROXY, 'transforms: [{name: allowlist, config: {domains: [a.example]}}, {name: judge}]'",
        "IRON_PROXY, 'transforms: []'",
    })
    void aDenialThatCannotBeCarriedOverRefusesTheList(AccessListKind kind, String document) {
        assertThat(AccessListImport.read(kind, "list", document, POLICY)).isInstanceOf(AccessListImport.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dstdom_regex \\.example\\.com$", "time MTWHF 9:00-17:00", "browser curl", "dstdomain ex*"})
    void anAclOfSquidThatIsNotKnownAllowsNothingAndDeniesAll(String acl) {
        String allows =
                "acl x " + acl + "\nacl ok dstdomain .example.com\nhttp_access allow x ok\nhttp_access deny all";
        assertThat(said(AccessListKind.SQUID, allows)).contains("network_policies: {}");
        String denies = "acl x " + acl + "\nacl ok dstdomain .example.com\nhttp_access deny x\nhttp_access allow ok\n"
                + "http_access deny all";
        assertThat(said(AccessListKind.SQUID, denies)).contains("network_policies: {}");
    }

    @Test
    void anAclOfSquidHasTheValuesOfLaterLines() {
        String text = """
                acl ok dstdomain .example.com
                acl bad dstdomain a.example.com
                http_access deny bad
                http_access allow ok
                http_access deny all
                acl bad dstdomain b.example.com
                """;
        assertThat(said(AccessListKind.SQUID, text))
                .contains("host: b.example.com", "host: a.example.com", "deny_rules");
    }

    @Test
    void theAddressOfANameThatIsDeniedIsNotAllowedByItself() {
        String text = """
                acl bad dstdomain .bad.example
                acl ok dstdomain 203.0.113.7
                http_access deny bad
                http_access allow ok
                http_access deny all
                """;
        assertThat(said(AccessListKind.SQUID, text)).doesNotContain("203.0.113.7");
        assertThat(said(AccessListKind.SQUID, text.replace("dstdomain .bad", "dstdomain -n .bad")))
                .contains("host: \"203.0.113.7\"");
    }

    @Test
    void noPortThatControlsClustersIsGrantedByAPolicy() {
        var ports = new AccessListSettings(ImportedForm.POLICY, List.of(443, 6443), null, Set.of());
        var read = AccessListImport.read(
                AccessListKind.SRT,
                "list",
                "{\"network\": {\"allowedDomains\": [\"a.example\", \"b.example:2379\"]}}",
                ports);
        assertThat(read.toString()).contains("{host: a.example, port: 443}").doesNotContain("host: b.example");
    }

    @Test
    void listsAreBounded() {
        String large = "a".repeat((1 << 20) + 1);
        for (AccessListKind kind : AccessListKind.values()) {
            assertThat(AccessListImport.read(kind, "list", large, POLICY))
                    .as(kind.word())
                    .isInstanceOf(AccessListImport.Refused.class);
        }
        String deep = "[".repeat(200);
        assertThat(AccessListImport.read(AccessListKind.SRT, "list", deep, POLICY))
                .isInstanceOf(AccessListImport.Refused.class);
        String rules = IntStream.range(0, 2_000)
                .mapToObj(i -> "acl a%d dstdomain n%d.example.com\nhttp_access allow a%d\n".formatted(i, i, i))
                .collect(Collectors.joining());
        assertThat(said(AccessListKind.SQUID, rules)).contains("TOO_LARGE");
    }

    @Test
    void aLongListIsReadWhole() {
        String list = IntStream.range(0, 4_000)
                .mapToObj(i -> "n%d.d%d.example.com\n".formatted(i, i % 50))
                .collect(Collectors.joining());
        assertThat(said(AccessListKind.AWF, list)).contains("host: n3999.d49.example.com", "line-4000");
    }
}
