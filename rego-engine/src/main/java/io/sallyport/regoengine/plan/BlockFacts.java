package io.sallyport.regoengine.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must be known of one block of a function itself, to judge the loops in it. */
final class BlockFacts {
    private final FunctionFacts function;
    private final Set<Integer> exposed;
    private final Map<Integer, Integer> reads = new HashMap<>();

    /** @param exposed the locals of which the block may read what was in them before */
    BlockFacts(FunctionFacts function, Block block, Set<Integer> exposed) {
        this.function = function;
        this.exposed = exposed;
        Blocks.each(
                List.of(block),
                statement -> Sources.of(statement).forEach(local -> reads.merge(local, 1, Integer::sum)));
    }

    FunctionFacts function() {
        return function;
    }

    /** Whether what {@code nest} leaves in {@code local} may be read by another statement of the function. */
    boolean isSeenOutside(LoopNest nest, int local) {
        return reads.getOrDefault(local, 0) > nest.reads(local)
                || function.blocksExposing(local) > (exposed.contains(local) ? 1 : 0);
    }
}
