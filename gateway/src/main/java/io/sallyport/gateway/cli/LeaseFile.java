package io.sallyport.gateway.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A lease and its constraints as JSON texts, unread.
 *
 * @param lease null: none
 * @param constraints null: none
 */
record LeaseFile(@Nullable String lease, @Nullable String constraints) {
    static final LeaseFile NONE = new LeaseFile(null, null);

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** The lease that {@code --allow} stands for: a bare host means http and https, every path, their default ports. */
    static LeaseFile of(List<String> patterns) {
        ObjectNode lease = JsonNodeFactory.instance.objectNode();
        ArrayNode granted = lease.putArray("net.fetch");
        for (String pattern : patterns) {
            if (pattern.contains("://")) {
                granted.add(pattern);
            } else {
                granted.add("https://" + pattern + "/**");
                granted.add("http://" + pattern + "/**");
            }
        }
        return new LeaseFile(lease.toString(), null);
    }

    /**
     * A file that holds the bare lease object, whose text is then kept as written, or {@code {"lease",
     * "lease_constraints"}}.
     */
    static LeaseFile parse(String name, String text) throws CliException {
        JsonNode json;
        try {
            json = JSON.readTree(text);
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            throw CliException.unusable(
                    "%s:%d:%d: %s".formatted(name, at.getLineNr(), at.getColumnNr(), e.getOriginalMessage()));
        }
        if (json.isObject() && json.has("lease")) {
            refuseOthers(name, json);
            return new LeaseFile(json.get("lease").toString(), member(json, "lease_constraints"));
        }
        return new LeaseFile(text, null);
    }

    private static void refuseOthers(String name, JsonNode json) throws CliException {
        for (String member : json.propertyNames()) {
            if (!member.equals("lease") && !member.equals("lease_constraints")) {
                throw CliException.unusable(name + ": " + member + ": unknown (expected: lease, lease_constraints)");
            }
        }
    }

    private static @Nullable String member(JsonNode json, String name) {
        JsonNode value = json.get(name);
        return value == null || value.isNull() ? null : value.toString();
    }
}
