package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Base64;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.util.Arrays;
import org.bouncycastle.util.BigIntegers;
import org.jspecify.annotations.Nullable;

/** A private key in the two forms that OPA returns: Go's struct in JSON, and a JWK (RFC 7517). */
sealed interface X509PrivateKey {
    /** Returns Go's struct. */
    RegoValue struct();

    RegoObject jwk();

    /** Returns the public key as Go's struct. */
    RegoValue open();

    /** The cost of multiplying a point of an elliptic curve, in steps. */
    int MULTIPLY_STEPS = 100_000;

    String UNREADABLE = "x509: failed to parse private key";

    /** Returns the key in a PEM block, or null for a block of another kind. */
    static @Nullable X509PrivateKey parse(Fuel fuel, Pem block) {
        return Der.structure(() -> read(fuel, block), UNREADABLE);
    }

    private static @Nullable X509PrivateKey read(Fuel fuel, Pem block) {
        byte[] der = block.content();
        try {
            return switch (block.type()) {
                case "RSA PRIVATE KEY" -> new Rsa(RSAPrivateKey.getInstance(Der.only(der)));
                case "EC PRIVATE KEY" -> elliptic(fuel, ECPrivateKey.getInstance(Der.only(der)), null);
                case "PRIVATE KEY" -> wrapped(fuel, PrivateKeyInfo.getInstance(Der.only(der)));
                default -> null;
            };
        } catch (IOException e) {
            throw new BuiltinError(UNREADABLE);
        }
    }

    private static X509PrivateKey wrapped(Fuel fuel, PrivateKeyInfo info) throws IOException {
        return switch (X509Algorithms.key(info.getPrivateKeyAlgorithm())) {
            case 1 -> new Rsa(RSAPrivateKey.getInstance(info.parsePrivateKey()));
            case 3 ->
                elliptic(
                        fuel,
                        ECPrivateKey.getInstance(info.parsePrivateKey()),
                        info.getPrivateKeyAlgorithm().getParameters());
            case 4 ->
                edwards(
                        fuel,
                        ASN1OctetString.getInstance(info.parsePrivateKey()).getOctets());
            default -> throw new BuiltinError("x509: PKCS#8 wrapping contained private key with unknown algorithm");
        };
    }

    private static X509PrivateKey elliptic(Fuel fuel, ECPrivateKey key, @Nullable ASN1Encodable outer) {
        fuel.steps(MULTIPLY_STEPS);
        ASN1Encodable named = outer == null ? key.getParametersObject() : outer;
        if (named == null) {
            throw new BuiltinError("x509: unknown elliptic curve");
        }
        X9ECParameters curve = X509PublicKeys.curve(named);
        BigInteger secret = key.getKey();
        if (secret.compareTo(curve.getN()) >= 0) {
            throw new BuiltinError("x509: invalid elliptic curve private key value");
        }
        return new Elliptic(curve, secret, curve.getG().multiply(secret).normalize());
    }

    private static X509PrivateKey edwards(Fuel fuel, byte[] seed) {
        fuel.steps(MULTIPLY_STEPS);
        if (seed.length != Ed25519PrivateKeyParameters.KEY_SIZE) {
            throw new BuiltinError("x509: invalid Ed25519 private key length: " + seed.length);
        }
        return new Edwards(new Ed25519PrivateKeyParameters(seed));
    }

    private static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String base64Url(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return base64Url(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }

    /**
     * An RSA key.
     *
     * @param key with all its numbers, which are consistent
     */
    record Rsa(RSAPrivateKey key) implements X509PrivateKey {
        public Rsa {
            if (!key.getPrime1().multiply(key.getPrime2()).equals(key.getModulus())) {
                throw new BuiltinError("crypto/rsa: invalid private key");
            }
        }

        @Override
        public RegoValue struct() {
            RegoObject precomputed = new GoFields()
                    .put("CRTValues", RegoArray.EMPTY)
                    .put("Dp", key.getExponent1())
                    .put("Dq", key.getExponent2())
                    .put("Qinv", key.getCoefficient())
                    .object();
            return publicFields()
                    .put("D", key.getPrivateExponent())
                    .put("Precomputed", precomputed)
                    .put("Primes", RegoArray.of(RegoNumber.of(key.getPrime1()), RegoNumber.of(key.getPrime2())))
                    .object();
        }

        private GoFields publicFields() {
            return new GoFields().put("E", key.getPublicExponent()).put("N", key.getModulus());
        }

        @Override
        public RegoObject jwk() {
            return new GoFields()
                    .put("kty", "RSA")
                    .put("n", base64Url(key.getModulus()))
                    .put("e", base64Url(key.getPublicExponent()))
                    .put("d", base64Url(key.getPrivateExponent()))
                    .put("p", base64Url(key.getPrime1()))
                    .put("q", base64Url(key.getPrime2()))
                    .put("dp", base64Url(key.getExponent1()))
                    .put("dq", base64Url(key.getExponent2()))
                    .put("qi", base64Url(key.getCoefficient()))
                    .object();
        }

        @Override
        public RegoValue open() {
            return publicFields().object();
        }
    }

    /**
     * A key of an elliptic curve.
     *
     * @param point the public key
     */
    record Elliptic(X9ECParameters curve, BigInteger secret, ECPoint point) implements X509PrivateKey {
        @Override
        public RegoValue struct() {
            return publicFields().put("D", secret).object();
        }

        private GoFields publicFields() {
            return new GoFields()
                    .put("Curve", X509PublicKeys.CURVE)
                    .put("X", point.getAffineXCoord().toBigInteger())
                    .put("Y", point.getAffineYCoord().toBigInteger());
        }

        /** The numbers are as long as the curve's (RFC 7518 section 6.2). */
        @Override
        public RegoObject jwk() {
            int size = (curve.getCurve().getFieldSize() + 7) / 8;
            return new GoFields()
                    .put("kty", "EC")
                    .put("crv", "P-" + curve.getCurve().getFieldSize())
                    .put("x", base64Url(point.getAffineXCoord().getEncoded()))
                    .put("y", base64Url(point.getAffineYCoord().getEncoded()))
                    .put("d", base64Url(BigIntegers.asUnsignedByteArray(size, secret)))
                    .object();
        }

        @Override
        public RegoValue open() {
            return publicFields().object();
        }
    }

    /** An Ed25519 key. */
    record Edwards(Ed25519PrivateKeyParameters key) implements X509PrivateKey {
        /** Go's key is the seed followed by the public key. */
        @Override
        public RegoValue struct() {
            return GoFields.bytes(Arrays.concatenate(key.getEncoded(), publicBytes()));
        }

        private byte[] publicBytes() {
            return key.generatePublicKey().getEncoded();
        }

        @Override
        public RegoObject jwk() {
            return new GoFields()
                    .put("kty", "OKP")
                    .put("crv", "Ed25519")
                    .put("x", base64Url(publicBytes()))
                    .put("d", base64Url(key.getEncoded()))
                    .object();
        }

        @Override
        public RegoValue open() {
            return GoFields.bytes(publicBytes());
        }
    }
}
