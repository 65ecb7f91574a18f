package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.eval.node.Node;
import io.sallyport.regoengine.eval.node.ReportNode;
import io.sallyport.regoengine.eval.node.Sequence;
import io.sallyport.regoengine.eval.node.TraceNode;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.run.Tracer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports functions that are called, and statements that come from expressions, to a tracer. */
record TracingInstrument(Tracer tracer) implements Instrument {
    @Override
    public List<Sequence> before(String function, List<Block> blocks) {
        String name = function.substring(function.indexOf('.') + 1); // planned names begin with a generation
        return blocks.stream()
                .flatMap(block -> block.statements().stream())
                .limit(1)
                .map(first -> new Sequence(List.of(new ReportNode(() -> tracer.entered(name, first.position()))), 0))
                .toList();
    }

    @Override
    public void add(Node made, Statement statement, @Nullable Statement previous, List<Node> block) {
        block.add(isOfExpression(statement) ? new TraceNode(made, tracer, statement.position()) : made);
    }

    /** Other statements are the planner's own, and end blocks without an expression that is false. */
    private static boolean isOfExpression(Statement statement) {
        return switch (statement) {
            case Statement.Call _,
                    Statement.CallDynamic _,
                    Statement.Dot _,
                    Statement.Equal _,
                    Statement.NotEqual _,
                    Statement.IsArray _,
                    Statement.IsObject _,
                    Statement.IsSet _,
                    Statement.Not _,
                    Statement.Scan _ -> true;
            default -> false;
        };
    }
}
