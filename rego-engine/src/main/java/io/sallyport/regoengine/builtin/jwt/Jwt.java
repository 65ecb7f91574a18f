package io.sallyport.regoengine.builtin.jwt;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.encoding.ByteEncodings;
import io.sallyport.regoengine.builtin.json.JsonTexts;
import io.sallyport.regoengine.value.RegoObject;
import java.util.List;

/** A signed token in compact form (RFC 7515 section 3.1), with its three parts still encoded. */
record Jwt(String header, String payload, String signature) {
    static Jwt parse(Fuel fuel, String text) {
        fuel.makeText(2L * text.length());
        if (!text.contains(".")) {
            throw new BuiltinError("encoded JWT had no period separators");
        }
        List<String> parts = List.of(text.split("\\.", -1));
        if (parts.size() != 3) {
            throw new BuiltinError("encoded JWT must have 3 sections, found " + parts.size());
        }
        return new Jwt(parts.get(0), parts.get(1), parts.get(2));
    }

    /** Returns the signed bytes. */
    byte[] signed() {
        return (header + "." + payload).getBytes(UTF_8);
    }

    byte[] decodedSignature() {
        return decoded("signature", signature);
    }

    RegoObject decodedHeader(Fuel fuel) {
        RegoObject object = object(fuel, new String(decoded("header", header), UTF_8));
        if (object.get("enc") != null) {
            throw new BuiltinError("JWT is a JWE object, which is not supported");
        }
        return object;
    }

    byte[] decodedPayload() {
        return decoded("payload", payload);
    }

    /** Returns the claims in a decoded payload. */
    static RegoObject object(Fuel fuel, String json) {
        if (JsonTexts.read(fuel, json) instanceof RegoObject object) {
            return object;
        }
        throw new BuiltinError("decoded JSON type was not an Object");
    }

    private static byte[] decoded(String part, String text) {
        try {
            return ByteEncodings.base64Url(new String(text.getBytes(UTF_8), US_ASCII));
        } catch (IllegalArgumentException e) {
            throw new BuiltinError("JWT " + part + " had invalid encoding: illegal base64 data");
        }
    }
}
