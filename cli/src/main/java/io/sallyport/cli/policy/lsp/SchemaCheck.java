package io.sallyport.cli.policy.lsp;

import io.sallyport.cli.policy.schema.ListPlaces;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.YamlReader;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemas;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks a YAML document by its schema, for documents whose reader opens other files: an editor's text must not choose
 * which.
 */
final class SchemaCheck {
    private static final long STEPS = 50_000_000;
    private static final long BYTES = 64 << 20;

    private SchemaCheck() {}

    static List<Diagnostic> of(RegoValue schema, String text) {
        var findings = new Findings("document");
        DocumentNode root = YamlReader.read(text, YamlReader.Bounds.DEFAULT.orEmpty(), findings);
        if (root == null || findings.hasErrors()) {
            return findings.all();
        }
        var places = new ListPlaces(root);
        try {
            for (JsonSchemas.Problem problem : JsonSchemas.problems(value(root), schema, new Fuel(STEPS, BYTES))) {
                String field = problem.field();
                String name = field.isEmpty() ? "" : field + ": ";
                findings.error(places.below(field), DiagnosticCode.SCHEMA_MISMATCH, name + problem.description(), null);
            }
        } catch (BuiltinError | LimitExceeded e) {
            findings.error(root.place(), DiagnosticCode.SCHEMA_MISMATCH, String.valueOf(e.getMessage()), null);
        }
        return findings.all();
    }

    private static RegoValue value(DocumentNode node) {
        return switch (node) {
            case Items(var items, var _) ->
                RegoArray.of(items.stream().map(SchemaCheck::value).toList());
            case Members(var members, var _) -> {
                Map<String, RegoValue> values = new LinkedHashMap<>();
                members.forEach((name, member) -> values.put(name, value(member.value())));
                yield RegoObject.of(values);
            }
            case Scalar scalar -> scalar(scalar);
        };
    }

    private static RegoValue scalar(Scalar scalar) {
        Boolean truth = scalar.truth();
        if (scalar.isNull()) {
            return RegoNull.NULL;
        }
        if (truth != null) {
            return RegoBoolean.of(truth);
        }
        return scalar.isNumber() ? RegoJson.valueOf(scalar.text()) : RegoString.of(scalar.text());
    }
}
