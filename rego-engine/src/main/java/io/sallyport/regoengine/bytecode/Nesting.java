package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Statement;
import java.util.List;

/** Computes the nesting of blocks, which a call of a function charges against {@code policy.max_depth}. */
final class Nesting {
    private Nesting() {}

    /** Returns the nesting of a function: itself and its blocks. */
    static int ofFunction(List<Block> body) {
        return 1 + of(body);
    }

    private static int of(List<Block> blocks) {
        return blocks.stream().mapToInt(Nesting::of).max().orElse(0);
    }

    private static int of(Block block) {
        return 1 + block.statements().stream().mapToInt(Nesting::of).max().orElse(0);
    }

    private static int of(Statement statement) {
        return switch (statement) {
            case Statement.Nested nested -> of(nested.blocks());
            case Statement.Not not -> of(not.block());
            case Statement.Scan scan -> of(scan.block());
            case Statement.With with -> of(with.block());
            default -> 0;
        };
    }
}
