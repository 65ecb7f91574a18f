package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.proxy.listener.HeaderFields;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * DNS over HTTPS (RFC 8484, and the JSON form of public resolvers): questions about names belong to the gateway, which
 * judges the answers; asked over an allowed host they would carry out data, and bring back addresses that nobody
 * judged.
 */
final class NameQuestions {
    private static final String MESSAGE = "application/dns-message";
    private static final String JSON = "application/dns-json";

    /** Header, root name, type and class (RFC 1035 section 4.1). */
    private static final int SHORTEST_QUESTION_BYTES = 17;

    private static final int MAX_QUESTION_CHARS = 1_024;

    private NameQuestions() {}

    /** Whether the request says that it asks one. */
    static boolean isOne(HeaderFields fields, CanonicalRequest request) {
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            boolean typed = name.equalsIgnoreCase("Accept") || name.equalsIgnoreCase("Content-Type");
            if (typed && isDns(fields.value(i))) {
                return true;
            }
        }
        Map<String, List<String>> parameters = request.query().parameters();
        return parameters != null
                && parameters.getOrDefault("dns", List.of()).stream().anyMatch(NameQuestions::isQuestion);
    }

    private static boolean isDns(String value) {
        String types = value.toLowerCase(Locale.ROOT);
        return types.contains(MESSAGE) || types.contains(JSON);
    }

    /** A message with one question in base64url, as {@code GET} carries it (RFC 8484 section 4.1). */
    private static boolean isQuestion(String value) {
        if (value.length() > MAX_QUESTION_CHARS) {
            return false;
        }
        try {
            byte[] message = Base64.getUrlDecoder().decode(value);
            return message.length >= SHORTEST_QUESTION_BYTES && message[4] == 0 && message[5] == 1;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }
}
