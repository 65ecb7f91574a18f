package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.eval.node.Node;
import io.sallyport.regoengine.eval.node.Sequence;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds a program so that it reports what it comes to. Such a program runs as nodes, and for one thread only. */
interface Instrument {
    /** Returns what a function runs before its blocks. */
    List<Sequence> before(String function, List<Block> blocks);

    /** Adds the node of {@code statement}, which follows {@code previous} in its block, and what reports on it. */
    void add(Node made, Statement statement, @Nullable Statement previous, List<Node> block);
}
