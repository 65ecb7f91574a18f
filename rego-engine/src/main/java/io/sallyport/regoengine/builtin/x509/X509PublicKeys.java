package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.RSAPublicKey;
import org.bouncycastle.asn1.x509.DSAParameter;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.ECNamedCurveTable;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.math.ec.ECPoint;

/** Converts public keys to the JSON form of Go's types. */
final class X509PublicKeys {
    static final RegoObject CURVE = RegoObject.of(Map.of());

    /** P-224, P-256, P-384, P-521: the curves that Go supports. */
    private static final Set<String> CURVES =
            Set.of("1.3.132.0.33", "1.2.840.10045.3.1.7", "1.3.132.0.34", "1.3.132.0.35");

    /** The cost of checking that a point is on its curve, in steps. */
    private static final int POINT_STEPS = 5_000;

    private X509PublicKeys() {}

    /** Returns null if the algorithm is unknown, as in Go. */
    static RegoValue of(Fuel fuel, SubjectPublicKeyInfo key) {
        try {
            return switch (X509Algorithms.key(key.getAlgorithm())) {
                case 1 -> rsa(RSAPublicKey.getInstance(key.parsePublicKey()));
                case 2 -> dsa(DSAParameter.getInstance(parameters(key)), ASN1Integer.getInstance(key.parsePublicKey()));
                case 3 -> elliptic(fuel, key);
                case 4 -> GoFields.bytes(key.getPublicKeyData().getOctets());
                default -> RegoNull.NULL;
            };
        } catch (IOException e) {
            throw new BuiltinError("x509: malformed public key");
        }
    }

    private static RegoValue rsa(RSAPublicKey key) {
        return new GoFields()
                .put("E", key.getPublicExponent())
                .put("N", key.getModulus())
                .object();
    }

    private static RegoValue dsa(DSAParameter parameters, ASN1Integer y) {
        return new GoFields()
                .put("P", parameters.getP())
                .put("Q", parameters.getQ())
                .put("G", parameters.getG())
                .put("Y", y.getValue())
                .object();
    }

    private static RegoValue elliptic(Fuel fuel, SubjectPublicKeyInfo key) {
        fuel.steps(POINT_STEPS);
        X9ECParameters curve = curve(parameters(key));
        ECPoint point = curve.getCurve().decodePoint(key.getPublicKeyData().getOctets());
        return new GoFields()
                .put("Curve", CURVE)
                .put("X", point.getAffineXCoord().toBigInteger())
                .put("Y", point.getAffineYCoord().toBigInteger())
                .object();
    }

    private static ASN1Encodable parameters(SubjectPublicKeyInfo key) {
        ASN1Encodable parameters = key.getAlgorithm().getParameters();
        if (parameters == null) {
            throw new BuiltinError("x509: malformed public key");
        }
        return parameters;
    }

    /** Returns the curve that {@code parameters} name. */
    static X9ECParameters curve(ASN1Encodable parameters) {
        if (parameters instanceof ASN1ObjectIdentifier name && CURVES.contains(name.getId())) {
            return ECNamedCurveTable.getByOID(name);
        }
        throw new BuiltinError("x509: unsupported elliptic curve");
    }
}
