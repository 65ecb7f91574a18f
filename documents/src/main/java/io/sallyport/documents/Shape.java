package io.sallyport.documents;

import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks the shape of one place in a document. A null counts as absent. */
@FunctionalInterface
public interface Shape {
    /** Records what is wrong with {@code node}; {@code name} identifies it in messages. */
    void check(DocumentNode node, String name, Findings findings);

    /** Returns the JSON Schema (draft 7) of what is accepted; it may accept more, since it cannot say everything. */
    default ShapeSchema schema() {
        return ShapeSchema.ANYTHING;
    }

    /** Returns the same check with a schema. */
    default Shape described(Supplier<ShapeSchema> schema) {
        return new DescribedShape(this, schema);
    }

    /** A place that is checked by itself, later, by the shape that is given. */
    static Shape checkedLater(Supplier<Shape> meant) {
        return new DescribedShape((_, _, _) -> {}, () -> meant.get().schema());
    }

    static Shape text() {
        return text(_ -> true, "text");
    }

    static Shape text(Predicate<String> form, String wanted) {
        return scalar(scalar -> form.test(scalar.text()), wanted).described(() -> ShapeSchema.text(wanted));
    }

    /** A text that {@code form} matches as a whole; the form must mean the same in ECMAScript. */
    static Shape matching(Pattern form, String wanted) {
        return text(text -> form.matcher(text).matches(), wanted)
                .described(() -> ShapeSchema.matching(form.pattern(), wanted));
    }

    static Shape words(String... words) {
        return text(Set.of(words)::contains, "one of " + String.join(", ", words))
                .described(() -> ShapeSchema.words(List.of(words)));
    }

    static Shape truth() {
        return scalar(scalar -> scalar.truth() != null, "true or false").described(() -> ShapeSchema.TRUTH);
    }

    /** A whole number in a range that includes both ends. */
    static Shape number(int least, int most, String wanted) {
        return number(number -> number >= least && number <= most, wanted)
                .described(() -> ShapeSchema.number(least, most));
    }

    static Shape number(IntPredicate range, String wanted) {
        return scalar(
                        scalar -> {
                            Integer number = scalar.number();
                            return number != null && range.test(number);
                        },
                        wanted)
                .described(() -> ShapeSchema.number(wanted));
    }

    private static Shape scalar(Predicate<Scalar> form, String wanted) {
        return (node, name, findings) -> {
            boolean isScalar = node instanceof Scalar scalar && (scalar.isNull() || form.test(scalar));
            if (!isScalar) {
                findings.error(node.place(), DiagnosticCode.BAD_VALUE, name + ": " + wanted + " is wanted", null);
            }
        };
    }

    /** A scalar that is one of {@code words}. */
    static Shape words(Set<String> words) {
        String wanted = words.stream().filter(word -> !word.isEmpty()).sorted().collect(Collectors.joining(", "));
        return text(words::contains, "one of " + wanted).described(() -> ShapeSchema.words(words));
    }

    /** A known feature that is not supported yet: only values that request nothing are permitted. */
    static Shape later(String... nothing) {
        Set<String> harmless = Set.of(nothing);
        Shape shape = (node, name, findings) -> {
            if (asks(node, harmless)) {
                notYet(node, name, findings);
            }
        };
        return shape.described(() -> ShapeSchema.nothing(harmless));
    }

    /** A known feature that will not be supported: only values that request nothing are permitted. */
    static Shape never(String why, String... nothing) {
        Set<String> harmless = Set.of(nothing);
        Shape shape = (node, name, findings) -> {
            if (asks(node, harmless)) {
                findings.error(node.place(), DiagnosticCode.NOT_SAFE, name + ": " + why, null);
            }
        };
        return shape.described(() -> ShapeSchema.nothing(harmless));
    }

    private static boolean asks(DocumentNode node, Set<String> harmless) {
        return switch (node) {
            case Scalar scalar -> !scalar.isNull() && !harmless.contains(scalar.text());
            case Items(var items, var _) -> !items.isEmpty();
            case Members(var members, var _) -> !members.isEmpty();
        };
    }

    private static void notYet(DocumentNode node, String what, Findings findings) {
        findings.error(node.place(), DiagnosticCode.NOT_THERE_YET, what + " is not there yet", null);
    }

    static Shape list(Shape item) {
        Shape shape = (node, name, findings) -> {
            switch (node) {
                case Items(var items, var _) -> items.forEach(each -> item.check(each, name, findings));
                case Scalar scalar when scalar.isNull() -> {}
                case Scalar _, Members _ ->
                    findings.error(node.place(), DiagnosticCode.BAD_VALUE, name + ": a list is wanted", null);
            }
        };
        return shape.described(() -> ShapeSchema.list(item.schema()));
    }

    /** A mapping with any keys. */
    static Shape map(Shape value) {
        return members((_, member, name, findings) -> value.check(member.value(), name, findings))
                .described(() -> ShapeSchema.map(value.schema()));
    }

    /** A mapping with only these keys; those that begin with {@code !} are required. */
    static Shape object(Map<String, Shape> fields) {
        Set<String> known = fields.keySet().stream()
                .map(key -> key.startsWith("!") ? key.substring(1) : key)
                .collect(Collectors.toUnmodifiableSet());
        Shape each = members((key, member, name, findings) -> {
            Shape rule = fields.containsKey(key) ? fields.get(key) : fields.get("!" + key);
            if (rule == null || key.startsWith("!")) {
                String message = Findings.quote(key) + " is no key of " + name;
                findings.error(member.keyPlace(), DiagnosticCode.UNKNOWN_KEY, message, NearestName.help(key, known));
            } else {
                rule.check(member.value(), name.equals(ROOT) ? key : name + "." + key, findings);
            }
        });
        Shape shape = (node, name, findings) -> {
            each.check(node, name, findings);
            fields.keySet().stream()
                    .filter(key -> key.startsWith("!") && node instanceof Members)
                    .filter(key -> isAbsent(node, key.substring(1)))
                    .sorted()
                    .forEach(key -> findings.error(
                            node.place(),
                            DiagnosticCode.MISSING_KEY,
                            name + ": " + key.substring(1) + " is missing",
                            null));
        };
        return shape.described(() -> ShapeSchema.object(fields));
    }

    /** The name of the document itself. */
    String ROOT = "the document";

    private static boolean isAbsent(DocumentNode node, String key) {
        Member member = node instanceof Members(var members, var _) ? members.get(key) : null;
        return member == null || (member.value() instanceof Scalar scalar && scalar.isNull());
    }

    /** Checks one member of a mapping. */
    @FunctionalInterface
    interface MemberShape {
        void check(String key, Member member, String name, Findings findings);
    }

    static Shape members(MemberShape rule) {
        return (node, name, findings) -> {
            switch (node) {
                case Members(var members, var _) ->
                    members.forEach((key, member) -> rule.check(key, member, name, findings));
                case Scalar scalar when scalar.isNull() -> {}
                case Scalar _, Items _ ->
                    findings.error(node.place(), DiagnosticCode.BAD_VALUE, name + ": a mapping is wanted", null);
            }
        };
    }

    /** Applies the first shape to a scalar, and the second to everything else. */
    static Shape either(Shape text, Shape other) {
        Shape shape = (node, name, findings) -> (node instanceof Scalar ? text : other).check(node, name, findings);
        return shape.described(() -> ShapeSchema.either(text.schema(), other.schema()));
    }
}
