package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.value.RegoArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds fields that conflict because they use the same response name (October 2021, section 5.3.2), with the
 * comparisons of OPA 1.22: each pair of fields within a selection, fields with those of fragments, fragments with each
 * other. Fragments must not be recursive. The cost can grow fast with fragments, and is charged step by step. Confined
 * to one call.
 */
final class GraphqlOverlaps {
    private final GraphqlSchema schema;
    private final Map<String, GraphqlNode> fragments;
    private final Fuel fuel;
    private final Map<Pair, Boolean> comparedPairs = new HashMap<>();
    private Set<String> compared = new HashSet<>();
    private int depth;

    GraphqlOverlaps(GraphqlSchema schema, Map<String, GraphqlNode> fragments, Fuel fuel) {
        this.schema = schema;
        this.fragments = fragments;
        this.fuel = fuel;
    }

    private record Pair(String a, String b) {
        static Pair of(String a, String b) {
            return a.compareTo(b) < 0 ? new Pair(a, b) : new Pair(b, a);
        }
    }

    /** A field in its context; null for what is unknown. */
    private record Field(
            GraphqlNode node,
            @Nullable GraphqlType parent,
            @Nullable GraphqlNode definition) {}

    /** The fields of a selection by response name, and the fragments that it spreads. */
    private record Fields(Map<String, List<Field>> byName, List<String> spreads) {}

    void check(GraphqlNode document) {
        document.nodes("Operations")
                .forEach(operation -> checkWithin(schema.root(operation.text("Operation")), operation));
        document.nodes("Fragments")
                .forEach(fragment -> checkWithin(schema.types.get(fragment.text("TypeCondition")), fragment));
    }

    private void checkWithin(@Nullable GraphqlType type, GraphqlNode node) {
        List<GraphqlNode> selections = node.nodes("SelectionSet");
        for (GraphqlNode selection : selections) {
            if (GraphqlSelection.of(selection) == GraphqlSelection.FIELD) {
                checkWithin(typeOf(definition(type, selection)), selection);
            } else if (GraphqlSelection.of(selection) == GraphqlSelection.INLINE) {
                checkWithin(conditioned(type, selection), selection);
            }
        }
        if (!selections.isEmpty()) {
            checkSelections(fields(type, node));
        }
    }

    private void checkSelections(Fields fields) {
        for (List<Field> sameName : fields.byName().values()) {
            for (int i = 0; i < sameName.size(); i++) {
                for (int j = i + 1; j < sameName.size(); j++) {
                    compare(false, sameName.get(i), sameName.get(j));
                }
            }
        }
        compared = new HashSet<>();
        List<String> spreads = fields.spreads();
        for (int i = 0; i < spreads.size(); i++) {
            compareWithFragment(false, fields, spreads.get(i));
            for (int j = i + 1; j < spreads.size(); j++) {
                compareFragments(false, spreads.get(i), spreads.get(j));
            }
        }
    }

    private void enter() {
        fuel.makeValues(5);
        if (++depth > GraphqlQueryCheck.MAX_DEPTH) {
            throw new LimitExceeded("depth of a GraphQL query", GraphqlQueryCheck.MAX_DEPTH, "selections", "fixed");
        }
    }

    private void compareWithFragment(boolean exclusive, Fields fields, String name) {
        if (!compared.add(name)) {
            return;
        }
        enter();
        Fields others = fields(name);
        compareAll(exclusive, fields, others);
        for (String inner : others.spreads()) {
            compareWithFragment(exclusive, fields, inner);
        }
        depth--;
    }

    private void compareFragments(boolean exclusive, String a, String b) {
        Boolean before = comparedPairs.get(Pair.of(a, b));
        if (a.equals(b) || (before != null && (exclusive || !before))) {
            return;
        }
        enter();
        comparedPairs.put(Pair.of(a, b), exclusive);
        Fields fieldsOfA = fields(a);
        Fields fieldsOfB = fields(b);
        compareAll(exclusive, fieldsOfA, fieldsOfB);
        fieldsOfB.spreads().forEach(inner -> compareFragments(exclusive, a, inner));
        fieldsOfA.spreads().forEach(inner -> compareFragments(exclusive, inner, b));
        depth--;
    }

    private void compareAll(boolean exclusive, Fields a, Fields b) {
        a.byName().forEach((name, fields) -> {
            for (Field field : fields) {
                b.byName().getOrDefault(name, List.of()).forEach(other -> compare(exclusive, field, other));
            }
        });
    }

    /** @param exclusive whether the two can never occur in the same response */
    private void compare(boolean exclusive, Field a, Field b) {
        fuel.steps(5);
        if (a.parent == null || b.parent == null) {
            return;
        }
        boolean apart = exclusive || areExclusive(a, b);
        boolean same = a.node.name().equals(b.node.name()) && sameArguments(a.node, b.node);
        boolean conflict = a.definition != null
                && b.definition != null
                && GraphqlTypes.conflict(schema, a.definition.node("Type"), b.definition.node("Type"));
        if ((!apart && !same) || conflict) {
            throw new BuiltinError("Fields \"%s\" conflict".formatted(a.node.text("Alias")));
        }
        compareSubfields(apart, a, b);
    }

    private static boolean areExclusive(Field a, Field b) {
        return a.parent != null
                && b.parent != null
                && !a.parent.name.equals(b.parent.name)
                && a.parent.kind.equals("OBJECT")
                && b.parent.kind.equals("OBJECT")
                && a.definition != null
                && b.definition != null;
    }

    private void compareSubfields(boolean exclusive, Field a, Field b) {
        enter();
        Fields fieldsOfA = fields(typeOf(a.definition), a.node);
        Fields fieldsOfB = fields(typeOf(b.definition), b.node);
        compareAll(exclusive, fieldsOfA, fieldsOfB);
        compareWithFragments(exclusive, fieldsOfA, fieldsOfB.spreads());
        compareWithFragments(exclusive, fieldsOfB, fieldsOfA.spreads());
        for (String spreadOfA : fieldsOfA.spreads()) {
            fieldsOfB.spreads().forEach(spreadOfB -> compareFragments(exclusive, spreadOfA, spreadOfB));
        }
        depth--;
    }

    private void compareWithFragments(boolean exclusive, Fields fields, List<String> spreads) {
        for (String spread : spreads) {
            compared = new HashSet<>();
            compareWithFragment(exclusive, fields, spread);
        }
    }

    private boolean sameArguments(GraphqlNode a, GraphqlNode b) {
        List<GraphqlNode> ofA = a.nodes("Arguments");
        List<GraphqlNode> ofB = b.nodes("Arguments");
        fuel.steps((long) ofA.size() * ofB.size());
        return ofA.size() == ofB.size()
                && ofA.stream().allMatch(argument -> {
                    GraphqlNode other = GraphqlNode.named(ofB, argument.name());
                    return other != null && sameValue(argument.node("Value"), other.node("Value"));
                });
    }

    private boolean sameValue(GraphqlNode a, GraphqlNode b) {
        fuel.step();
        if (a.valueKind() != b.valueKind() || !a.text("Raw").equals(b.text("Raw"))) {
            return false;
        }
        List<GraphqlNode> ofA = children(a);
        List<GraphqlNode> ofB = children(b);
        boolean same = ofA.size() == ofB.size();
        for (int i = 0; same && i < ofA.size(); i++) {
            same = ofA.get(i).name().equals(ofB.get(i).name())
                    && sameValue(ofA.get(i).node("Value"), ofB.get(i).node("Value"));
        }
        return same;
    }

    private static List<GraphqlNode> children(GraphqlNode value) {
        List<GraphqlNode> children = new ArrayList<>(value.nodes("Children"));
        if (value.valueKind() == GraphqlValueKind.OBJECT) {
            children.sort(Comparator.comparing(GraphqlNode::name));
        }
        return children;
    }

    private Fields fields(String fragment) {
        GraphqlNode node = fragments.get(fragment);
        return node == null
                ? new Fields(Map.of(), List.of())
                : fields(schema.types.get(node.text("TypeCondition")), node);
    }

    private Fields fields(@Nullable GraphqlType type, GraphqlNode node) {
        Fields fields = new Fields(new LinkedHashMap<>(), new ArrayList<>());
        collect(type, node, fields);
        return fields;
    }

    private void collect(@Nullable GraphqlType type, GraphqlNode node, Fields into) {
        fuel.makeValues(node.members().get("SelectionSet") instanceof RegoArray set ? set.size() : 0);
        for (GraphqlNode selection : node.nodes("SelectionSet")) {
            switch (GraphqlSelection.of(selection)) {
                case FIELD -> {
                    String alias = selection.text("Alias");
                    into.byName()
                            .computeIfAbsent(alias.isEmpty() ? selection.name() : alias, name -> new ArrayList<>())
                            .add(new Field(selection, type, definition(type, selection)));
                }
                case INLINE -> collect(conditioned(type, selection), selection, into);
                case SPREAD -> into.spreads().add(selection.name());
            }
        }
    }

    private static @Nullable GraphqlNode definition(@Nullable GraphqlType type, GraphqlNode field) {
        return field.name().equals("__typename")
                ? GraphqlQueryCheck.TYPENAME
                : type == null ? null : type.field(field.name());
    }

    private @Nullable GraphqlType typeOf(@Nullable GraphqlNode definition) {
        return definition == null
                ? null
                : schema.types.get(definition.node("Type").typeName());
    }

    private @Nullable GraphqlType conditioned(@Nullable GraphqlType type, GraphqlNode inline) {
        String condition = inline.text("TypeCondition");
        return condition.isEmpty() ? type : schema.types.get(condition);
    }
}
