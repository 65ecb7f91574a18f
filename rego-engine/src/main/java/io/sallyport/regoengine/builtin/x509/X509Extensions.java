package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.ASN1TaggedObject;
import org.bouncycastle.asn1.x509.AccessDescription;
import org.bouncycastle.asn1.x509.AuthorityInformationAccess;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLDistPoint;
import org.bouncycastle.asn1.x509.DistributionPoint;
import org.bouncycastle.asn1.x509.DistributionPointName;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.jspecify.annotations.Nullable;

/** The extensions of a certificate (RFC 5280 section 4.2), as fields of Go's struct. */
record X509Extensions(@Nullable Extensions extensions) {
    private static final Set<ASN1ObjectIdentifier> HANDLED = Set.of(
            Extension.keyUsage,
            Extension.basicConstraints,
            Extension.subjectAlternativeName,
            Extension.nameConstraints,
            Extension.cRLDistributionPoints,
            Extension.authorityKeyIdentifier,
            Extension.extendedKeyUsage,
            Extension.subjectKeyIdentifier,
            Extension.certificatePolicies,
            Extension.policyMappings,
            Extension.policyConstraints,
            Extension.inhibitAnyPolicy,
            Extension.authorityInfoAccess);

    private static final List<ASN1ObjectIdentifier> NEVER_CRITICAL =
            List.of(Extension.authorityKeyIdentifier, Extension.subjectKeyIdentifier, Extension.authorityInfoAccess);

    private static final int KEY_USAGES = 9;

    /** Returns the alternative names of the subject. */
    X509AlternativeNames names() {
        ASN1Encodable value = parsed(Extension.subjectAlternativeName);
        return value == null ? X509AlternativeNames.NONE : X509AlternativeNames.of(value);
    }

    void addTo(GoFields fields) {
        for (ASN1ObjectIdentifier never : NEVER_CRITICAL) {
            if (isCritical(never)) {
                throw new BuiltinError("x509: extension " + never + " incorrectly marked critical");
            }
        }
        fields.put("Extensions", list()).putNull("ExtraExtensions");
        addUsages(fields);
        addBasics(fields);
        addKeyIdentifiers(fields);
        addPlaces(fields);
        addPolicies(fields);
        X509AlternativeNames names = names();
        names.addTo(fields);
        boolean others =
                X509Constraints.addTo(fields, parsed(Extension.nameConstraints), isCritical(Extension.nameConstraints));
        addUnhandled(fields, names, others);
    }

    /** Returns all extensions, unparsed. */
    RegoValue list() {
        return GoFields.list(all(), X509Extensions::one);
    }

    private List<Extension> all() {
        return extensions == null
                ? List.of()
                : Arrays.stream(extensions.getExtensionOIDs())
                        .map(extensions::getExtension)
                        .toList();
    }

    private static RegoValue one(Extension extension) {
        return new GoFields()
                .put("Id", X509Names.identifier(extension.getExtnId()))
                .put("Critical", extension.isCritical())
                .put("Value", extension.getExtnValue().getOctets())
                .object();
    }

    private @Nullable ASN1Encodable parsed(ASN1ObjectIdentifier name) {
        return extensions == null ? null : extensions.getExtensionParsedValue(name);
    }

    private boolean isCritical(ASN1ObjectIdentifier name) {
        Extension extension = extensions == null ? null : extensions.getExtension(name);
        return extension != null && extension.isCritical();
    }

    private void addUsages(GoFields fields) {
        ASN1Encodable use = parsed(Extension.keyUsage);
        int bits = 0;
        for (int i = 0; use != null && i < KEY_USAGES; i++) {
            bits |= bit(KeyUsage.getInstance(use).getBytes(), i) ? 1 << i : 0;
        }
        ASN1Encodable purposes = parsed(Extension.extendedKeyUsage);
        List<Integer> known = new ArrayList<>();
        List<ASN1ObjectIdentifier> unknown = new ArrayList<>();
        for (KeyPurposeId purpose : purposes == null
                ? new KeyPurposeId[0]
                : ExtendedKeyUsage.getInstance(purposes).getUsages()) {
            int number = X509Algorithms.usage(purpose.getId());
            if (number < 0) {
                unknown.add(new ASN1ObjectIdentifier(purpose.getId()));
            } else {
                known.add(number);
            }
        }
        fields.put("KeyUsage", bits)
                .put("ExtKeyUsage", known, number -> RegoNumber.of(number))
                .put("UnknownExtKeyUsage", unknown, X509Names::identifier);
    }

    private static boolean bit(byte[] bytes, int index) {
        return index / 8 < bytes.length && (bytes[index / 8] & 0x80 >> index % 8) != 0;
    }

    private void addBasics(GoFields fields) {
        ASN1Encodable value = parsed(Extension.basicConstraints);
        BasicConstraints basics = value == null ? null : BasicConstraints.getInstance(value);
        BigInteger path = basics == null ? BigInteger.ZERO : basics.getPathLenConstraint();
        fields.put("BasicConstraintsValid", basics != null)
                .put("IsCA", basics != null && basics.isCA())
                .put("MaxPathLen", path == null ? BigInteger.ONE.negate() : path)
                .put("MaxPathLenZero", basics != null && path != null && path.signum() == 0);
    }

    private void addKeyIdentifiers(GoFields fields) {
        ASN1Encodable own = parsed(Extension.subjectKeyIdentifier);
        ASN1Encodable authority = parsed(Extension.authorityKeyIdentifier);
        putBytes(
                fields,
                "SubjectKeyId",
                own == null ? null : SubjectKeyIdentifier.getInstance(own).getKeyIdentifier());
        putBytes(
                fields,
                "AuthorityKeyId",
                authority == null
                        ? null
                        : AuthorityKeyIdentifier.getInstance(authority).getKeyIdentifierOctets());
    }

    private static void putBytes(GoFields fields, String name, byte @Nullable [] bytes) {
        if (bytes == null) {
            fields.putNull(name);
        } else {
            fields.put(name, bytes);
        }
    }

    private void addPlaces(GoFields fields) {
        List<String> responders = new ArrayList<>();
        List<String> issuers = new ArrayList<>();
        ASN1Encodable access = parsed(Extension.authorityInfoAccess);
        if (access != null) {
            for (AccessDescription place :
                    AuthorityInformationAccess.getInstance(access).getAccessDescriptions()) {
                boolean ocsp = place.getAccessMethod().equals(AccessDescription.id_ad_ocsp);
                boolean issuer = place.getAccessMethod().equals(AccessDescription.id_ad_caIssuers);
                if (ocsp || issuer) {
                    addUri(ocsp ? responders : issuers, place.getAccessLocation());
                }
            }
        }
        fields.put("OCSPServer", responders, RegoString::of)
                .put("IssuingCertificateURL", issuers, RegoString::of)
                .put("CRLDistributionPoints", revocationLists(), RegoString::of);
    }

    private List<String> revocationLists() {
        List<String> found = new ArrayList<>();
        ASN1Encodable points = parsed(Extension.cRLDistributionPoints);
        if (points != null) {
            for (DistributionPoint point : CRLDistPoint.getInstance(points).getDistributionPoints()) {
                DistributionPointName name = point.getDistributionPoint();
                if (name != null && name.getType() == DistributionPointName.FULL_NAME) {
                    for (GeneralName one :
                            GeneralNames.getInstance(name.getName()).getNames()) {
                        addUri(found, one);
                    }
                }
            }
        }
        return found;
    }

    private static void addUri(List<String> places, GeneralName name) {
        if (name.getTagNo() == GeneralName.uniformResourceIdentifier) {
            places.add(X509AlternativeNames.text(name));
        }
    }

    private void addPolicies(GoFields fields) {
        List<ASN1ObjectIdentifier> policies = firsts(parsed(Extension.certificatePolicies));
        fields.put("PolicyIdentifiers", policies, X509Names::identifier)
                .put("Policies", policies, policy -> RegoString.of(policy.getId()))
                .put("PolicyMappings", sequences(parsed(Extension.policyMappings)), X509Extensions::mapping);
        ASN1Encodable constraints = parsed(Extension.policyConstraints);
        putCount(fields, "RequireExplicitPolicy", tagged(constraints, 0));
        putCount(fields, "InhibitPolicyMapping", tagged(constraints, 1));
        ASN1Encodable any = parsed(Extension.inhibitAnyPolicy);
        putCount(
                fields,
                "InhibitAnyPolicy",
                any == null ? null : ASN1Integer.getInstance(any).getValue());
    }

    private static List<ASN1Sequence> sequences(@Nullable ASN1Encodable value) {
        List<ASN1Sequence> sequences = new ArrayList<>();
        for (ASN1Encodable element : value == null
                ? new ASN1Encodable[0]
                : ASN1Sequence.getInstance(value).toArray()) {
            sequences.add(ASN1Sequence.getInstance(element));
        }
        return sequences;
    }

    private static List<ASN1ObjectIdentifier> firsts(@Nullable ASN1Encodable value) {
        return sequences(value).stream()
                .map(one -> ASN1ObjectIdentifier.getInstance(one.getObjectAt(0)))
                .toList();
    }

    private static RegoValue mapping(ASN1Sequence pair) {
        return new GoFields()
                .put(
                        "IssuerDomainPolicy",
                        ASN1ObjectIdentifier.getInstance(pair.getObjectAt(0)).getId())
                .put(
                        "SubjectDomainPolicy",
                        ASN1ObjectIdentifier.getInstance(pair.getObjectAt(1)).getId())
                .object();
    }

    private static @Nullable BigInteger tagged(@Nullable ASN1Encodable constraints, int tag) {
        if (constraints != null) {
            for (ASN1Encodable element : ASN1Sequence.getInstance(constraints)) {
                ASN1TaggedObject tagged = ASN1TaggedObject.getInstance(element);
                if (tagged.getTagNo() == tag) {
                    return ASN1Integer.getInstance(tagged, false).getValue();
                }
            }
        }
        return null;
    }

    private static void putCount(GoFields fields, String name, @Nullable BigInteger count) {
        fields.put(name, count == null ? BigInteger.ZERO : count)
                .put(name + "Zero", count != null && count.signum() == 0);
    }

    private void addUnhandled(GoFields fields, X509AlternativeNames names, boolean otherConstraints) {
        List<ASN1ObjectIdentifier> unhandled = new ArrayList<>();
        for (Extension extension : all()) {
            ASN1ObjectIdentifier name = extension.getExtnId();
            boolean known = HANDLED.contains(name)
                    && !(name.equals(Extension.subjectAlternativeName) && names.isEmpty())
                    && !(name.equals(Extension.nameConstraints) && otherConstraints);
            if (extension.isCritical() && !known) {
                unhandled.add(name);
            }
        }
        fields.put("UnhandledCriticalExtensions", unhandled, X509Names::identifier);
    }
}
