package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1Boolean;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.ASN1Set;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.pkcs.Attribute;
import org.bouncycastle.asn1.pkcs.CertificationRequest;
import org.bouncycastle.asn1.pkcs.CertificationRequestInfo;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.Extensions;
import org.jspecify.annotations.Nullable;

/** Converts certificate requests (RFC 2986) to the JSON form of Go's {@code x509.CertificateRequest}. */
final class X509Requests {
    private static final String PEM = "-----BEGIN CERTIFICATE REQUEST-----";
    private static final int COST_OF_BYTE = 20;

    private X509Requests() {}

    static RegoValue parse(BuiltinContext context, RegoValue operand) {
        String text = Operands.text(operand, 1);
        context.fuel().makeText((long) COST_OF_BYTE * text.length());
        byte[] der = text.startsWith(PEM) ? new byte[0] : Pem.decoded(text);
        Pem block = Pem.first(der.length == 0 ? text : Pem.text(der));
        if (block != null && !block.type().equals("CERTIFICATE REQUEST")) {
            throw new BuiltinError("invalid PEM-encoded certificate signing request");
        }
        byte[] request = Der.only(block == null ? der : block.content());
        return Der.structure(() -> request(context.fuel(), request), Der.STRUCTURE);
    }

    private static RegoValue request(Fuel fuel, byte[] der) {
        CertificationRequest request = CertificationRequest.getInstance(der);
        CertificationRequestInfo info = request.getCertificationRequestInfo();
        Extensions extensions = extensions(info.getAttributes());
        GoFields fields = new GoFields()
                .put("Raw", der)
                .put("RawTBSCertificateRequest", X509Certificates.encoded(info))
                .put("RawSubjectPublicKeyInfo", X509Certificates.encoded(info.getSubjectPublicKeyInfo()))
                .put("RawSubject", X509Certificates.encoded(info.getSubject()))
                .put("Version", info.getVersion().getValue())
                .put("Signature", request.getSignature().getOctets())
                .put("SignatureAlgorithm", X509Algorithms.signature(request.getSignatureAlgorithm()))
                .put(
                        "PublicKeyAlgorithm",
                        X509Algorithms.key(info.getSubjectPublicKeyInfo().getAlgorithm()))
                .put("PublicKey", X509PublicKeys.of(fuel, info.getSubjectPublicKeyInfo()))
                .put("Subject", X509Names.of(info.getSubject()))
                .put("Attributes", attributes(info.getAttributes()))
                .put("Extensions", new X509Extensions(extensions).list())
                .putNull("ExtraExtensions");
        new X509Extensions(extensions).names().addTo(fields);
        return fields.object();
    }

    private static @Nullable Extensions extensions(@Nullable ASN1Set attributes) {
        for (ASN1Encodable element : elements(attributes)) {
            Attribute attribute = Attribute.getInstance(element);
            if (attribute.getAttrType().equals(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest)) {
                return Extensions.getInstance(attribute.getAttrValues().getObjectAt(0));
            }
        }
        return null;
    }

    private static ASN1Encodable[] elements(@Nullable ASN1Set set) {
        return set == null ? new ASN1Encodable[0] : set.toArray();
    }

    /** Returns the attributes whose values are lists of types and values; Go omits the others. */
    private static RegoValue attributes(@Nullable ASN1Set attributes) {
        List<RegoValue> found = new ArrayList<>();
        for (ASN1Encodable element : elements(attributes)) {
            Attribute attribute = Attribute.getInstance(element);
            List<RegoValue> lists = new ArrayList<>();
            for (ASN1Encodable value : attribute.getAttrValues()) {
                RegoArray list = value instanceof ASN1Sequence sequence ? pairs(sequence) : null;
                if (list != null) {
                    lists.add(list);
                }
            }
            if (lists.size() == attribute.getAttrValues().size()) {
                found.add(new GoFields()
                        .put("Type", X509Names.identifier(attribute.getAttrType()))
                        .put("Value", RegoArray.of(lists))
                        .object());
            }
        }
        return GoFields.list(found, value -> value);
    }

    private static @Nullable RegoArray pairs(ASN1Sequence sequence) {
        List<RegoValue> pairs = new ArrayList<>();
        for (ASN1Encodable element : sequence) {
            if (!(element instanceof ASN1Sequence pair)
                    || pair.size() < 2
                    || !(pair.getObjectAt(0) instanceof ASN1ObjectIdentifier type)) {
                return null;
            }
            pairs.add(new GoFields()
                    .put("Type", X509Names.identifier(type))
                    .put("Value", scalar(pair.getObjectAt(1)))
                    .object());
        }
        return RegoArray.of(pairs);
    }

    private static RegoValue scalar(ASN1Encodable value) {
        return switch (value) {
            case ASN1OctetString bytes -> GoFields.bytes(bytes.getOctets());
            case ASN1Boolean flag -> RegoBoolean.of(flag.isTrue());
            case ASN1Integer number -> RegoNumber.of(number.getValue());
            case ASN1ObjectIdentifier name -> X509Names.identifier(name);
            case ASN1String text -> RegoString.of(text.getString());
            default -> RegoNull.NULL;
        };
    }
}
