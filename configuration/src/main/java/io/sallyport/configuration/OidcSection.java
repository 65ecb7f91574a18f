package io.sallyport.configuration;

import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.credentials.SecretEndpoint;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code console.oidc}: where people log in to the console. */
final class OidcSection {
    private static final Duration LONGEST = Duration.ofHours(12);
    private static final String DISCOVERY = "/.well-known/openid-configuration";

    private static final Keys OIDC = new Keys("console.oidc");
    private static final Key<String> ISSUER = OIDC.optional(
            "issuer",
            Form.STRING,
            "nobody logs in so",
            "The OpenID provider, by https, as its tokens name it ([console](console.md#log-in-at-a-provider)).");
    private static final Key<String> CLIENT_ID = OIDC.optional(
            "client_id",
            Form.text("1 to 255 printable characters", OidcSection::id),
            "none: it has to be set",
            "The gateway's name at the provider.");
    private static final Key<String> CLIENT_SECRET_FILE = OIDC.optional(
            "client_secret_file", Forms.FILE, "none: a public client", "The secret of the client. Read at each login.");
    private static final Key<Cidr> ADDRESSES = OIDC.list(
            "addresses",
            Forms.BLOCK,
            "public addresses",
            "Blocks that the provider lies in, where it has no public address.");
    private static final Key<String> SCOPES = OIDC.list(
            "scopes",
            Form.text("a word without spaces", OidcSection::scope),
            "`[\"email\"]`",
            "What is asked for beside `openid`.");
    private static final Key<String> ALGORITHMS = OIDC.list(
            "algorithms",
            IssuerSection.ALGORITHM_FORM,
            "`[\"RS256\", \"ES256\"]`",
            "How its tokens may be signed, whatever they say themselves.");
    private static final Key<Duration> SESSION = OIDC.value(
            "session",
            Form.duration("a duration from 1m to 12h", OidcSection::session),
            Duration.ofHours(8),
            "How long a session lasts at most.");

    private static final Keys ROLES = new Keys("console.oidc.roles");
    private static final Key<String> CLAIM =
            ROLES.value("claim", Form.STRING, "groups", "The claim of the token whose values give a role.");
    private static final List<Key<String>> VALUES = List.of(
            values("operator", "Values of the claim that make an operator."),
            values("security", "The same of the role security. Of several roles a person has the first."),
            values("runner", "The same of the role runner."),
            values("reader", "The same of the role reader."));

    private OidcSection() {}

    private static Key<String> values(String role, String sentence) {
        return ROLES.list(role, Form.STRING, "nobody", sentence);
    }

    static List<Keys> keys() {
        return List.of(OIDC, ROLES);
    }

    /** Reads the section; null if there is none, or it has faults, which are added to those of the whole. */
    static @Nullable OidcSettings read(Section console, Path folder) {
        boolean isSet = console.has("oidc");
        Section section = console.section("oidc");
        console.end();
        if (!isSet) {
            return null;
        }
        @Nullable String issuer = section.find(ISSUER);
        @Nullable String id = section.find(CLIENT_ID);
        @Nullable Path secret = section.path(CLIENT_SECRET_FILE, folder);
        List<String> addresses =
                section.list(ADDRESSES).stream().map(Cidr::toString).toList();
        var scopes = new ArrayList<>(List.of("openid"));
        section.list(SCOPES, List.of("email")).stream()
                .filter(scope -> !scopes.contains(scope))
                .forEach(scopes::add);
        List<String> algorithms = section.list(ALGORITHMS, List.of("RS256", "ES256"));
        Duration session = section.read(SESSION);
        Section given = section.section("roles");
        String claim = given.read(CLAIM);
        Map<String, List<String>> roles = roles(given);
        given.end();
        section.end();
        if (issuer == null || id == null || algorithms.isEmpty() || roles.isEmpty()) {
            section.faults().add(section.error("issuer, client_id, an algorithm and a value of a role are all needed"));
            return null;
        }
        return switch (endpoint(issuer, addresses)) {
            case Parsed.Accepted<SecretEndpoint>(var endpoint) ->
                new OidcSettings(issuer, endpoint, id, secret, scopes, algorithms, claim, roles, session);
            case Parsed.Rejected<SecretEndpoint>(var why, int _) -> {
                section.faults().add(section.place("issuer").error("console.oidc.issuer: " + why));
                yield null;
            }
        };
    }

    private static Map<String, List<String>> roles(Section section) {
        Map<String, List<String>> roles = new LinkedHashMap<>();
        for (Key<String> key : VALUES) {
            List<String> values = section.list(key);
            if (!values.isEmpty()) {
                roles.put(key.name(), values);
            }
        }
        return roles;
    }

    private static Parsed<SecretEndpoint> endpoint(String issuer, List<String> addresses) {
        String whole = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        return issuer.indexOf('?') >= 0 || issuer.indexOf('#') >= 0
                ? new Parsed.Rejected<>("an issuer has no query and no fragment")
                : SecretEndpoint.of(whole + DISCOVERY, addresses);
    }

    private static @Nullable String id(String text) {
        return text.matches("[ -~]{1,255}") ? text : null;
    }

    private static @Nullable String scope(String text) {
        return text.matches("[!#-\\[\\]-~]{1,255}") ? text : null;
    }

    private static @Nullable Duration session(String text) {
        Duration read = Values.duration(text);
        boolean isFit = read != null && read.compareTo(Duration.ofMinutes(1)) >= 0 && read.compareTo(LONGEST) <= 0;
        return isFit ? read : null;
    }
}
