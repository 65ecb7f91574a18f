package io.sallyport.regoengine.builtin.jwt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The {@code io.jwt.*} family except for signing: decodes and verifies tokens (RFC 7515, RFC 7519). */
public final class Jwts {
    public static final List<Builtin> ALL = all();

    /** The maximum nesting of tokens. */
    private static final int MAX_NESTING = 16;

    private static final RegoObject NOTHING = RegoObject.of(Map.of());
    private static final RegoArray UNVERIFIED = RegoArray.of(RegoBoolean.FALSE, NOTHING, NOTHING);

    private Jwts() {}

    private static List<Builtin> all() {
        List<Builtin> all = new ArrayList<>();
        all.add(Builtin.unary("io.jwt.decode", Jwts::decode));
        all.add(Builtin.binary("io.jwt.decode_verify", Jwts::decodeVerify));
        for (JwtAlgorithm algorithm : JwtAlgorithm.values()) {
            String name = "io.jwt.verify_" + algorithm.name().toLowerCase(Locale.ROOT);
            all.add(Builtin.binary(
                    name, (context, token, key) -> RegoBoolean.of(verifies(context, algorithm, token, key))));
        }
        return List.copyOf(all);
    }

    private static RegoValue decode(BuiltinContext context, RegoValue operand) {
        String text = Operands.text(operand, 1);
        for (int nesting = 0; nesting < MAX_NESTING; nesting++) {
            Jwt token = Jwt.parse(context.fuel(), text);
            RegoObject header = token.decodedHeader(context.fuel());
            String payload = new String(token.decodedPayload(), UTF_8);
            if (!JwtHeader.of(header).contentType().equals("JWT")) {
                return RegoArray.of(
                        header,
                        Jwt.object(context.fuel(), payload),
                        RegoString.of(HexFormat.of().formatHex(token.decodedSignature())));
            }
            text = unquoted(payload);
        }
        throw nestedTooDeep();
    }

    /** A nested token is often a JSON string. */
    private static String unquoted(String text) {
        return text.replaceAll("^[\"']+|[\"']+$", "");
    }

    private static BuiltinError nestedTooDeep() {
        return new BuiltinError("more than " + MAX_NESTING + " tokens within each other");
    }

    private static boolean verifies(BuiltinContext context, JwtAlgorithm algorithm, RegoValue a, RegoValue b) {
        String text = Operands.text(a, 1);
        if (algorithm.isMac()) {
            JwtKey secret = JwtKey.ofSecret(Operands.text(b, 2));
            Jwt token = Jwt.parse(context.fuel(), text);
            return algorithm.verifies(context.fuel(), secret.key(), token.signed(), token.decodedSignature());
        }
        Jwt token = Jwt.parse(context.fuel(), text);
        List<JwtKey> keys = JwtKey.parse(context.fuel(), Operands.text(b, 2));
        byte[] signature = token.decodedSignature();
        JwtHeader header = JwtHeader.of(token.decodedHeader(context.fuel()));
        return candidates(keys, header).stream()
                .anyMatch(key -> algorithm.verifies(context.fuel(), key.key(), token.signed(), signature));
    }

    /** Returns the key that the token names; if no key has that id, all keys for its algorithm. */
    private static List<JwtKey> candidates(List<JwtKey> keys, JwtHeader header) {
        for (JwtKey key : keys) {
            if (!header.keyId().isEmpty() && key.id().equals(header.keyId())) {
                return List.of(key);
            }
        }
        return keys.stream()
                .filter(key -> key.algorithm().isEmpty() || key.algorithm().equals(header.algorithm()))
                .toList();
    }

    private static RegoValue decodeVerify(BuiltinContext context, RegoValue a, RegoValue b) {
        JwtConstraints constraints = JwtConstraints.of(context, Operands.object(b, 2));
        String text = Operands.text(a, 1);
        for (int nesting = 0; nesting < MAX_NESTING; nesting++) {
            Jwt token = Jwt.parse(context.fuel(), text);
            JwtHeader header = JwtHeader.of(token.decodedHeader(context.fuel()));
            if (!header.isUsable()
                    || !constraints.allowsAlgorithm(header.algorithm())
                    || !isSigned(context, token, header, constraints)) {
                return UNVERIFIED;
            }
            text = new String(token.decodedPayload(), UTF_8);
            if (!header.contentType().equalsIgnoreCase("JWT")) {
                RegoObject claims = Jwt.object(context.fuel(), text);
                return constraints.allow(claims) ? RegoArray.of(RegoBoolean.TRUE, header.whole(), claims) : UNVERIFIED;
            }
        }
        throw nestedTooDeep();
    }

    private static boolean isSigned(BuiltinContext context, Jwt token, JwtHeader header, JwtConstraints constraints) {
        byte[] signature = token.decodedSignature();
        JwtAlgorithm algorithm = JwtAlgorithm.named(header.algorithm());
        return algorithm != null
                && candidates(constraints.keys(), header).stream()
                        .anyMatch(key -> algorithm.verifies(context.fuel(), key.key(), token.signed(), signature));
    }
}
