package io.sallyport.cli.harness;

import io.sallyport.documents.DocumentNode;
import io.sallyport.leasebridge.harness.SourcePosition;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.leasebridge.harness.Sourced.Listing;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An effective harness as JSON, with the origin of each value by its JSON Pointer (RFC 6901). */
final class EffectiveJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final ObjectNode origins = JSON.objectNode();

    private EffectiveJson() {}

    static void write(Mapping harness, ObjectNode into) {
        var json = new EffectiveJson();
        into.set("effective", json.of(harness, ""));
        into.set("origins", json.origins);
    }

    private JsonNode of(Sourced value, String pointer) {
        return switch (value) {
            case Text text -> {
                note(pointer, text.origin());
                yield scalar(text.scalar());
            }
            case Listing(var items, var origin) -> {
                ArrayNode array = JSON.arrayNode();
                items.forEach(item -> array.add(of(item, pointer + "/" + array.size())));
                noteEmpty(items.isEmpty(), pointer, origin);
                yield array;
            }
            case Mapping(var members, var origin) -> {
                ObjectNode object = JSON.objectNode();
                members.forEach((key, member) -> object.set(key, of(member, pointer + "/" + escaped(key))));
                noteEmpty(members.isEmpty(), pointer, origin);
                yield object;
            }
        };
    }

    private static JsonNode scalar(DocumentNode.Scalar scalar) {
        if (scalar.isNull()) {
            return JSON.nullNode();
        }
        Boolean truth = scalar.truth();
        if (truth != null) {
            return JSON.booleanNode(truth);
        }
        Integer number = scalar.number();
        return number == null ? JSON.stringNode(scalar.text()) : JSON.numberNode(number);
    }

    private void noteEmpty(boolean empty, String pointer, SourcePosition origin) {
        if (empty) {
            note(pointer, origin);
        }
    }

    private void note(String pointer, SourcePosition origin) {
        origins.putObject(pointer)
                .put("document", origin.document())
                .put("line", origin.place().line())
                .put("column", origin.place().column())
                .put("layer", origin.layer().word());
    }

    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}
