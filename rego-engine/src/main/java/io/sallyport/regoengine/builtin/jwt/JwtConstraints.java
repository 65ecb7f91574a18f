package io.sallyport.regoengine.builtin.jwt;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of {@code io.jwt.decode_verify} on a token; an empty one permits anything.
 *
 * @param seconds the time at which the token must be valid, since 1970
 */
record JwtConstraints(List<JwtKey> keys, String algorithm, String issuer, String audience, BigDecimal seconds) {
    private static final Set<String> KNOWN = Set.of("cert", "secret", "alg", "iss", "aud", "time");
    private static final double NANOS_PER_SECOND = 1e9;

    static JwtConstraints of(BuiltinContext context, RegoObject object) {
        object.forEach((name, value) -> {
            if (!(name instanceof RegoString known) || !KNOWN.contains(known.text())) {
                throw new BuiltinError("unknown token validation constraint: " + name);
            }
        });
        return new JwtConstraints(
                keys(context, object),
                text(object, "alg"),
                text(object, "iss"),
                text(object, "aud"),
                seconds(context, object));
    }

    private static List<JwtKey> keys(BuiltinContext context, RegoObject object) {
        boolean hasCertificate = object.get("cert") != null;
        String secret = text(object, "secret");
        if (hasCertificate && !secret.isEmpty()) {
            throw new BuiltinError("duplicate key constraints");
        }
        if (!hasCertificate && secret.isEmpty()) {
            throw new BuiltinError("no key constraint");
        }
        return hasCertificate ? JwtKey.parse(context.fuel(), text(object, "cert")) : List.of(JwtKey.ofSecret(secret));
    }

    /** Computed like OPA: nanoseconds as a binary double, divided. */
    private static BigDecimal seconds(BuiltinContext context, RegoObject object) {
        RegoValue time = object.get("time");
        double nanos = time == null ? context.epochNanos() : nanos(time);
        return BigDecimal.valueOf(nanos / NANOS_PER_SECOND);
    }

    private static double nanos(RegoValue time) {
        if (!(time instanceof RegoNumber number)) {
            throw new BuiltinError("token time constraint: must be a number");
        }
        double nanos = number.decimal().doubleValue();
        if (nanos < 0 || Double.isInfinite(nanos)) {
            throw new BuiltinError("token time constraint: must not be negative");
        }
        return nanos;
    }

    private static String text(RegoObject object, String name) {
        RegoValue value = object.get(name);
        if (value == null) {
            return "";
        }
        if (value instanceof RegoString string) {
            return string.text();
        }
        throw new BuiltinError(name + " constraint: must be a string");
    }

    boolean allowsAlgorithm(String name) {
        return algorithm.isEmpty() || algorithm.equals(name);
    }

    /** Returns whether the registered claims are valid (RFC 7519 section 4.1). */
    boolean allow(RegoObject claims) {
        return allowsIssuer(claims.get("iss"))
                && allowsAudience(claims.get("aud"))
                && isBeforeEnd(claims.get("exp"))
                && hasBegun(claims.get("nbf"));
    }

    private boolean allowsIssuer(@Nullable RegoValue claim) {
        return issuer.isEmpty() || isText(claim, issuer);
    }

    /** A token with an audience is valid only if the constraints name it. */
    private boolean allowsAudience(@Nullable RegoValue claim) {
        if (claim instanceof RegoArray array) {
            return array.list().stream().anyMatch(element -> isText(element, audience));
        }
        return claim == null ? audience.isEmpty() : isText(claim, audience);
    }

    private static boolean isText(@Nullable RegoValue claim, String wanted) {
        return claim instanceof RegoString string && string.text().equals(wanted);
    }

    private boolean isBeforeEnd(@Nullable RegoValue claim) {
        return claim == null || seconds.compareTo(time("exp", claim)) < 0;
    }

    private boolean hasBegun(@Nullable RegoValue claim) {
        return claim == null || seconds.compareTo(time("nbf", claim)) >= 0;
    }

    private static BigDecimal time(String name, RegoValue claim) {
        if (claim instanceof RegoNumber number) {
            return number.decimal();
        }
        throw new BuiltinError(name + " value must be a number");
    }
}
