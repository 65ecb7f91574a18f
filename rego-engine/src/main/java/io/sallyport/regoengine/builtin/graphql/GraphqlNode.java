package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Accessors for a node of a syntax tree. A member that is omitted from the tree reads as empty. */
record GraphqlNode(RegoObject members) {
    private static final GraphqlValueKind[] VALUE_KINDS = GraphqlValueKind.values();

    String text(String key) {
        return members.get(key) instanceof RegoString text ? text.text() : "";
    }

    String name() {
        return text("Name");
    }

    boolean flag(String key) {
        return members.get(key) instanceof RegoBoolean flag && flag.value();
    }

    @Nullable
    GraphqlNode find(String key) {
        return members.get(key) instanceof RegoObject node ? new GraphqlNode(node) : null;
    }

    /** Returns the node at {@code key}, which a valid tree must have. */
    GraphqlNode node(String key) {
        GraphqlNode node = find(key);
        if (node == null) {
            throw new BuiltinError("a node of a GraphQL document has no " + key);
        }
        return node;
    }

    List<GraphqlNode> nodes(String key) {
        return elements(key, element -> new GraphqlNode((RegoObject) element));
    }

    List<String> texts(String key) {
        return elements(key, element -> ((RegoString) element).text());
    }

    private <T> List<T> elements(String key, Function<RegoValue, T> read) {
        return members.get(key) instanceof RegoArray elements
                ? elements.list().stream().map(read).toList()
                : List.of();
    }

    /** Returns the first of {@code nodes} named {@code name}. */
    static @Nullable GraphqlNode named(List<GraphqlNode> nodes, String name) {
        for (GraphqlNode node : nodes) {
            if (node.name().equals(name)) {
                return node;
            }
        }
        return null;
    }

    /** Returns the kind of value; only for values. */
    GraphqlValueKind valueKind() {
        RegoValue kind = members.get("Kind");
        long number = kind instanceof RegoNumber known && known.isLong() ? known.longValue() : -1;
        if (number < 0 || number >= VALUE_KINDS.length) {
            throw new BuiltinError("a value of a GraphQL document is of no kind");
        }
        return VALUE_KINDS[(int) number];
    }

    /** Returns the name of the type, or of the element type of a list. */
    String typeName() {
        GraphqlNode type = this;
        while (type.text("NamedType").isEmpty()) {
            type = type.node("Elem");
        }
        return type.text("NamedType");
    }

    boolean isNonNull() {
        return flag("NonNull");
    }
}
