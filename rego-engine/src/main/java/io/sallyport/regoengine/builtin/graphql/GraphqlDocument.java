package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.graphql.GraphqlToken.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An executable GraphQL document (October 2021, section 2.2), for a caller that has no schema. Immutable. */
public final class GraphqlDocument {
    private static final int MAX_TOKENS = 20_000;
    private static final long STEPS = 100_000_000;
    private static final long BYTES = 256L << 20;

    /** Ended a line, and with it a comment, before October 2016. */
    private static final String FORMER_LINE_ENDS = "\u2028\u2029";

    private final List<GraphqlNode> operations;
    private final Map<String, GraphqlNode> fragments;

    private GraphqlDocument(List<GraphqlNode> operations, Map<String, GraphqlNode> fragments) {
        this.operations = operations;
        this.fragments = fragments;
    }

    /**
     * Parses a document of at most 20,000 tokens. Returns null if it is malformed or too large, if two operations or
     * two fragments have one name, or if an operation without name is not the only one.
     */
    public static @Nullable GraphqlDocument parse(String text) {
        if (text.chars().anyMatch(c -> FORMER_LINE_ENDS.indexOf(c) >= 0)) {
            return null;
        }
        Fuel fuel = new Fuel(STEPS, BYTES);
        try {
            return hasTooManyTokens(text, fuel) ? null : of(new GraphqlNode(GraphqlQueries.read(text, fuel)));
        } catch (BuiltinError | LimitExceeded _) {
            return null;
        }
    }

    private static boolean hasTooManyTokens(String text, Fuel fuel) {
        GraphqlLexer lexer = new GraphqlLexer(text, fuel);
        int count = 0;
        while (count <= MAX_TOKENS && !lexer.next().is(Kind.END)) {
            count++;
        }
        return count > MAX_TOKENS;
    }

    private static @Nullable GraphqlDocument of(GraphqlNode document) {
        List<GraphqlNode> operations = document.nodes("Operations");
        Map<String, GraphqlNode> names = byName(operations);
        Map<String, GraphqlNode> fragments = byName(document.nodes("Fragments"));
        boolean ambiguous = names.containsKey("") && operations.size() > 1;
        return ambiguous
                        || names.size() < operations.size()
                        || fragments.size() < document.nodes("Fragments").size()
                ? null
                : new GraphqlDocument(operations, fragments);
    }

    private static Map<String, GraphqlNode> byName(List<GraphqlNode> nodes) {
        Map<String, GraphqlNode> named = new HashMap<>();
        nodes.forEach(node -> named.put(node.name(), node));
        return named;
    }

    /**
     * Returns the operation that runs: the one with that name or, if {@code name} is empty, the only one. Null if there
     * is none, or if its fragments at the root are unknown or contain themselves.
     */
    public @Nullable GraphqlOperation operation(String name) {
        GraphqlNode found = !name.isEmpty()
                ? GraphqlNode.named(operations, name)
                : operations.size() == 1 ? operations.getFirst() : null;
        Set<String> fields = new LinkedHashSet<>();
        return found != null && new RootFields(fields).collect(found)
                ? new GraphqlOperation(found.text("Operation"), found.name(), new ArrayList<>(fields))
                : null;
    }

    /** Collects the fields of a selection and of the fragments in it. Directives leave no field out. */
    private final class RootFields {
        private final Set<String> fields;
        private final Set<String> collected = new HashSet<>();
        private final Set<String> open = new HashSet<>();

        RootFields(Set<String> fields) {
            this.fields = fields;
        }

        boolean collect(GraphqlNode parent) {
            for (GraphqlNode selection : parent.nodes("SelectionSet")) {
                boolean known = switch (GraphqlSelection.of(selection)) {
                    case FIELD -> fields.add(selection.name()) || fields.contains(selection.name());
                    case INLINE -> collect(selection);
                    case SPREAD -> collectFragment(selection.name());
                };
                if (!known) {
                    return false;
                }
            }
            return true;
        }

        private boolean collectFragment(String name) {
            GraphqlNode fragment = fragments.get(name);
            if (collected.contains(name)) {
                return true;
            }
            if (fragment == null || !open.add(name) || !collect(fragment)) {
                return false;
            }
            collected.add(name);
            return true;
        }
    }
}
