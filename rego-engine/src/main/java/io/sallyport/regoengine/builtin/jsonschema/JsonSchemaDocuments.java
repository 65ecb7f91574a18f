package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The targets of references in one schema: the schema itself, and its parts with an {@code $id}. Nothing is ever
 * loaded; other references are refused. Confined to the reading of one schema.
 */
final class JsonSchemaDocuments {
    private static final Set<String> NAMED_SCHEMAS = Set.of("properties", "dependencies", "patternProperties");
    private static final Set<String> LITERALS = Set.of("const", "enum");

    private final Fuel fuel;
    private final Map<String, RegoValue> known = new HashMap<>();
    private final IdentityHashMap<RegoObject, JsonReference> references = new IdentityHashMap<>();

    JsonSchemaDocuments(Fuel fuel) {
        this.fuel = fuel;
    }

    /** Adds {@code root} and all its parts that have names. */
    void add(RegoValue root) {
        collect(root, JsonReference.ROOT);
        known.put("", root);
    }

    /** Returns the draft that {@code root} names, or null if it names none that is known. */
    static @Nullable JsonSchemaDraft draft(RegoValue root) {
        if (root instanceof RegoBoolean) {
            return null;
        }
        if (!(root instanceof RegoObject members)) {
            throw new BuiltinError("schema is invalid");
        }
        RegoValue named = members.get("$schema");
        if (named == null) {
            return null;
        }
        if (!(named instanceof RegoString text)) {
            throw JsonSchemaErrors.mustBeOfType("$schema", "string");
        }
        JsonSchemaDraft draft = JsonSchemaDraft.of(JsonReference.parse(text.text()));
        return draft == JsonSchemaDraft.HYBRID ? null : draft;
    }

    private void collect(RegoValue node, JsonReference base) {
        fuel.step();
        if (node instanceof RegoArray elements) {
            for (int i = 0; i < elements.size(); i++) {
                collect(elements.get(i), base);
            }
        } else if (node instanceof RegoObject members) {
            collect(members, base);
        }
    }

    private void collect(RegoObject members, JsonReference outer) {
        JsonReference base = base(members, outer);
        if (members.get("$ref") instanceof RegoString text) {
            JsonReference reference = parsed(text.text());
            if (reference != null) {
                references.put(members, reference.within(base));
            }
        }
        members.forEach((key, value) -> {
            String name = ((RegoString) key).text();
            if (NAMED_SCHEMAS.contains(name) && value instanceof RegoObject named) {
                named.forEach((ignored, schema) -> collect(schema, base));
            } else if (!LITERALS.contains(name) && !NAMED_SCHEMAS.contains(name)) {
                collect(value, base);
            }
        });
    }

    private JsonReference base(RegoObject members, JsonReference outer) {
        RegoValue id = members.get("id");
        id = id == null ? members.get("$id") : id;
        JsonReference own = id instanceof RegoString text ? parsed(text.text()) : null;
        if (own == null) {
            return outer;
        }
        JsonReference base = own.within(outer);
        if (known.putIfAbsent(base.toString(), members) != null) {
            throw new BuiltinError("Reference already exists: \"%s\"".formatted(base));
        }
        return base;
    }

    /** Returns null for an invalid reference, which the reader of schemas reports later. */
    private @Nullable JsonReference parsed(String text) {
        fuel.read(text.length());
        try {
            return JsonReference.parse(text);
        } catch (BuiltinError e) {
            return null;
        }
    }

    /** Returns the reference in {@code $ref} of {@code members}. */
    JsonReference reference(RegoObject members, String text) {
        JsonReference known = references.get(members);
        return known == null ? JsonReference.parse(text) : known;
    }

    /** Returns the schema that {@code reference} refers to. */
    RegoValue find(JsonReference reference) {
        fuel.read(reference.toString().length());
        RegoValue named = known.get(reference.toString());
        if (named != null) {
            return named;
        }
        RegoValue whole = known.get(reference.document());
        if (whole != null) {
            RegoValue part = at(whole, reference.pointer());
            known.put(reference.toString(), part);
            return part;
        }
        if (!reference.isCanonical()) {
            throw new BuiltinError("Reference %s must be canonical".formatted(reference));
        }
        throw new BuiltinError("remote reference loading disabled: " + reference.whole());
    }

    /** RFC 6901; a fragment that is not a pointer means the whole document, as in OPA. */
    private RegoValue at(RegoValue document, String pointer) {
        if (!pointer.startsWith("/")) {
            return document;
        }
        RegoValue node = document;
        for (String token : pointer.substring(1).split("/", -1)) {
            fuel.step();
            node = step(node, token);
        }
        return node;
    }

    private static RegoValue step(RegoValue node, String token) {
        if (node instanceof RegoObject members) {
            String name = token.replace("~1", "/").replace("~0", "~");
            RegoValue found = members.get(name);
            if (found == null) {
                throw new BuiltinError("Object has no key '%s'".formatted(name));
            }
            return found;
        }
        if (node instanceof RegoArray elements) {
            return elements.get(index(elements, token));
        }
        throw new BuiltinError("Invalid token reference '%s'".formatted(token));
    }

    private static int index(RegoArray elements, String token) {
        if (!token.matches("[+-]?[0-9]{1,18}")) {
            throw new BuiltinError("Invalid array index '%s'".formatted(token));
        }
        long index = Long.parseLong(token);
        if (index < 0 || index >= elements.size()) {
            throw new BuiltinError("Out of bound array[0,%d] index '%d'".formatted(elements.size(), index));
        }
        return (int) index;
    }
}
