package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a syntax tree and their members, for reading a tree given by a policy like OPA 1.22: missing members get
 * their defaults, unknown ones are dropped, members of the wrong kind are errors. As in OPA, a member may differ in
 * case if its node is read generically ({@code plain}), and each selection is a field.
 */
final class GraphqlShape {
    static final GraphqlShape QUERY_DOCUMENT = new GraphqlShape(true);
    static final GraphqlShape SCHEMA_DOCUMENT = new GraphqlShape(true);
    private static final GraphqlShape OPERATION = new GraphqlShape(false);
    private static final GraphqlShape FRAGMENT = new GraphqlShape(false);
    private static final GraphqlShape FIELD = new GraphqlShape(false);
    private static final GraphqlShape VARIABLE = new GraphqlShape(true);
    private static final GraphqlShape ARGUMENT = new GraphqlShape(true);
    private static final GraphqlShape DIRECTIVE = new GraphqlShape(true);
    private static final GraphqlShape VALUE = new GraphqlShape(true);
    private static final GraphqlShape CHILD = new GraphqlShape(true);
    private static final GraphqlShape TYPE = new GraphqlShape(true);
    private static final GraphqlShape SCHEMA = new GraphqlShape(true);
    private static final GraphqlShape OPERATION_TYPE = new GraphqlShape(true);
    private static final GraphqlShape DEFINITION = new GraphqlShape(true);
    private static final GraphqlShape FIELD_DEFINITION = new GraphqlShape(true);
    private static final GraphqlShape ENUM_VALUE = new GraphqlShape(true);
    private static final GraphqlShape DIRECTIVE_DEFINITION = new GraphqlShape(true);
    private static final GraphqlShape COMMENTS = new GraphqlShape(true);
    private static final GraphqlShape COMMENT = new GraphqlShape(true);

    private final boolean plain;
    private final List<Member> members = new ArrayList<>();

    private GraphqlShape(boolean plain) {
        this.plain = plain;
    }

    private enum Kind {
        TEXT,
        FLAG,
        NUMBER,
        TEXTS,
        NODE,
        NODES
    }

    private record Member(String name, Kind kind, @Nullable GraphqlShape shape) {}

    static {
        QUERY_DOCUMENT
                .nodes("Operations", OPERATION)
                .nodes("Fragments", FRAGMENT)
                .node("Comment", COMMENTS);
        SCHEMA_DOCUMENT
                .nodes("Schema", SCHEMA)
                .nodes("SchemaExtension", SCHEMA)
                .nodes("Directives", DIRECTIVE_DEFINITION)
                .nodes("Definitions", DEFINITION)
                .nodes("Extensions", DEFINITION)
                .node("Comment", COMMENTS);
        OPERATION
                .texts("Operation", "Name")
                .nodes("VariableDefinitions", VARIABLE)
                .nodes("Directives", DIRECTIVE)
                .nodes("SelectionSet", FIELD);
        FRAGMENT.texts("Name", "TypeCondition")
                .nodes("VariableDefinition", VARIABLE)
                .nodes("Directives", DIRECTIVE)
                .nodes("SelectionSet", FIELD);
        FIELD.texts("Alias", "Name")
                .nodes("Arguments", ARGUMENT)
                .nodes("Directives", DIRECTIVE)
                .nodes("SelectionSet", FIELD);
        VARIABLE.texts("Variable")
                .member("Used", Kind.FLAG, null)
                .node("Type", TYPE)
                .node("DefaultValue", VALUE)
                .nodes("Directives", DIRECTIVE)
                .node("Comment", COMMENTS);
        ARGUMENT.texts("Name").node("Value", VALUE).node("Comment", COMMENTS);
        DIRECTIVE.texts("Name", "Location").nodes("Arguments", ARGUMENT);
        VALUE.texts("Raw")
                .member("Kind", Kind.NUMBER, null)
                .member("ExpectedTypeHasDefault", Kind.FLAG, null)
                .nodes("Children", CHILD)
                .node("Comment", COMMENTS);
        CHILD.texts("Name").node("Value", VALUE).node("Comment", COMMENTS);
        TYPE.texts("NamedType").member("NonNull", Kind.FLAG, null).node("Elem", TYPE);
        SCHEMA.texts("Description")
                .nodes("Directives", DIRECTIVE)
                .nodes("OperationTypes", OPERATION_TYPE)
                .commented()
                .node("EndOfDefinitionComment", COMMENTS);
        OPERATION_TYPE.texts("Operation", "Type").node("Comment", COMMENTS);
        DEFINITION
                .texts("Kind", "Description", "Name")
                .member("BuiltIn", Kind.FLAG, null)
                .member("Interfaces", Kind.TEXTS, null)
                .member("Types", Kind.TEXTS, null)
                .nodes("Directives", DIRECTIVE)
                .nodes("Fields", FIELD_DEFINITION)
                .nodes("EnumValues", ENUM_VALUE)
                .commented()
                .node("EndOfDefinitionComment", COMMENTS);
        FIELD_DEFINITION
                .texts("Description", "Name")
                .nodes("Arguments", FIELD_DEFINITION)
                .node("DefaultValue", VALUE)
                .node("Type", TYPE)
                .nodes("Directives", DIRECTIVE)
                .commented();
        ENUM_VALUE.texts("Description", "Name").nodes("Directives", DIRECTIVE).commented();
        DIRECTIVE_DEFINITION
                .texts("Description", "Name")
                .member("IsRepeatable", Kind.FLAG, null)
                .member("Locations", Kind.TEXTS, null)
                .nodes("Arguments", FIELD_DEFINITION)
                .commented();
        COMMENTS.nodes("List", COMMENT);
        COMMENT.texts("Value");
    }

    private GraphqlShape member(String name, Kind kind, @Nullable GraphqlShape shape) {
        members.add(new Member(name, kind, shape));
        return this;
    }

    private GraphqlShape texts(String... names) {
        for (String name : names) {
            member(name, Kind.TEXT, null);
        }
        return this;
    }

    private GraphqlShape node(String name, GraphqlShape shape) {
        return member(name, Kind.NODE, shape);
    }

    private GraphqlShape nodes(String name, GraphqlShape shape) {
        return member(name, Kind.NODES, shape);
    }

    private GraphqlShape commented() {
        return node("BeforeDescriptionComment", COMMENTS).node("AfterDescriptionComment", COMMENTS);
    }

    /** Reads {@code value} as a node of this shape. */
    EntryObject read(RegoValue value, Fuel fuel) {
        fuel.makeValues(members.size());
        if (!(value instanceof RegoObject object)) {
            throw new BuiltinError("a node of a GraphQL document is an object, not "
                    + value.kind().typeName());
        }
        EntryObject node = RegoObject.growing();
        for (Member member : members) {
            RegoValue made = make(member, find(object, member.name), fuel);
            if (made != null) {
                node.put(member.name, made);
            }
        }
        return node;
    }

    private @Nullable RegoValue find(RegoObject object, String name) {
        RegoValue found = object.get(name);
        for (int i = 0; found == null && plain && i < object.size(); i++) {
            if (object.keyAt(i) instanceof RegoString key && key.text().equalsIgnoreCase(name)) {
                found = object.valueAt(i);
            }
        }
        return found instanceof RegoNull ? null : found;
    }

    /** Returns null for a member that a tree omits. */
    private static @Nullable RegoValue make(Member member, @Nullable RegoValue value, Fuel fuel) {
        GraphqlShape shape = member.shape;
        return switch (member.kind) {
            case TEXT -> value == null ? RegoString.EMPTY : of(RegoString.class, value);
            case FLAG -> value == null ? RegoBoolean.FALSE : of(RegoBoolean.class, value);
            case NUMBER -> value == null ? RegoNumber.of(0) : of(RegoNumber.class, value);
            case TEXTS -> value == null ? null : texts(of(RegoArray.class, value), fuel);
            case NODE -> value == null || shape == null ? null : filled(shape.read(value, fuel));
            case NODES -> value == null || shape == null ? null : nodes(of(RegoArray.class, value), shape, fuel);
        };
    }

    private static <T extends RegoValue> T of(Class<T> type, RegoValue value) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        throw new BuiltinError(
                "a member of a GraphQL document is a " + value.kind().typeName());
    }

    private static @Nullable RegoValue filled(RegoObject node) {
        return node.size() == 0 ? null : node;
    }

    private static @Nullable RegoValue texts(RegoArray elements, Fuel fuel) {
        fuel.makeValues(elements.size());
        elements.list().forEach(element -> of(RegoString.class, element));
        return elements.size() == 0 ? null : elements;
    }

    private static @Nullable RegoValue nodes(RegoArray elements, GraphqlShape shape, Fuel fuel) {
        RegoArray nodes = RegoArray.growing(elements.size());
        elements.list().forEach(element -> nodes.append(shape.read(element, fuel)));
        return nodes.size() == 0 ? null : nodes;
    }
}
