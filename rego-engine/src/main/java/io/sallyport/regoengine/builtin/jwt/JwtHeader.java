package io.sallyport.regoengine.builtin.jwt;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Set;

/** The parts of a token's header that affect its verification (RFC 7515 section 4.1); empty if absent. */
record JwtHeader(RegoObject whole, String algorithm, String keyId, String contentType) {
    private static final Set<String> KNOWN = Set.of("alg", "kid", "typ", "cty", "crit");

    static JwtHeader of(RegoObject header) {
        text(header, "typ");
        return new JwtHeader(header, text(header, "alg"), text(header, "kid"), text(header, "cty"));
    }

    private static String text(RegoObject header, String name) {
        RegoValue value = header.get(name);
        if (value == null) {
            return "";
        }
        if (value instanceof RegoString string) {
            return string.text();
        }
        throw new BuiltinError(name + ": must be a string");
    }

    /** Returns whether the token may be used: it names its algorithm, and every critical parameter is known. */
    boolean isUsable() {
        RegoArray critical = critical();
        for (int i = 0; i < critical.size(); i++) {
            if (!(critical.get(i) instanceof RegoString name)) {
                throw new BuiltinError("crit: must be a list of strings");
            }
            if (!KNOWN.contains(name.text()) && whole.get(name) != null) {
                return false;
            }
        }
        return !algorithm.isEmpty();
    }

    private RegoArray critical() {
        RegoValue value = whole.get("crit");
        if (value == null) {
            return RegoArray.EMPTY;
        }
        if (value instanceof RegoArray array && array.size() > 0) {
            return array;
        }
        throw new BuiltinError("crit: must be a nonempty list");
    }
}
