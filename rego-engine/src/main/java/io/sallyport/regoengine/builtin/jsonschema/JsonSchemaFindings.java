package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a value has against a schema, and how near it came: of several schemas that fail, the errors of the nearest are
 * told. The score counts as OPA counts. Confined to one call.
 */
final class JsonSchemaFindings {
    private final Fuel fuel;
    private final List<Finding> findings = new ArrayList<>();
    private int score;

    JsonSchemaFindings(Fuel fuel) {
        this.fuel = fuel;
    }

    private record Finding(String type, String field, String description) {}

    /** A place in the value that is looked at; {@code outer} is null at its root. */
    record Place(String name, @Nullable Place outer) {
        static final Place ROOT = new Place(JsonSchemaReader.ROOT, null);

        Place inner(String name) {
            return new Place(name, this);
        }

        /** Its names from the root on, without the root's own. */
        String field() {
            if (outer == null) {
                return name;
            }
            return outer.outer == null ? name : outer.field() + "." + name;
        }
    }

    /** A score one lower in the end, since whoever finds something has it raised once when done. */
    void add(String type, Place place, String description) {
        String field = place.field();
        fuel.makeText(2L * (field.length() + description.length()) + type.length());
        findings.add(new Finding(type, field, description));
        score -= 2;
    }

    void raise() {
        score++;
    }

    void addAll(JsonSchemaFindings others) {
        fuel.makeValues(others.findings.size());
        findings.addAll(others.findings);
        score += others.score;
    }

    boolean isEmpty() {
        return findings.isEmpty();
    }

    /** The one of these and {@code other} that came nearer; the first of equals. */
    JsonSchemaFindings nearer(@Nullable JsonSchemaFindings other) {
        return other == null || score > other.score ? this : other;
    }

    RegoArray toArray() {
        RegoArray array = RegoArray.growing(findings.size());
        for (Finding finding : findings) {
            array.append(RegoObject.growing()
                    .put("error", RegoString.of(finding.field() + ": " + finding.description()))
                    .put("type", RegoString.of(finding.type()))
                    .put("field", RegoString.of(finding.field()))
                    .put("desc", RegoString.of(finding.description())));
        }
        return array;
    }
}
