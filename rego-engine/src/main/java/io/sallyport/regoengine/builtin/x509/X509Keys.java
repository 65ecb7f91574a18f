package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The functions that parse private keys. */
public final class X509Keys {
    public static final List<Builtin> ALL = List.of(
            Builtin.unary("crypto.parse_private_keys", X509Keys::parseAll),
            Builtin.unary("crypto.x509.parse_rsa_private_key", X509Keys::parseFirst),
            Builtin.binary("crypto.x509.parse_keypair", X509Keys::parsePair));

    private static final int COST_OF_BYTE = 20;
    private static final String BEGIN = "-----BEGIN";

    private X509Keys() {}

    private static RegoValue parseAll(BuiltinContext context, RegoValue operand) {
        String text = Operands.text(operand, 1);
        return text.isEmpty()
                ? RegoNull.NULL
                : RegoArray.of(keys(context.fuel(), text).stream()
                        .map(X509PrivateKey::struct)
                        .toList());
    }

    /** Returns the key as a JWK; accepts keys of any kind, despite the function's name. */
    private static RegoValue parseFirst(BuiltinContext context, RegoValue operand) {
        String text = Operands.text(operand, 1);
        if (text.isEmpty()) {
            throw new BuiltinError("input PEM data was empty");
        }
        if (!text.startsWith(BEGIN)) {
            Pem.decoded(text);
        }
        List<X509PrivateKey> keys = keys(context.fuel(), text);
        return keys.isEmpty() ? RegoNull.NULL : keys.getFirst().jwk();
    }

    private static List<X509PrivateKey> keys(Fuel fuel, String text) {
        fuel.makeText((long) COST_OF_BYTE * text.length());
        List<X509PrivateKey> keys = new ArrayList<>();
        for (Pem block : Pem.all(fuel, text.startsWith(BEGIN) ? text : orDecoded(text))) {
            X509PrivateKey key = X509PrivateKey.parse(fuel, block);
            if (key != null) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static String orDecoded(String text) {
        try {
            return Pem.text(Pem.decoded(text));
        } catch (BuiltinError e) {
            return text;
        }
    }

    private static RegoValue parsePair(BuiltinContext context, RegoValue certificates, RegoValue key) {
        Fuel fuel = context.fuel();
        List<byte[]> chain = X509Certificates.read(fuel, Operands.text(certificates, 1));
        X509PrivateKey secret = only(fuel, Operands.text(key, 2));
        if (chain.isEmpty()) {
            throw new BuiltinError("tls: failed to find any PEM data in certificate input");
        }
        RegoObject leaf = X509Certificates.plain(fuel, chain.getFirst());
        if (!secret.open().equals(leaf.get("PublicKey"))) {
            throw new BuiltinError("tls: private key does not match public key");
        }
        return new GoFields()
                .put("Certificate", chain, GoFields::bytes)
                .put("PrivateKey", secret.struct())
                .put("Leaf", leaf)
                .putNull("OCSPStaple", "SignedCertificateTimestamps", "SupportedSignatureAlgorithms")
                .object();
    }

    /** Returns the only key in PEM, or in PEM or DER in base64. */
    private static X509PrivateKey only(Fuel fuel, String text) {
        String pem = text.startsWith(BEGIN) ? text : Pem.text(Pem.decoded(text));
        if (!pem.startsWith(BEGIN)) {
            pem = BEGIN + " PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(Pem.decoded(text))
                    + "\n-----END PRIVATE KEY-----\n";
        }
        List<X509PrivateKey> keys = keys(fuel, pem);
        if (keys.isEmpty()) {
            throw new BuiltinError("tls: failed to parse private key");
        }
        return keys.getFirst();
    }
}
