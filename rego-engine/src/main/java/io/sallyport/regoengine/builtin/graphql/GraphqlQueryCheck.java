package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Validates a query against a schema by the rules of OPA 1.22 (October 2021, section 5); throws {@link BuiltinError}
 * for the first problem. Confined to one call.
 */
final class GraphqlQueryCheck {
    /** The maximum nesting of selections, including those of fragments, because they are followed recursively. */
    static final int MAX_DEPTH = 200;

    /** The maximum nesting of type lists that an introspection may request. */
    private static final int MAX_INTROSPECTION = 3;

    static final GraphqlNode TYPENAME = typename();

    private final GraphqlSchema schema;
    private final Fuel fuel;
    private final GraphqlNode document;
    private final Map<String, GraphqlNode> fragments = new HashMap<>();
    private final Set<String> spread = new HashSet<>();
    private final GraphqlValueCheck values;
    private Set<String> entered = new HashSet<>();
    private int depth;

    GraphqlQueryCheck(GraphqlSchema schema, GraphqlNode document, Fuel fuel) {
        this.schema = schema;
        this.document = document;
        this.fuel = fuel;
        this.values = new GraphqlValueCheck(schema, fuel);
        document.nodes("Fragments").forEach(fragment -> fragments.putIfAbsent(fragment.name(), fragment));
    }

    private static GraphqlNode typename() {
        String text = "type T { __typename: String }";
        var document = new GraphqlNode(GraphqlSchemaReader.read(text, new Fuel(10_000, 1_000_000)));
        return document.nodes("Definitions").getFirst().nodes("Fields").getFirst();
    }

    /** Throws {@code complaint}, with {@code parts} for each {@code %s}, unless {@code holds}. */
    static void require(boolean holds, String complaint, String... parts) {
        if (!holds) {
            String told = complaint;
            for (String part : parts) {
                told = told.replaceFirst("%s", Matcher.quoteReplacement(part));
            }
            throw new BuiltinError(told);
        }
    }

    void check() {
        checkCycles();
        List<GraphqlNode> operations = document.nodes("Operations");
        requireUnique(operations.stream().map(GraphqlNode::name).toList(), "operation");
        for (GraphqlNode operation : operations) {
            require(!operation.name().isEmpty() || operations.size() == 1, "anonymous operation must be the only one");
            checkOperation(operation);
        }
        List<GraphqlNode> all = document.nodes("Fragments");
        requireUnique(all.stream().map(GraphqlNode::name).toList(), "fragment");
        values.leaveOperation();
        for (GraphqlNode fragment : all) {
            require(spread.contains(fragment.name()), "Fragment \"%s\" is never used", fragment.name());
            checkFragment(fragment);
        }
        new GraphqlOverlaps(schema, fragments, fuel).check(document);
    }

    private void requireUnique(List<String> names, String what) {
        fuel.steps(names.size());
        require(new HashSet<>(names).size() == names.size(), "There can be only one %s of a name", what);
    }

    private void checkOperation(GraphqlNode operation) {
        String kind = operation.text("Operation");
        GraphqlType root = schema.root(kind);
        require(root != null, "Schema does not support operation type \"%s\"", kind);
        List<GraphqlNode> variables = operation.nodes("VariableDefinitions");
        requireUnique(
                variables.stream().map(variable -> variable.text("Variable")).toList(), "variable");
        values.enterOperation(variables);
        for (GraphqlNode variable : variables) {
            checkVariable(variable);
        }
        entered = new HashSet<>();
        checkDirectives(operation, kind.isEmpty() ? "QUERY" : kind.toUpperCase(Locale.ROOT));
        checkSelections(root, operation);
        values.requireUsed(variables);
        if (kind.equals("subscription")) {
            checkSubscription(operation);
        }
    }

    private void checkVariable(GraphqlNode variable) {
        GraphqlNode type = variable.node("Type");
        GraphqlType definition = schema.types.get(type.typeName());
        require(definition != null, "Unknown type \"%s\"", type.typeName());
        require(definition != null && definition.isInput(), "Variable of a type that is not for input");
        GraphqlNode value = variable.find("DefaultValue");
        if (value != null) {
            values.check(value, type, false);
        }
        checkDirectives(variable, "VARIABLE_DEFINITION");
    }

    private void checkSubscription(GraphqlNode operation) {
        Set<String> names = new HashSet<>();
        collectTop(operation, names, new HashSet<>());
        require(names.size() <= 1, "Subscription must select only one top level field");
        require(names.stream().noneMatch(name -> name.startsWith("__")), "Subscription must not select introspection");
    }

    private void collectTop(GraphqlNode node, Set<String> names, Set<String> followed) {
        for (GraphqlNode selection : node.nodes("SelectionSet")) {
            fuel.step();
            switch (GraphqlSelection.of(selection)) {
                case FIELD -> names.add(selection.name());
                case INLINE -> collectTop(selection, names, followed);
                case SPREAD -> {
                    if (followed.add(selection.name())) {
                        collectTop(fragment(selection), names, followed);
                    }
                }
            }
        }
    }

    private GraphqlNode fragment(GraphqlNode selection) {
        GraphqlNode fragment = fragments.get(selection.name());
        if (fragment == null) {
            throw new BuiltinError("Unknown fragment \"%s\"".formatted(selection.name()));
        }
        return fragment;
    }

    private void checkFragment(GraphqlNode fragment) {
        entered = new HashSet<>();
        GraphqlType type = compositeType(fragment.text("TypeCondition"));
        checkDirectives(fragment, "FRAGMENT_DEFINITION");
        checkSelections(type, fragment);
    }

    private GraphqlType compositeType(String name) {
        GraphqlType type = schema.types.get(name);
        if (type == null || !type.isComposite()) {
            throw new BuiltinError("Fragment cannot condition on unknown or non composite type \"%s\"".formatted(name));
        }
        return type;
    }

    private void checkSelections(@Nullable GraphqlType parent, GraphqlNode node) {
        if (++depth > MAX_DEPTH) {
            throw new LimitExceeded("depth of a GraphQL query", MAX_DEPTH, "selections", "fixed");
        }
        for (GraphqlNode selection : node.nodes("SelectionSet")) {
            fuel.steps(10);
            switch (GraphqlSelection.of(selection)) {
                case FIELD -> checkField(parent, selection);
                case INLINE -> checkInline(parent, selection);
                case SPREAD -> checkSpread(parent, selection);
            }
        }
        depth--;
    }

    private void checkField(@Nullable GraphqlType parent, GraphqlNode field) {
        String name = field.name();
        GraphqlNode definition = name.equals("__typename") ? TYPENAME : parent == null ? null : parent.field(name);
        require(definition != null || parent == null, "Cannot query field \"%s\"", name);
        GraphqlType type = definition == null
                ? null
                : schema.types.get(definition.node("Type").typeName());
        checkArguments(field, definition);
        checkDirectives(field, "FIELD");
        checkSelections(type, field);
        boolean selects = !field.nodes("SelectionSet").isEmpty();
        require(type == null || type.isLeaf() != selects, "Field \"%s\" must have subfields, or must not", name);
        if (name.equals("__schema") || name.equals("__type")) {
            checkIntrospection(field, 0);
        }
    }

    private void checkIntrospection(GraphqlNode field, int lists) {
        boolean list =
                Set.of("fields", "interfaces", "possibleTypes", "inputFields").contains(field.name());
        int within = list ? lists + 1 : lists;
        require(within < MAX_INTROSPECTION, "Maximum introspection depth exceeded");
        checkIntrospectionOf(field, within);
    }

    private void checkIntrospectionOf(GraphqlNode node, int lists) {
        for (GraphqlNode selection : node.nodes("SelectionSet")) {
            fuel.steps(2);
            switch (GraphqlSelection.of(selection)) {
                case FIELD -> checkIntrospection(selection, lists);
                case INLINE -> checkIntrospectionOf(selection, lists);
                case SPREAD -> checkIntrospectionOf(fragment(selection), lists);
            }
        }
    }

    /** @param definition of the field or directive; null if unknown, in which case its arguments are unknown, too */
    private void checkArguments(GraphqlNode node, @Nullable GraphqlNode definition) {
        List<GraphqlNode> given = node.nodes("Arguments");
        requireUnique(given.stream().map(GraphqlNode::name).toList(), "argument");
        List<GraphqlNode> known = definition == null ? List.of() : definition.nodes("Arguments");
        fuel.steps((long) given.size() * known.size());
        for (GraphqlNode argument : given) {
            GraphqlNode declared = GraphqlNode.named(known, argument.name());
            require(definition == null || declared != null, "Unknown argument \"%s\"", argument.name());
            GraphqlNode type = declared == null ? null : declared.node("Type");
            values.check(argument.node("Value"), type, declared != null && GraphqlValueCheck.hasDefault(declared));
        }
        for (GraphqlNode declared : known) {
            boolean needed = declared.node("Type").isNonNull() && declared.find("DefaultValue") == null;
            require(
                    !needed || GraphqlNode.named(given, declared.name()) != null,
                    "argument \"%s\" is required, but it was not provided",
                    declared.name());
        }
    }

    private void checkDirectives(GraphqlNode node, String location) {
        Set<String> seen = new HashSet<>();
        for (GraphqlNode directive : node.nodes("Directives")) {
            String name = directive.name();
            GraphqlNode definition = schema.directives.get(name);
            if (definition == null) {
                throw new BuiltinError("Unknown directive \"@%s\"".formatted(name));
            }
            checkArguments(directive, definition);
            require(definition.texts("Locations").contains(location), "Directive \"@%s\" out of place", name);
            require(
                    seen.add(name) || definition.flag("IsRepeatable"),
                    "The directive \"@%s\" can only be used once at this location",
                    name);
        }
    }

    private void checkInline(@Nullable GraphqlType parent, GraphqlNode inline) {
        String condition = inline.text("TypeCondition");
        GraphqlType type = condition.isEmpty() ? parent : compositeType(condition);
        checkDirectives(inline, "INLINE_FRAGMENT");
        checkSelections(type, inline);
        if (!condition.isEmpty()) {
            checkPossible(parent, condition);
        }
    }

    private void checkSpread(@Nullable GraphqlType parent, GraphqlNode selection) {
        GraphqlNode fragment = fragment(selection);
        if (values.isInOperation()) {
            spread.add(selection.name());
        }
        GraphqlType type = compositeType(fragment.text("TypeCondition"));
        checkDirectives(selection, "FRAGMENT_SPREAD");
        if (entered.add(fragment.name())) {
            checkDirectives(fragment, "FRAGMENT_DEFINITION");
            checkSelections(type, fragment);
        }
        checkPossible(parent, type.name);
    }

    /** A fragment must apply to some type that the value may have. */
    private void checkPossible(@Nullable GraphqlType parent, String condition) {
        if (parent == null || !parent.isComposite()) {
            return;
        }
        Set<String> here = parent.kind.equals("OBJECT") ? Set.of(parent.name) : schema.possibleTypes(parent.name);
        Set<String> there = schema.possibleTypes(condition);
        fuel.steps(1L + Math.min(here.size(), there.size()));
        boolean common = here.size() < there.size()
                ? here.stream().anyMatch(there::contains)
                : there.stream().anyMatch(here::contains);
        require(common, "Fragment cannot be spread here as objects can never be of type \"%s\"", condition);
    }

    /** Finds recursive fragments without recursion: a fragment is done when all its spreads are. */
    private void checkCycles() {
        Map<String, Set<String>> open = new HashMap<>();
        fragments.forEach((name, fragment) -> open.put(name, spreads(fragment)));
        Deque<String> settled = new ArrayDeque<>();
        Map<String, Set<String>> users = new HashMap<>();
        open.forEach((name, used) -> {
            used.retainAll(fragments.keySet());
            used.forEach(other ->
                    users.computeIfAbsent(other, key -> new HashSet<>()).add(name));
            if (used.isEmpty()) {
                settled.add(name);
            }
        });
        int count = 0;
        for (; !settled.isEmpty(); count++) {
            String name = settled.remove();
            for (String user : users.getOrDefault(name, Set.of())) {
                fuel.step();
                Set<String> rest = open.getOrDefault(user, Set.of());
                if (rest.remove(name) && rest.isEmpty()) {
                    settled.add(user);
                }
            }
        }
        require(count == fragments.size(), "Cannot spread a fragment within itself");
    }

    private Set<String> spreads(GraphqlNode fragment) {
        Set<String> names = new HashSet<>();
        Deque<GraphqlNode> open = new ArrayDeque<>(List.of(fragment));
        while (!open.isEmpty()) {
            for (GraphqlNode selection : open.remove().nodes("SelectionSet")) {
                fuel.steps(2);
                if (GraphqlSelection.of(selection) == GraphqlSelection.SPREAD) {
                    names.add(selection.name());
                } else {
                    open.add(selection);
                }
            }
        }
        return names;
    }
}
