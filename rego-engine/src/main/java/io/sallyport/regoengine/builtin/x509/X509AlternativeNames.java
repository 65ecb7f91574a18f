package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.net.GoIpAddress;
import io.sallyport.regoengine.builtin.net.GoUrl;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1IA5String;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;

/** The subject alternative names (RFC 5280 section 4.2.1.6) of the four kinds that Go stores. */
record X509AlternativeNames(List<String> dns, List<String> emails, List<String> addresses, List<String> uris) {
    static final X509AlternativeNames NONE = new X509AlternativeNames(List.of(), List.of(), List.of(), List.of());

    private static final RegoObject HIDDEN = RegoObject.of(Map.of());

    static X509AlternativeNames of(ASN1Encodable extension) {
        var names =
                new X509AlternativeNames(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (GeneralName name : GeneralNames.getInstance(extension).getNames()) {
            switch (name.getTagNo()) {
                case GeneralName.dNSName -> names.dns.add(text(name));
                case GeneralName.rfc822Name -> names.emails.add(text(name));
                case GeneralName.iPAddress -> names.addresses.add(address(octets(name)));
                case GeneralName.uniformResourceIdentifier -> names.uris.add(checkedUri(text(name)));
                default -> {}
            }
        }
        return names;
    }

    boolean isEmpty() {
        return dns.isEmpty() && emails.isEmpty() && addresses.isEmpty() && uris.isEmpty();
    }

    void addTo(GoFields fields) {
        fields.put("DNSNames", dns, RegoString::of)
                .put("EmailAddresses", emails, RegoString::of)
                .put("IPAddresses", addresses, RegoString::of)
                .put("URIs", uris, X509AlternativeNames::uri);
    }

    static String text(GeneralName name) {
        return ASN1IA5String.getInstance(name.getName()).getString();
    }

    static byte[] octets(GeneralName name) {
        return ASN1OctetString.getInstance(name.getName()).getOctets();
    }

    /** Returns an address of 4 or 16 bytes in Go's notation. */
    static String address(byte[] bytes) {
        try {
            String text = InetAddress.getByAddress(bytes).getHostAddress();
            GoIpAddress address = GoIpAddress.parse(text);
            return address == null ? text : address.toString();
        } catch (UnknownHostException e) {
            throw new BuiltinError("x509: cannot parse IP address of length " + bytes.length);
        }
    }

    private static String checkedUri(String text) {
        GoUrl.parse(text);
        return text;
    }

    /** Returns Go's {@code url.URL}, whose user information is omitted from JSON. */
    private static RegoValue uri(String text) {
        GoUrl url = GoUrl.parse(text);
        String rawPath = url.distinctRawPath().equals(url.path()) ? "" : url.rawPath();
        boolean opaque = !url.scheme().isEmpty()
                && !text.substring(url.scheme().length() + 1).startsWith("/");
        int end = text.indexOf('?') < 0 ? text.length() : text.indexOf('?');
        String rest = opaque ? text.substring(url.scheme().length() + 1, end) : "";
        boolean user = text.contains("//")
                && text.substring(text.indexOf("//") + 2).split("/", 2)[0].contains("@");
        return new GoFields()
                .put("Scheme", url.scheme())
                .put("Opaque", rest)
                .put("User", user ? HIDDEN : RegoNull.NULL)
                .put("Host", url.host())
                .put("Path", url.path())
                .put("Fragment", url.fragment())
                .put("RawQuery", url.query())
                .put("RawPath", rawPath)
                .put("RawFragment", "")
                .put("ForceQuery", RegoBoolean.of(text.endsWith("?") && text.indexOf('?') == text.length() - 1))
                .put(
                        "OmitHost",
                        RegoBoolean.of(!url.scheme().isEmpty()
                                && !opaque
                                && url.host().isEmpty()
                                && !text.startsWith("//", url.scheme().length() + 1)))
                .object();
    }
}
