package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.eval.node.ArrayAppendNode;
import io.sallyport.regoengine.eval.node.AssignNode;
import io.sallyport.regoengine.eval.node.AssignOnceNode;
import io.sallyport.regoengine.eval.node.BreakNode;
import io.sallyport.regoengine.eval.node.ConstantNode;
import io.sallyport.regoengine.eval.node.DispatchNode;
import io.sallyport.regoengine.eval.node.DotNode;
import io.sallyport.regoengine.eval.node.EqualNode;
import io.sallyport.regoengine.eval.node.IndexedNode;
import io.sallyport.regoengine.eval.node.IsDefinedNode;
import io.sallyport.regoengine.eval.node.IsKindNode;
import io.sallyport.regoengine.eval.node.LenNode;
import io.sallyport.regoengine.eval.node.MakeNode;
import io.sallyport.regoengine.eval.node.NestedNode;
import io.sallyport.regoengine.eval.node.Node;
import io.sallyport.regoengine.eval.node.NotEqualNode;
import io.sallyport.regoengine.eval.node.NotNode;
import io.sallyport.regoengine.eval.node.ObjectInsertNode;
import io.sallyport.regoengine.eval.node.ObjectMergeNode;
import io.sallyport.regoengine.eval.node.ResultNode;
import io.sallyport.regoengine.eval.node.ReturnNode;
import io.sallyport.regoengine.eval.node.ScanNode;
import io.sallyport.regoengine.eval.node.Sequence;
import io.sallyport.regoengine.eval.node.SetAddNode;
import io.sallyport.regoengine.eval.node.Source;
import io.sallyport.regoengine.eval.node.WithNode;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.value.RegoKind;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds the nodes of one function and counts its locals. Confined to one thread. */
final class NodeMaker {
    /** The maximum number of locals of a function; OPA's planner uses a few per expression. */
    private static final int MAX_LOCALS = 100_000;

    private final Linker linker;
    private final String conflict;
    private int locals;

    NodeMaker(Linker linker, String conflict) {
        this.linker = linker;
        this.conflict = conflict;
    }

    int localCount() {
        return locals;
    }

    Sequence[] sequences(List<Block> blocks) {
        return blocks.stream().map(this::sequence).toArray(Sequence[]::new);
    }

    private Sequence sequence(Block block) {
        List<Node> nodes = new ArrayList<>();
        Instrument instrument = linker.instrument();
        Map<Integer, Integer> inserts = block.inserts();
        Statement before = null;
        for (Statement statement : block.statements()) {
            Node node = node(statement, inserts);
            if (instrument == null) {
                nodes.add(node);
            } else {
                instrument.add(node, statement, before, nodes);
            }
            before = statement;
        }
        return new Sequence(nodes, instrument == null ? block.steps() : nodes.size());
    }

    /** Dispatches on the kind of statement. */
    private Node node(Statement statement, Map<Integer, Integer> inserts) {
        return switch (statement) {
            case Statement.ArrayAppend s -> new ArrayAppendNode(source(s.value()), use(s.array()), s.position());
            case Statement.AssignInt s -> new ConstantNode(RegoNumber.of(s.value()), use(s.target()));
            case Statement.AssignVar s -> new AssignNode(source(s.source()), use(s.target()));
            case Statement.AssignVarOnce s ->
                new AssignOnceNode(source(s.source()), use(s.target()), conflict, s.position());
            case Statement.Nested s -> new NestedNode(sequences(s.blocks()));
            case Statement.Break s -> new BreakNode(s.index());
            case Statement.Call s -> call(s);
            case Statement.CallDynamic s -> dispatch(s);
            case Statement.Dot s -> new DotNode(source(s.source()), source(s.key()), use(s.target()), s.isStored());
            case Statement.Equal s -> new EqualNode(source(s.a()), source(s.b()));
            case Statement.NotEqual s -> new NotEqualNode(source(s.a()), source(s.b()));
            case Statement.Indexed s -> new IndexedNode(use(s.local()), s.keys(), s.constant());
            case Statement.IsArray s -> new IsKindNode(source(s.source()), RegoKind.ARRAY);
            case Statement.IsObject s -> new IsKindNode(source(s.source()), RegoKind.OBJECT);
            case Statement.IsSet s -> new IsKindNode(source(s.source()), RegoKind.SET);
            case Statement.IsDefined s -> new IsDefinedNode(use(s.source()), true);
            case Statement.IsUndefined s -> new IsDefinedNode(use(s.source()), false);
            case Statement.Len s -> new LenNode(source(s.source()), use(s.target()));
            case Statement.MakeArray s -> new MakeNode(RegoKind.ARRAY, s.capacity(), use(s.target()));
            case Statement.MakeNull s -> new ConstantNode(RegoNull.NULL, use(s.target()));
            case Statement.MakeNumber s -> new ConstantNode(s.value(), use(s.target()));
            case Statement.MakeObject s ->
                new MakeNode(RegoKind.OBJECT, inserts.getOrDefault(s.target(), 0), use(s.target()));
            case Statement.MakeSet s -> new MakeNode(RegoKind.SET, 0, use(s.target()));
            case Statement.Nop _ -> new NestedNode(new Sequence[0]);
            case Statement.Not s -> new NotNode(sequence(s.block()));
            case Statement.ObjectInsert s ->
                new ObjectInsertNode(source(s.key()), source(s.value()), use(s.object()), false, s.position());
            case Statement.ObjectInsertOnce s ->
                new ObjectInsertNode(source(s.key()), source(s.value()), use(s.object()), true, s.position());
            case Statement.ObjectMerge s -> new ObjectMergeNode(use(s.a()), use(s.b()), use(s.target()));
            case Statement.ResetLocal s -> new ConstantNode(null, use(s.target()));
            case Statement.ResultSetAdd s -> new ResultNode(use(s.value()));
            case Statement.ReturnLocal s -> new ReturnNode(use(s.source()));
            case Statement.Scan s -> new ScanNode(use(s.source()), use(s.key()), use(s.value()), sequence(s.block()));
            case Statement.SetAdd s -> new SetAddNode(source(s.value()), use(s.set()), s.position());
            case Statement.With s ->
                new WithNode(
                        use(s.local()),
                        s.path().toArray(new RegoString[0]),
                        source(s.value()),
                        s.replacesData(),
                        sequence(s.block()));
        };
    }

    private Node dispatch(Statement.CallDynamic call) {
        if (call.arguments().size() != 2) {
            linker.refuse("a dynamic call takes input and data", call.position());
            return new BreakNode(0);
        }
        int input = use(call.arguments().get(0));
        int data = use(call.arguments().get(1));
        return new DispatchNode(linker.dispatch(), sources(call.path()), input, data, use(call.result()));
    }

    private Node call(Statement.Call call) {
        use(call.result());
        return linker.call(call, sources(call.arguments()));
    }

    private Source[] sources(List<Operand> operands) {
        return operands.stream().map(this::source).toArray(Source[]::new);
    }

    private Source source(Operand operand) {
        if (operand instanceof Operand.Local(int number)) {
            use(number);
        }
        return Source.of(operand);
    }

    /** Reserves space for a local. */
    int use(int local) {
        if (local > MAX_LOCALS) {
            linker.refuse(LoadError.malformed("local " + local + " (limit " + MAX_LOCALS + ")", null));
            return 0;
        }
        locals = Math.max(locals, local + 1);
        return local;
    }
}
