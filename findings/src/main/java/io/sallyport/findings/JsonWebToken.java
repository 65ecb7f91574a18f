package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Web Token (RFC 7519): a JSON object that names an algorithm in Base64 for URLs, and two further parts. Looked
 * for by the Base64 of the brace, the quote and the first letter of a name of a header (RFC 7515, section 4.1).
 */
record JsonWebToken(String name) implements Sought {
    private static final ByteSet DIGITS = ByteSet.of("A-Za-z0-9_-");
    private static final int MAX_HEADER = 1024;
    private static final int MIN_PAYLOAD = 8;

    @Override
    public FindingKind kind() {
        return FindingKind.TOKEN;
    }

    @Override
    public @Nullable SecretSpan at(ScannedText text, int at) {
        int header = text.run(DIGITS, at, MAX_HEADER);
        int payload = at + header + 1;
        if (header % 4 == 1 || payload > text.to() || text.bytes()[payload - 1] != '.') {
            return null;
        }
        if (text.run(DIGITS, payload, MIN_PAYLOAD) < MIN_PAYLOAD) {
            return null;
        }
        String json = decoded(text, at, header);
        boolean isHeader = json.startsWith("{\"") && json.contains("\"alg\"");
        return isHeader ? new SecretSpan(at, payload + MIN_PAYLOAD) : null;
    }

    @Override
    public boolean mayPrecede(byte next) {
        return DIGITS.has(next);
    }

    private static String decoded(ScannedText text, int at, int length) {
        text.work().charge(length);
        var digits = new String(text.bytes(), at, length, StandardCharsets.ISO_8859_1);
        return new String(Base64.getUrlDecoder().decode(digits), StandardCharsets.ISO_8859_1);
    }
}
