package io.sallyport.decision.secrets;

import io.sallyport.findings.FoundSecrets;
import io.sallyport.findings.SecretScanner;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FindingPlace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for secrets in the fields of a head: in names, in values, and in what the values of one name say together,
 * since a secret may be divided among them. Confined to one search.
 */
final class FieldSearch {
    /** Shorter than any token or value. */
    static final int MIN_LENGTH = 8;

    /** It is for the gateway, and goes nowhere. */
    private static final String OWN = "proxy-authorization";

    private final SecretScanner scanner;
    private final FoundSecrets found;
    private final List<String> names = new ArrayList<>();
    private boolean repeated;

    FieldSearch(SecretScanner scanner, FoundSecrets found) {
        this.scanner = scanner;
        this.found = found;
    }

    /** Returns whether the field goes nowhere. */
    static boolean isOwn(String name) {
        return name.equalsIgnoreCase(OWN);
    }

    void in(RequestHeaders headers) {
        headers.forEach(this::field);
        if (repeated) {
            headers.names().forEach(name -> together(headers.values(name)));
        }
    }

    private void field(String name, String value) {
        if (isOwn(name)) {
            return;
        }
        scan(name);
        scan(value);
        for (int i = 0; i < names.size() && !repeated; i++) {
            repeated = name.equalsIgnoreCase(names.get(i));
        }
        names.add(name);
    }

    private void together(List<String> values) {
        if (values.size() > 1) {
            scan(String.join("", values));
        }
    }

    private void scan(String text) {
        if (text.length() >= MIN_LENGTH) {
            byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1); // as they were read
            scanner.scan(octets, 0, octets.length, FindingPlace.HEADER, found);
        }
    }
}
