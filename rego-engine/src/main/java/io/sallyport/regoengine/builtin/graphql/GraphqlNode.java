package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
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
        List<GraphqlNode> nodes = new ArrayList<>();
        if (members.get(key) instanceof RegoArray elements) {
            for (int i = 0; i < elements.size(); i++) {
                nodes.add(new GraphqlNode((RegoObject) elements.get(i)));
            }
        }
        return nodes;
    }

    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        if (members.get(key) instanceof RegoArray elements) {
            for (int i = 0; i < elements.size(); i++) {
                texts.add(((RegoString) elements.get(i)).text());
            }
        }
        return texts;
    }

    /** Returns the first node in {@code key} named {@code name}. */
    @Nullable
    GraphqlNode named(String key, String name) {
        return named(nodes(key), name);
    }

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
