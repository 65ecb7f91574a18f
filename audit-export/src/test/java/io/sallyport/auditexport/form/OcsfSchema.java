package io.sallyport.auditexport.form;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published classes of OCSF: says what is wrong with an event. */
final class OcsfSchema {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JsonNode schema;
    private final List<String> problems = new ArrayList<>();

    private OcsfSchema(JsonNode schema) {
        this.schema = schema;
    }

    static List<String> problems(byte[] event) throws IOException {
        try (InputStream in = OcsfSchema.class.getResourceAsStream("ocsf-1.8.0.json")) {
            var schema = new OcsfSchema(JSON.readTree(Objects.requireNonNull(in)));
            schema.event(JSON.readTree(event));
            return schema.problems;
        }
    }

    private void event(JsonNode event) {
        int uid = event.path("class_uid").asInt(-1);
        for (Map.Entry<String, JsonNode> each : schema.path("classes").properties()) {
            if (each.getValue().path("uid").asInt() == uid) {
                object("", each.getValue(), event);
                return;
            }
        }
        problems.add("no class " + uid);
    }

    private void object(String path, JsonNode type, JsonNode object) {
        JsonNode attributes = type.path("attributes");
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            JsonNode attribute = attributes.get(member.getKey());
            String at = path + "/" + member.getKey();
            if (attribute == null) {
                problems.add(at + ": no attribute of the class");
            } else if (attribute.has("array")) {
                member.getValue().forEach(item -> value(at, attribute, item));
                check(at, member.getValue().isArray(), "no array");
            } else {
                value(at, attribute, member.getValue());
                check(at, isCaption(attribute, member.getValue(), object), "not the caption of its id");
            }
        }
        for (Map.Entry<String, JsonNode> attribute : attributes.properties()) {
            boolean isThere =
                    object.has(attribute.getKey()) || !attribute.getValue().has("required");
            check(path + "/" + attribute.getKey(), isThere, "required");
        }
        JsonNode anyOf = type.path("constraints").path("at_least_one");
        boolean isOneThere = anyOf.isMissingNode() || anyOf.valueStream().anyMatch(name -> object.has(name.asString()));
        check(path, isOneThere, "needs one of " + anyOf);
    }

    private static boolean isCaption(JsonNode attribute, JsonNode id, JsonNode object) {
        JsonNode caption = object.get(attribute.path("sibling").asString(""));
        return caption == null || caption.equals(attribute.path("captions").get(id.asString()));
    }

    private void value(String at, JsonNode attribute, JsonNode value) {
        if (attribute.has("object")) {
            JsonNode type = schema.path("objects").path(attribute.path("object").asString());
            check(at, value.isObject() && !type.isMissingNode(), "no object of a published type");
            if (!attribute.path("object").asString().equals("object")) { // which may hold anything
                object(at, type, value);
            }
            return;
        }
        scalar(at, attribute.path("type").asString(), value);
        boolean isListed = !attribute.has("enum")
                || attribute
                        .path("enum")
                        .valueStream()
                        .anyMatch(each -> each.asString().equals(value.asString()));
        check(at, isListed, "not in the list: " + value);
    }

    private void scalar(String at, String name, JsonNode value) {
        JsonNode type = schema.path("types").path(name);
        String base = type.path("type").asString(name);
        boolean isOfType = switch (base) {
            case "integer_t", "long_t" -> value.isIntegralNumber();
            case "boolean_t" -> value.isBoolean();
            default -> value.isString();
        };
        check(at, isOfType, "not of type " + base);
        String regex = type.path("regex").asString("");
        check(
                at,
                regex.isEmpty()
                        || Pattern.compile(regex).matcher(value.asString()).find(),
                "has not the form");
        JsonNode range = type.path("range");
        boolean isInRange = range.isMissingNode()
                || (value.asLong() >= range.get(0).asLong()
                        && value.asLong() <= range.get(1).asLong());
        check(at, isInRange, "out of range");
    }

    private void check(String at, boolean isFine, String problem) {
        if (!isFine) {
            problems.add(at + ": " + problem);
        }
    }
}
