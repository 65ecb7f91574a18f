package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Object;
import org.bouncycastle.asn1.x509.Certificate;
import org.bouncycastle.asn1.x509.Time;

/** Converts certificates to the JSON form of Go's {@code x509.Certificate} (1.26). */
final class X509Certificates {
    /** The cost per byte of a certificate, which is read and written several times. */
    private static final int COST_OF_BYTE = 20;

    private static final String MALFORMED = "x509: malformed certificate";

    private X509Certificates() {}

    /** Returns the certificates, each in DER, from PEM, or from DER or PEM in base64. */
    static List<byte[]> read(Fuel fuel, String text) {
        fuel.makeText((long) COST_OF_BYTE * text.length());
        if (text.startsWith("-----BEGIN")) {
            return ofPem(fuel, text);
        }
        byte[] decoded = Pem.decoded(text);
        String inner = Pem.text(decoded);
        return inner.startsWith("-----BEGIN") ? ofPem(fuel, inner) : split(decoded);
    }

    private static List<byte[]> split(byte[] bytes) {
        try {
            return Der.split(bytes);
        } catch (BuiltinError e) {
            throw new BuiltinError(MALFORMED);
        }
    }

    private static List<byte[]> ofPem(Fuel fuel, String text) {
        List<byte[]> certificates = new ArrayList<>();
        for (Pem block : Pem.all(fuel, text)) {
            if (!block.type().equals("CERTIFICATE")) {
                throw new BuiltinError("PEM block type is '" + block.type() + "', expected CERTIFICATE");
            }
            certificates.addAll(split(block.content()));
        }
        return certificates;
    }

    /** Returns the certificate with OPA's extension: the texts of its URIs. */
    static RegoObject extended(Fuel fuel, byte[] der) {
        Certificate certificate = parse(der);
        GoFields fields = fields(fuel, der, certificate);
        X509AlternativeNames names = Der.structure(
                () -> new X509Extensions(certificate.getTBSCertificate().getExtensions()).names(), MALFORMED);
        return fields.put("URIStrings", names.uris(), RegoString::of).object();
    }

    static RegoObject plain(Fuel fuel, byte[] der) {
        return fields(fuel, der, parse(der)).object();
    }

    private static Certificate parse(byte[] der) {
        return Der.structure(() -> Certificate.getInstance(der), MALFORMED);
    }

    private static GoFields fields(Fuel fuel, byte[] der, Certificate certificate) {
        fuel.makeText((long) COST_OF_BYTE * der.length);
        return Der.structure(() -> filled(fuel, der, certificate), MALFORMED);
    }

    private static GoFields filled(Fuel fuel, byte[] der, Certificate certificate) {
        GoFields fields = new GoFields()
                .put("Raw", der)
                .put("RawTBSCertificate", encoded(certificate.getTBSCertificate()))
                .put("RawSubjectPublicKeyInfo", encoded(certificate.getSubjectPublicKeyInfo()))
                .put("RawSubject", encoded(certificate.getSubject()))
                .put("RawIssuer", encoded(certificate.getIssuer()))
                .put("Signature", certificate.getSignature().getOctets())
                .put("SignatureAlgorithm", X509Algorithms.signature(certificate.getSignatureAlgorithm()))
                .put(
                        "PublicKeyAlgorithm",
                        X509Algorithms.key(certificate.getSubjectPublicKeyInfo().getAlgorithm()))
                .put("PublicKey", X509PublicKeys.of(fuel, certificate.getSubjectPublicKeyInfo()))
                .put("Version", certificate.getVersionNumber())
                .put("SerialNumber", certificate.getSerialNumber().getValue())
                .put("Issuer", X509Names.of(certificate.getIssuer()))
                .put("Subject", X509Names.of(certificate.getSubject()))
                .put("NotBefore", time(certificate.getStartDate()))
                .put("NotAfter", time(certificate.getEndDate()));
        new X509Extensions(certificate.getTBSCertificate().getExtensions()).addTo(fields);
        return fields;
    }

    private static RegoValue time(Time time) {
        Instant instant = time.getDate().toInstant();
        return RegoString.of(instant.toString());
    }

    static byte[] encoded(ASN1Object value) {
        try {
            return value.getEncoded(ASN1Encoding.DER);
        } catch (IOException e) {
            throw new BuiltinError(MALFORMED);
        }
    }
}
