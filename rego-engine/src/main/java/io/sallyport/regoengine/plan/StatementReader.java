package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** Parses blocks, statements and operands; strings come from the plan's table. Confined to one thread. */
record StatementReader(List<RegoString> strings, List<RegoString> files) {
    Block block(RegoValue value) {
        return new Block(PlanTree.of(value).list("stmts", this::statement));
    }

    private Block block(PlanTree statement) {
        return block(statement.value("block"));
    }

    private Statement statement(RegoValue value) {
        PlanTree typed = PlanTree.of(value);
        PlanTree body = typed.tree("stmt");
        return statement(typed.text("type"), body, position(body));
    }

    /** Covers each kind in OPA's {@code v1/ir/ir.go}. */
    private Statement statement(String type, PlanTree body, Position at) {
        return switch (type) {
            case "ArrayAppendStmt" -> new Statement.ArrayAppend(operand(body, "value"), body.count("array"), at);
            case "AssignIntStmt" -> new Statement.AssignInt(body.integer("value"), body.count("target"), at);
            case "AssignVarStmt" -> new Statement.AssignVar(operand(body, "source"), body.count("target"), at);
            case "AssignVarOnceStmt" -> new Statement.AssignVarOnce(operand(body, "source"), body.count("target"), at);
            case "BlockStmt" -> new Statement.Nested(body.list("blocks", this::block), at);
            case "BreakStmt" -> new Statement.Break(body.count("index"), at);
            case "CallStmt" -> call(body, at);
            case "CallDynamicStmt" -> callDynamic(body, at);
            case "DotStmt" ->
                new Statement.Dot(operand(body, "source"), operand(body, "key"), body.count("target"), at);
            case "EqualStmt" -> new Statement.Equal(operand(body, "a"), operand(body, "b"), at);
            case "NotEqualStmt" -> new Statement.NotEqual(operand(body, "a"), operand(body, "b"), at);
            case "IsArrayStmt" -> new Statement.IsArray(operand(body, "source"), at);
            case "IsObjectStmt" -> new Statement.IsObject(operand(body, "source"), at);
            case "IsSetStmt" -> new Statement.IsSet(operand(body, "source"), at);
            case "IsDefinedStmt" -> new Statement.IsDefined(body.count("source"), at);
            case "IsUndefinedStmt" -> new Statement.IsUndefined(body.count("source"), at);
            case "LenStmt" -> new Statement.Len(operand(body, "source"), body.count("target"), at);
            case "MakeArrayStmt" -> new Statement.MakeArray(body.count("capacity"), body.count("target"), at);
            case "MakeNullStmt" -> new Statement.MakeNull(body.count("target"), at);
            case "MakeNumberIntStmt" ->
                new Statement.MakeNumber(RegoNumber.of(body.integer("value")), body.count("target"), at);
            case "MakeNumberRefStmt" -> new Statement.MakeNumber(number(body), body.count("target"), at);
            case "MakeObjectStmt" -> new Statement.MakeObject(body.count("target"), at);
            case "MakeSetStmt" -> new Statement.MakeSet(body.count("target"), at);
            case "NopStmt" -> new Statement.Nop(at);
            case "NotStmt" -> new Statement.Not(block(body), at);
            case "ObjectInsertStmt" ->
                new Statement.ObjectInsert(operand(body, "key"), operand(body, "value"), body.count("object"), at);
            case "ObjectInsertOnceStmt" ->
                new Statement.ObjectInsertOnce(operand(body, "key"), operand(body, "value"), body.count("object"), at);
            case "ObjectMergeStmt" ->
                new Statement.ObjectMerge(body.count("a"), body.count("b"), body.count("target"), at);
            case "ResetLocalStmt" -> new Statement.ResetLocal(body.count("target"), at);
            case "ResultSetAddStmt" -> new Statement.ResultSetAdd(body.count("value"), at);
            case "ReturnLocalStmt" -> new Statement.ReturnLocal(body.count("source"), at);
            case "ScanStmt" ->
                new Statement.Scan(body.count("source"), body.count("key"), body.count("value"), block(body), at);
            case "SetAddStmt" -> new Statement.SetAdd(operand(body, "value"), body.count("set"), at);
            case "WithStmt" -> with(body, at);
            default -> throw new MalformedPlan("unknown statement " + type);
        };
    }

    private Statement call(PlanTree body, Position at) {
        return new Statement.Call(body.text("func"), body.list("args", this::operand), body.count("result"), at);
    }

    private Statement callDynamic(PlanTree body, Position at) {
        List<Operand> path = body.list("path", this::operand);
        return new Statement.CallDynamic(path, body.list("args", PlanTree::count), body.count("result"), at);
    }

    private Statement with(PlanTree body, Position at) {
        List<RegoString> path = body.list("path", index -> string(PlanTree.count(index)));
        return new Statement.With(body.count("local"), path, operand(body, "value"), block(body), at);
    }

    /** OPA writes the index twice, once under its old name. */
    private RegoNumber number(PlanTree body) {
        String text = string(body.count(body.has("index") ? "index" : "Index")).text();
        try {
            return RegoNumber.parse(text);
        } catch (NumberFormatException e) {
            throw new MalformedPlan("not a number this engine can hold: " + text);
        }
    }

    private Operand operand(PlanTree body, String field) {
        return operand(body.value(field));
    }

    private Operand operand(RegoValue value) {
        PlanTree typed = PlanTree.of(value);
        return switch (typed.text("type")) {
            case "local" -> new Operand.Local(typed.count("value"));
            case "string_index" -> new Operand.Constant(string(typed.count("value")));
            case "bool" -> new Operand.Constant(RegoBoolean.of(typed.bool("value")));
            default -> throw new MalformedPlan("unknown operand " + typed.text("type"));
        };
    }

    private RegoString string(int index) {
        if (index < strings.size()) {
            return strings.get(index);
        }
        throw new MalformedPlan("string " + index + " is not in the table");
    }

    private Position position(PlanTree body) {
        int file = body.count("file");
        String name = file < files.size() ? files.get(file).text() : "<query>";
        return new Position(name, body.count("row"), body.count("col"));
    }
}
