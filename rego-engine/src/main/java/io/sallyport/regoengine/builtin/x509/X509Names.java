package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;

/** Converts names to the JSON form of Go's {@code pkix.Name}. */
final class X509Names {
    private static final String ATTRIBUTES = "2.5.4.";

    /** The fields with lists, by what follows {@link #ATTRIBUTES}. */
    private static final Map<String, String> LISTS = Map.of(
            "6", "Country",
            "10", "Organization",
            "11", "OrganizationalUnit",
            "7", "Locality",
            "8", "Province",
            "9", "StreetAddress",
            "17", "PostalCode");

    /** The fields with a single text. */
    private static final Map<String, String> TEXTS = Map.of("3", "CommonName", "5", "SerialNumber");

    private X509Names() {}

    static RegoObject of(X500Name name) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        LISTS.values().forEach(field -> lists.put(field, new ArrayList<>()));
        Map<String, String> texts = new LinkedHashMap<>();
        TEXTS.values().forEach(field -> texts.put(field, ""));
        List<RegoValue> all = new ArrayList<>();
        for (RDN part : name.getRDNs()) {
            for (AttributeTypeAndValue attribute : part.getTypesAndValues()) {
                String value = text(attribute);
                sort(attribute.getType().getId(), value, lists, texts);
                all.add(new GoFields()
                        .put("Type", identifier(attribute.getType()))
                        .put("Value", value)
                        .object());
            }
        }
        GoFields fields = new GoFields().putNull("ExtraNames").put("Names", all, value -> value);
        lists.forEach((field, values) -> fields.put(field, values, RegoString::of));
        texts.forEach(fields::put);
        return fields.object();
    }

    private static void sort(String type, String value, Map<String, List<String>> lists, Map<String, String> texts) {
        if (!type.startsWith(ATTRIBUTES)) {
            return;
        }
        String last = type.substring(ATTRIBUTES.length());
        String list = LISTS.get(last);
        List<String> values = list == null ? null : lists.get(list);
        if (values != null) {
            values.add(value);
        }
        String text = TEXTS.get(last);
        if (text != null) {
            texts.put(text, value);
        }
    }

    private static String text(AttributeTypeAndValue attribute) {
        if (attribute.getValue() instanceof ASN1String string) {
            return string.getString();
        }
        throw new BuiltinError("x509: invalid RDNSequence: invalid attribute value: unsupported string type");
    }

    /** Returns an object identifier in Go's form, as its numbers. */
    static RegoArray identifier(ASN1ObjectIdentifier identifier) {
        List<RegoValue> numbers = new ArrayList<>();
        for (String number : identifier.getId().split("\\.", -1)) {
            numbers.add(RegoNumber.of(new BigInteger(number)));
        }
        return RegoArray.of(numbers);
    }
}
