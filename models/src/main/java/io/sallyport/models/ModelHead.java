package io.sallyport.models;

import io.sallyport.inference.ModelEndpoint;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestHeaders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What of the head of a request goes on to a backend: what is listed here. Whatever else a client says of itself, its
 * credentials above all, stays with the gateway. Immutable.
 *
 * @param fields lower-case names
 * @param query with its question mark, or empty
 */
record ModelHead(ModelEndpoint endpoint, Map<String, String> fields, String query) {
    private static final List<String> FIELDS =
            List.of("accept", "anthropic-beta", "anthropic-version", "content-type", "openai-beta", "user-agent");

    /** The members of a query that change the form of an answer. */
    private static final List<String> MEMBERS = List.of("alt", "$alt", "beta");

    /** Returns the media type of the body, empty where the client names none. */
    String contentType() {
        return fields.getOrDefault("content-type", "");
    }

    static ModelHead of(ModelEndpoint endpoint, CanonicalRequest request, RequestHeaders headers) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String name : FIELDS) {
            List<String> values = headers.values(name);
            if (!values.isEmpty()) {
                fields.put(name, String.join(", ", values));
            }
        }
        String text = request.query().text();
        String kept = text == null
                ? ""
                : Stream.of(text.split("&"))
                        .filter(member -> MEMBERS.contains(member.split("=", 2)[0].replace("%24", "$")))
                        .collect(Collectors.joining("&"));
        return new ModelHead(endpoint, fields, kept.isEmpty() ? "" : "?" + kept);
    }
}
