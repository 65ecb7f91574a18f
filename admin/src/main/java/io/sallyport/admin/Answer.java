package io.sallyport.admin;

import java.util.HashMap;
import java.util.Map;

/**
 * What a call is answered.
 *
 * @param headers beside content type and length
 */
record Answer(int status, String contentType, String body, Map<String, String> headers) {
    static final String JSON = "application/json";

    Answer {
        headers = Map.copyOf(headers);
    }

    static Answer json(int status, String body) {
        return new Answer(status, JSON, body, Map.of());
    }

    static Answer text(int status, String contentType, String text) {
        return new Answer(status, contentType, text, Map.of());
    }

    static Answer nothing() {
        return new Answer(204, "", "", Map.of());
    }

    Answer with(String name, String value) {
        var more = new HashMap<>(headers);
        more.put(name, value);
        return new Answer(status, contentType, body, more);
    }
}
