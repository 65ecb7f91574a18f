package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The problems of a value under a schema, and a score of how well it matched: if several alternatives fail, the errors
 * of the best match are reported. The score is computed like OPA's. Confined to one call.
 */
final class JsonSchemaFindings {
    private final Fuel fuel;
    private final List<Finding> findings = new ArrayList<>();
    private int score;

    JsonSchemaFindings(Fuel fuel) {
        this.fuel = fuel;
    }

    private record Finding(String type, String field, String description) {}

    /** A place in the checked value; {@code outer} is null at the root. */
    record Place(String name, @Nullable Place outer) {
        static final Place ROOT = new Place(JsonSchemaReader.ROOT, null);

        Place inner(String name) {
            return new Place(name, this);
        }

        /** Returns its names from the root, excluding the root's own. */
        String field() {
            if (outer == null) {
                return name;
            }
            return outer.outer == null ? name : outer.field() + "." + name;
        }
    }

    /** Reduces the final score by one, because the caller raises it once when it is done. */
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

    /** Returns the better match of this and {@code other}; this one if they are equal. */
    JsonSchemaFindings nearer(@Nullable JsonSchemaFindings other) {
        return other == null || score > other.score ? this : other;
    }

    List<JsonSchemas.Problem> problems() {
        return findings.stream()
                .map(found -> new JsonSchemas.Problem(
                        found.field().equals(JsonSchemaReader.ROOT) ? "" : found.field(), found.description()))
                .toList();
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
