package io.sallyport.gateway.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.Role;
import io.sallyport.configuration.OidcSettings;
import io.sallyport.console.session.LoginProvider.Ending;
import io.sallyport.console.session.LoginProvider.Ending.LoggedIn;
import io.sallyport.console.session.LoginProvider.Ending.Refused;
import io.sallyport.control.identity.IdentityIssuer;
import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.builtin.jwt.JwsKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads who a verified identity token names (OpenID Connect Core section 3.1.3.7), and which role the person has.
 * Immutable, safe for concurrent use.
 */
record IdentityTokens(OidcSettings settings, InstantSource wall) {
    private static final Pattern SUBJECT = Pattern.compile("[!-~](?:[ -~]{0,253}[!-~])?");
    private static final Pattern EMAIL = Pattern.compile("[!-'*-~]{1,254}");

    /** Verifies signature, issuer, audience and times. */
    Parsed<Members> verify(String token, List<JwsKey.Named> keys) {
        IdentityIssuers issuers;
        try {
            issuers = new IdentityIssuers(
                    List.of(new IdentityIssuer("console", settings.issuer(), settings.clientId(), keys)), wall);
        } catch (IllegalArgumentException _) {
            return new Parsed.Rejected<>("the provider has more than " + IdentityIssuers.MAX_KEYS + " keys");
        }
        return switch (issuers.verify(token)) {
            case IdentityIssuers.Identified.Rejected(var why) -> new Parsed.Rejected<>(why);
            case IdentityIssuers.Identified.Accepted(var claims) -> {
                Members members = TextMembers.object(claims.claims().getBytes(UTF_8));
                yield members == null
                        ? new Parsed.Rejected<>("the token has claims that are no object")
                        : new Parsed.Accepted<>(members);
            }
        };
    }

    /** Returns who logged in, if the token is of this attempt and gives a role. */
    Ending read(Members claims, String nonce) {
        if (!nonce.equals(claims.string("nonce"))) {
            return new Refused("the token is of another login (nonce)");
        }
        if (!isForUs(claims)) {
            return new Refused("the token was made for another client (azp)");
        }
        String subject = claims.string("sub");
        if (subject == null || !SUBJECT.matcher(subject).matches()) {
            return new Refused("the token names no subject");
        }
        Role role = role(claims);
        return role == null
                ? new Refused("no role is configured for what the claim " + settings.claim() + " says of you")
                : new LoggedIn(Caller.ofPerson(settings.issuer(), subject, email(claims), role));
    }

    private boolean isForUs(Members claims) {
        String party = claims.string("azp");
        return party == null
                ? !claims.members().containsKey("azp")
                        && TextMembers.texts(claims, "aud").size() == 1
                : party.equals(settings.clientId());
    }

    /** Returns the first role, in the order of their permissions, that a value of the claim has. */
    private @Nullable Role role(Members claims) {
        Set<String> values = Set.copyOf(TextMembers.texts(claims, settings.claim()));
        return Stream.of(Role.OPERATOR, Role.SECURITY, Role.RUNNER, Role.READER)
                .filter(role -> settings.roles().getOrDefault(role.word(), List.of()).stream()
                        .anyMatch(values::contains))
                .findFirst()
                .orElse(null);
    }

    /** An address that the provider did not verify could be anybody's. */
    private static String email(Members claims) {
        String email = claims.string("email");
        boolean isVerified =
                !claims.members().containsKey("email_verified") || TextMembers.isTrue(claims, "email_verified");
        return email != null && isVerified && EMAIL.matcher(email).matches() ? email : "";
    }
}
