package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.Prepared;
import io.sallyport.regoengine.builtin.json.JsonTexts;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/**
 * The {@code graphql.*} family. Queries and schemas are texts, or syntax trees as returned by {@code graphql.parse_*}.
 */
public final class Graphqls {
    public static final List<Builtin> ALL = List.of(
            Builtin.unary(
                    "graphql.parse_query", (context, a) -> GraphqlQueries.read(Operands.text(a, 1), context.fuel())),
            Builtin.unary(
                    "graphql.parse_schema",
                    (context, a) -> GraphqlSchemaReader.read(Operands.text(a, 1), context.fuel())),
            Builtin.binary("graphql.parse", Graphqls::parse),
            Builtin.binary("graphql.parse_and_verify", Graphqls::parseAndVerify),
            Builtin.binary("graphql.is_valid", Graphqls::isValid),
            Builtin.unary("graphql.schema_is_valid", Graphqls::schemaIsValid));

    private Graphqls() {}

    private static RegoValue parse(BuiltinContext context, RegoValue query, RegoValue schema) {
        RegoObject tree = query(context, query, 0);
        RegoObject schemaTree = schemaTree(context, schema, 1);
        verify(context, tree, schema);
        return RegoArray.of(tree, schemaTree);
    }

    private static RegoValue parseAndVerify(BuiltinContext context, RegoValue query, RegoValue schema) {
        try {
            RegoArray trees = (RegoArray) parse(context, query, schema);
            return RegoArray.of(RegoBoolean.TRUE, trees.get(0), trees.get(1));
        } catch (BuiltinError e) {
            return RegoArray.of(RegoBoolean.FALSE, EntryObject.EMPTY, EntryObject.EMPTY);
        }
    }

    private static RegoValue isValid(BuiltinContext context, RegoValue query, RegoValue schema) {
        try {
            verify(context, query(context, query, 0), schema);
            return RegoBoolean.TRUE;
        } catch (BuiltinError e) {
            return RegoBoolean.FALSE;
        }
    }

    private static RegoValue schemaIsValid(BuiltinContext context, RegoValue schema) {
        try {
            schema(context, schema);
            return RegoBoolean.TRUE;
        } catch (BuiltinError e) {
            return RegoBoolean.FALSE;
        }
    }

    private static void verify(BuiltinContext context, RegoObject query, RegoValue schema) {
        new GraphqlQueryCheck(schema(context, schema), new GraphqlNode(query), context.fuel()).check();
    }

    private static GraphqlSchema schema(BuiltinContext context, RegoValue operand) {
        return Prepared.of(
                context, GraphqlSchema.class, operand, fuel -> GraphqlSchema.of(readSchema(operand, 1, fuel), fuel));
    }

    private static RegoObject schemaTree(BuiltinContext context, RegoValue operand, int position) {
        return Prepared.of(context, RegoObject.class, operand, fuel -> readSchema(operand, position, fuel));
    }

    private static RegoObject readSchema(RegoValue operand, int position, Fuel fuel) {
        return switch (operand) {
            case RegoString text -> GraphqlSchemaReader.read(text.text(), fuel);
            case RegoObject object -> read(GraphqlShape.SCHEMA_DOCUMENT, object, fuel);
            default -> throw BuiltinError.operand(position, operand, "string, object");
        };
    }

    private static RegoObject query(BuiltinContext context, RegoValue operand, int position) {
        return switch (operand) {
            case RegoString text -> GraphqlQueries.read(text.text(), context.fuel());
            case RegoObject object -> read(GraphqlShape.QUERY_DOCUMENT, object, context.fuel());
            default -> throw BuiltinError.operand(position, operand, "string, object");
        };
    }

    private static RegoObject read(GraphqlShape shape, RegoObject tree, Fuel fuel) {
        return shape.read(JsonTexts.plain(fuel, tree), fuel).sealed();
    }
}
