package io.sallyport.leasebridge.yaml;

import io.sallyport.leasebridge.Findings;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What may stand at one place of a YAML document. A null counts as absent. */
@FunctionalInterface
public interface Rule {
    /** Notes what is wrong with {@code node}; {@code name} says for people what it is. */
    void check(YamlNode node, String name, Findings findings);

    static Rule text() {
        return text(_ -> true, "text");
    }

    static Rule text(Predicate<String> form, String wanted) {
        return scalar(scalar -> form.test(scalar.text()), wanted);
    }

    static Rule words(String... words) {
        return text(Set.of(words)::contains, "one of " + String.join(", ", words));
    }

    static Rule truth() {
        return scalar(scalar -> scalar.truth() != null, "true or false");
    }

    static Rule number(IntPredicate range, String wanted) {
        return scalar(
                scalar -> {
                    Integer number = scalar.number();
                    return number != null && range.test(number);
                },
                wanted);
    }

    private static Rule scalar(Predicate<YamlNode.Scalar> form, String wanted) {
        return (node, name, findings) -> {
            boolean isScalar = node instanceof YamlNode.Scalar scalar && (scalar.isNull() || form.test(scalar));
            if (!isScalar) {
                findings.error(node.place(), "BAD_VALUE", name + ": " + wanted + " is wanted", null);
            }
        };
    }

    /** A scalar that is one of these; {@code later} are refused by name, as what is not there yet. */
    static Rule words(Set<String> now, Set<String> later) {
        Rule known = words(Set.copyOf(now));
        return (node, name, findings) -> {
            if (node instanceof YamlNode.Scalar scalar && later.contains(scalar.text())) {
                notYet(node, name + ": " + scalar.text(), findings);
            } else {
                known.check(node, name, findings);
            }
        };
    }

    private static Rule words(Set<String> words) {
        String wanted = words.stream().filter(word -> !word.isEmpty()).sorted().collect(Collectors.joining(", "));
        return text(words::contains, "one of " + wanted);
    }

    /** Something that is known and not there yet: only what asks for nothing may stand here. */
    static Rule later(String... nothing) {
        Set<String> harmless = Set.of(nothing);
        return (node, name, findings) -> {
            if (asks(node, harmless)) {
                notYet(node, name, findings);
            }
        };
    }

    /** Something that is known and will not be there: only what asks for nothing may stand here. */
    static Rule never(String why, String... nothing) {
        Set<String> harmless = Set.of(nothing);
        return (node, name, findings) -> {
            if (asks(node, harmless)) {
                findings.error(node.place(), "NOT_SAFE", name + ": " + why, null);
            }
        };
    }

    private static boolean asks(YamlNode node, Set<String> harmless) {
        return switch (node) {
            case YamlNode.Scalar scalar -> !scalar.isNull() && !harmless.contains(scalar.text());
            case YamlNode.Items(var items, var _) -> !items.isEmpty();
            case YamlNode.Members(var members, var _) -> !members.isEmpty();
        };
    }

    private static void notYet(YamlNode node, String what, Findings findings) {
        findings.error(node.place(), "NOT_THERE_YET", what + " is not there yet", null);
    }

    static Rule list(Rule item) {
        return (node, name, findings) -> {
            switch (node) {
                case YamlNode.Items(var items, var _) -> items.forEach(each -> item.check(each, name, findings));
                case YamlNode.Scalar scalar when scalar.isNull() -> {}
                case YamlNode.Scalar _, YamlNode.Members _ ->
                    findings.error(node.place(), "BAD_VALUE", name + ": a list is wanted", null);
            }
        };
    }

    /** A mapping with any keys. */
    static Rule map(Rule value) {
        return members((_, member, name, findings) -> value.check(member.value(), name, findings));
    }

    /** A mapping with these keys only; those that begin with {@code !} have to be there. */
    static Rule object(Map<String, Rule> fields) {
        Rule known = members((key, member, name, findings) -> {
            Rule rule = fields.containsKey(key) ? fields.get(key) : fields.get("!" + key);
            if (rule == null || key.startsWith("!")) {
                String message = Findings.quote(key) + " is no key of " + name;
                findings.error(member.keyPlace(), "UNKNOWN_KEY", message, null);
            } else {
                rule.check(member.value(), name.equals(ROOT) ? key : name + "." + key, findings);
            }
        });
        return (node, name, findings) -> {
            known.check(node, name, findings);
            fields.keySet().stream()
                    .filter(key -> key.startsWith("!") && node instanceof YamlNode.Members)
                    .filter(key -> isAbsent(node, key.substring(1)))
                    .sorted()
                    .forEach(key -> findings.error(
                            node.place(), "MISSING_KEY", name + ": " + key.substring(1) + " is missing", null));
        };
    }

    /** The name of the document itself. */
    String ROOT = "the document";

    private static boolean isAbsent(YamlNode node, String key) {
        YamlNode.Member member = node instanceof YamlNode.Members(var members, var _) ? members.get(key) : null;
        return member == null || (member.value() instanceof YamlNode.Scalar scalar && scalar.isNull());
    }

    /** What one member of a mapping is checked by. */
    @FunctionalInterface
    interface MemberRule {
        void check(String key, YamlNode.Member member, String name, Findings findings);
    }

    static Rule members(MemberRule rule) {
        return (node, name, findings) -> {
            switch (node) {
                case YamlNode.Members(var members, var _) ->
                    members.forEach((key, member) -> rule.check(key, member, name, findings));
                case YamlNode.Scalar scalar when scalar.isNull() -> {}
                case YamlNode.Scalar _, YamlNode.Items _ ->
                    findings.error(node.place(), "BAD_VALUE", name + ": a mapping is wanted", null);
            }
        };
    }

    /** The first rule for text, the second for everything else. */
    static Rule either(Rule text, Rule other) {
        return (node, name, findings) -> (node instanceof YamlNode.Scalar ? text : other).check(node, name, findings);
    }
}
