package io.sallyport.regoengine.builtin.jwt;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.json.JsonTexts;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/**
 * Signs tokens (RFC 7515 section 5.1). Nonces come from the JDK's secure source, never from the randomness of the
 * evaluation.
 */
public final class JwtSigning {
    public static final List<Builtin> ALL = List.of(
            Builtin.ternary("io.jwt.encode_sign", JwtSigning::encode),
            Builtin.ternary("io.jwt.encode_sign_raw", JwtSigning::encodeRaw));

    private JwtSigning() {}

    private static RegoValue encode(BuiltinContext context, RegoValue header, RegoValue payload, RegoValue key) {
        return signed(
                context,
                JsonTexts.write(context, header),
                JsonTexts.write(context, payload),
                JsonTexts.write(context, key));
    }

    private static RegoValue encodeRaw(BuiltinContext context, RegoValue header, RegoValue payload, RegoValue key) {
        String jwk = Operands.text(key, 3);
        return signed(context, Operands.text(header, 1), Operands.text(payload, 2), jwk);
    }

    private static RegoString signed(BuiltinContext context, String header, String payload, String jwk) {
        List<JwtKey> keys = Jwks.parse(context.fuel(), jwk);
        if (keys.isEmpty()) {
            throw new BuiltinError("no keys found in JWK set");
        }
        RegoObject fields = header(header);
        JwtAlgorithm algorithm = algorithm(fields);
        if (isJwt(fields) && !isJson(payload)) {
            throw new BuiltinError("type is JWT but payload is not JSON");
        }
        if (algorithm.isRandom()) {
            context.random();
        }
        context.fuel().makeText(2L * (header.length() + payload.length()));
        return RegoString.of(algorithm.token(context.fuel(), keys.getFirst().key(), header, payload));
    }

    private static RegoObject header(String text) {
        if (parse(text) instanceof ParsedJson.Accepted(RegoObject fields)) {
            return fields;
        }
        throw new BuiltinError("missing or invalid 'alg' header: cannot parse JSON");
    }

    private static JwtAlgorithm algorithm(RegoObject header) {
        if (!(header.get("alg") instanceof RegoString name)) {
            throw new BuiltinError("missing or invalid 'alg' header: header \"alg\" not found");
        }
        JwtAlgorithm algorithm = JwtAlgorithm.named(name.text());
        if (algorithm == null) {
            throw new BuiltinError("unknown JWS algorithm: " + name.text());
        }
        return algorithm;
    }

    /** A token without a type counts as one with claims. */
    private static boolean isJwt(RegoObject header) {
        return !(header.get("typ") instanceof RegoString type) || type.text().equals("JWT");
    }

    private static boolean isJson(String text) {
        return parse(text) instanceof ParsedJson.Accepted;
    }

    private static ParsedJson parse(String text) {
        return RegoJson.parse(text, JsonLimits.DOCUMENT);
    }
}
