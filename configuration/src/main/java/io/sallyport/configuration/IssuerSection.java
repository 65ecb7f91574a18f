package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.decision.rates.NamedRate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code identity}: whose identity tokens a PUT may carry. */
final class IssuerSection {
    private static final int MOST_ISSUERS = 16;
    private static final Set<String> ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    /** How tokens of an issuer may be signed. */
    static final Form<String> ALGORITHM_FORM =
            Form.text("RS256 to RS512, PS256 to PS512 or ES256 to ES512", IssuerSection::algorithm);

    private static final Keys ISSUERS = new Keys("identity.issuers.*");

    private static final Key<String> ISSUER = ISSUERS.optional(
            "issuer",
            Form.STRING,
            "none: it has to be set",
            "The claim `iss` of its tokens ([guardrails](guardrails.md#signed-agents)).");
    private static final Key<String> AUDIENCE = ISSUERS.optional(
            "audience", Form.STRING, "none: it has to be set", "What the claim `aud` of its tokens must name.");
    private static final Key<String> KEYS_FILE = ISSUERS.optional(
            "keys_file",
            Forms.FILE,
            "none: it has to be set",
            "Its public keys: a JWK set, or PEM of one key or certificate. Read at the start.");
    private static final Key<String> ALGORITHM = ISSUERS.list(
            "algorithms",
            ALGORITHM_FORM,
            "`[\"RS256\", \"ES256\"]`",
            "How its tokens may be signed, whatever they say themselves.");

    private IssuerSection() {}

    static List<Keys> keys() {
        return List.of(ISSUERS);
    }

    static List<Config.Issuer> read(Section identity, Path folder) throws ConfigException {
        Section section = identity.section("issuers");
        List<Config.Issuer> issuers = new ArrayList<>();
        for (String name : section.keys().stream().sorted().toList()) {
            if (!NamedRate.isName(name)) {
                throw section.place(name).error("identity.issuers: " + name + " (expected: 1 to 63 of a-z 0-9 . _ -)");
            }
            issuers.add(issuer(name, section, folder));
        }
        if (issuers.size() > MOST_ISSUERS) {
            throw identity.place("issuers")
                    .error("identity.issuers: " + issuers.size() + " (expected: at most " + MOST_ISSUERS + ")");
        }
        identity.end();
        return issuers;
    }

    private static Config.Issuer issuer(String name, Section issuers, Path folder) throws ConfigException {
        Section section = issuers.section(name);
        @Nullable String issuer = section.find(ISSUER);
        @Nullable String audience = section.find(AUDIENCE);
        @Nullable Path keys = section.path(KEYS_FILE, folder);
        List<String> algorithms = section.list(ALGORITHM, List.of("RS256", "ES256"));
        section.end();
        if (issuer == null || audience == null || keys == null || algorithms.isEmpty()) {
            throw issuers.place(name)
                    .error("identity.issuers." + name
                            + ": issuer, audience, keys_file and an algorithm are all needed");
        }
        return new Config.Issuer(name, issuer, audience, keys, algorithms);
    }

    private static @Nullable String algorithm(String text) {
        return ALGORITHMS.contains(text) ? text : null;
    }
}
