package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.jspecify.annotations.Nullable;

/** The name constraints of a CA (RFC 5280 section 4.2.1.10), as Go's fields. */
final class X509Constraints {
    private final List<String> dns = new ArrayList<>();
    private final List<String> emails = new ArrayList<>();
    private final List<String> uris = new ArrayList<>();
    private final List<byte[]> ranges = new ArrayList<>();
    private boolean others;

    private X509Constraints() {}

    /** Adds the fields; returns whether there was a kind of name that Go does not handle. */
    static boolean addTo(GoFields fields, @Nullable ASN1Encodable extension, boolean critical) {
        NameConstraints constraints = extension == null ? null : NameConstraints.getInstance(extension);
        X509Constraints permitted = of(constraints == null ? null : constraints.getPermittedSubtrees());
        X509Constraints excluded = of(constraints == null ? null : constraints.getExcludedSubtrees());
        fields.put("PermittedDNSDomainsCritical", critical);
        permitted.addTo(fields, "Permitted");
        excluded.addTo(fields, "Excluded");
        return permitted.others || excluded.others;
    }

    private static X509Constraints of(GeneralSubtree @Nullable [] subtrees) {
        X509Constraints constraints = new X509Constraints();
        for (GeneralSubtree subtree : subtrees == null ? new GeneralSubtree[0] : subtrees) {
            constraints.add(subtree.getBase());
        }
        return constraints;
    }

    private void add(GeneralName name) {
        switch (name.getTagNo()) {
            case GeneralName.dNSName -> dns.add(X509AlternativeNames.text(name));
            case GeneralName.rfc822Name -> emails.add(X509AlternativeNames.text(name));
            case GeneralName.uniformResourceIdentifier -> uris.add(X509AlternativeNames.text(name));
            case GeneralName.iPAddress -> ranges.add(X509AlternativeNames.octets(name));
            default -> others = true;
        }
    }

    private void addTo(GoFields fields, String prefix) {
        fields.put(prefix + "DNSDomains", dns, RegoString::of)
                .put(prefix + "EmailAddresses", emails, RegoString::of)
                .put(prefix + "URIDomains", uris, RegoString::of)
                .put(prefix + "IPRanges", ranges, X509Constraints::range);
    }

    /** Returns the range of an address and a mask of the same length. */
    private static RegoValue range(byte[] range) {
        int half = range.length / 2;
        return new GoFields()
                .put("IP", X509AlternativeNames.address(Arrays.copyOf(range, half)))
                .put("Mask", Arrays.copyOfRange(range, half, range.length))
                .object();
    }
}
