package io.sallyport.regoengine.builtin.graphql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A type of a schema, including its extensions. Grows while a schema is built, and does not change afterwards. */
final class GraphqlType {
    final String name;
    final String kind;
    final boolean builtIn;
    final List<GraphqlNode> directives = new ArrayList<>();
    final List<String> interfaces = new ArrayList<>();
    final List<GraphqlNode> fields = new ArrayList<>();
    final List<String> members = new ArrayList<>();
    final List<GraphqlNode> values = new ArrayList<>();
    private final Map<String, GraphqlNode> fieldsByName = new LinkedHashMap<>();

    GraphqlType(String name, String kind, boolean builtIn) {
        this.name = name;
        this.kind = kind;
        this.builtIn = builtIn;
    }

    void add(GraphqlNode definition) {
        directives.addAll(definition.nodes("Directives"));
        interfaces.addAll(definition.texts("Interfaces"));
        definition.nodes("Fields").forEach(this::addField);
        members.addAll(definition.texts("Types"));
        values.addAll(definition.nodes("EnumValues"));
    }

    void addField(GraphqlNode field) {
        fields.add(field);
        fieldsByName.putIfAbsent(field.name(), field);
    }

    @Nullable
    GraphqlNode field(String field) {
        return fieldsByName.get(field);
    }

    boolean isLeaf() {
        return kind.equals("ENUM") || kind.equals("SCALAR");
    }

    boolean isComposite() {
        return Set.of("OBJECT", "INTERFACE", "UNION").contains(kind);
    }

    boolean isInput() {
        return Set.of("SCALAR", "ENUM", "INPUT_OBJECT").contains(kind);
    }
}
