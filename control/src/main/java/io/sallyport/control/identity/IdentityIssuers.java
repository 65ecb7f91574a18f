package io.sallyport.control.identity;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.JsonReader;
import io.sallyport.model.identity.IdentityClaims;
import io.sallyport.regoengine.builtin.jwt.JwsKey.Verified;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Verifies identity tokens (RFC 7519, signed as of RFC 7515) by the keys of the operator's configuration. The work is
 * bounded by the length of a token and the number of keys. Safe for concurrent use.
 */
public final class IdentityIssuers {
    /** The maximum length of a token, in characters. */
    public static final int MAX_TOKEN_CHARS = 16_384;

    /** The maximum number of keys of all issuers together: an unsigned token is tried with each. */
    public static final int MAX_KEYS = 64;

    /** The maximum length of the claims, in bytes of JSON. */
    static final int MAX_CLAIMS_BYTES = 8_192;

    /** How far the issuer's clock may be ahead, in seconds. It may not be behind: {@code exp} is exact. */
    static final long MAX_SKEW_SECONDS = 60;

    /** Three parts in base64url; decoders also read spaces and padding. */
    private static final Pattern COMPACT = Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");

    private static final int MAX_CLAIMS_VALUES = 512;
    private static final BigDecimal LATEST = BigDecimal.valueOf(253_402_300_799L); // the end of the year 9999
    private static final JsonReader.Bounds BOUNDS =
            new JsonReader.Bounds(MAX_CLAIMS_BYTES, MAX_CLAIMS_VALUES, Set.of());
    private static final JsonLimits LIMITS = new JsonLimits(MAX_CLAIMS_BYTES, JsonReader.MAX_DEPTH);

    private final List<IdentityIssuer> issuers;
    private final InstantSource wall;

    /**
     * Creates a verifier.
     *
     * @throws IllegalArgumentException for more than {@link #MAX_KEYS} keys
     */
    public IdentityIssuers(List<IdentityIssuer> issuers, InstantSource wall) {
        int keys = issuers.stream().mapToInt(issuer -> issuer.keys().size()).sum();
        if (keys > MAX_KEYS) {
            throw new IllegalArgumentException(keys + " keys (expected: at most " + MAX_KEYS + ")");
        }
        this.issuers = List.copyOf(issuers);
        this.wall = wall;
    }

    /** Returns a verifier that trusts nobody. */
    public static IdentityIssuers none() {
        return new IdentityIssuers(List.of(), InstantSource.system());
    }

    /** The result of verifying a token. */
    public sealed interface Identified {
        record Accepted(IdentityClaims claims) implements Identified {}

        /**
         * The token proves nothing.
         *
         * @param why safe to show; quotes nothing of the token
         */
        record Rejected(String why) implements Identified {}
    }

    /** Verifies a token in compact form. */
    public Identified verify(String token) {
        if (token.length() > MAX_TOKEN_CHARS) {
            return rejected("has more than " + MAX_TOKEN_CHARS + " chars");
        }
        for (IdentityIssuer issuer : COMPACT.matcher(token).matches() ? issuers : List.<IdentityIssuer>of()) {
            if (issuer.verify(token) instanceof Verified.Signed signed) {
                return read(issuer, signed.payload());
            }
        }
        return rejected("is signed by no key of a configured issuer, by an algorithm of its own");
    }

    private Identified read(IdentityIssuer issuer, String payload) {
        var findings = new Findings("identity_token");
        DocumentNode document = JsonReader.read(payload, BOUNDS, findings);
        if (document == null || !findings.all().isEmpty()) {
            return rejected("has claims that are not one JSON object of at most " + MAX_CLAIMS_BYTES + " bytes and "
                    + MAX_CLAIMS_VALUES + " values with distinct names");
        }
        return RegoJson.parse(payload, LIMITS) instanceof ParsedJson.Accepted(RegoObject claims)
                ? check(issuer, claims)
                : rejected("has claims that are no object");
    }

    /** Checks the registered claims (RFC 7519 section 4.1). A token without end is refused. */
    private Identified check(IdentityIssuer issuer, RegoObject claims) {
        BigDecimal now = BigDecimal.valueOf(wall.instant().getEpochSecond());
        BigDecimal end = number(claims.get("exp"));
        if (!isText(claims.get("iss"), issuer.issuer())) {
            return rejected("names another issuer than the one whose key signed it");
        }
        if (!isFor(claims.get("aud"), issuer.audience())) {
            return rejected("is for another audience");
        }
        if (end == null || end.compareTo(LATEST) > 0) {
            return rejected("has no end (exp)");
        }
        if (end.compareTo(now) <= 0) {
            return rejected("has ended");
        }
        return hasBegun(claims.get("nbf"), now)
                ? new Identified.Accepted(new IdentityClaims(
                        issuer.name(), end.setScale(0, RoundingMode.FLOOR).longValueExact(), RegoJson.write(claims)))
                : rejected("is not valid yet");
    }

    private static boolean hasBegun(@Nullable RegoValue claim, BigDecimal now) {
        BigDecimal begin = number(claim);
        if (begin == null) {
            return claim == null;
        }
        return begin.compareTo(now.add(BigDecimal.valueOf(MAX_SKEW_SECONDS))) <= 0;
    }

    private static @Nullable BigDecimal number(@Nullable RegoValue claim) {
        return claim instanceof RegoNumber number ? number.decimal() : null;
    }

    private static boolean isFor(@Nullable RegoValue claim, String audience) {
        if (claim instanceof RegoArray array) {
            for (int i = 0; i < array.size(); i++) {
                if (isText(array.get(i), audience)) {
                    return true;
                }
            }
            return false;
        }
        return isText(claim, audience);
    }

    private static boolean isText(@Nullable RegoValue claim, String wanted) {
        return claim instanceof RegoString string && string.text().equals(wanted);
    }

    private static Identified rejected(String why) {
        return new Identified.Rejected("the token " + why);
    }
}
