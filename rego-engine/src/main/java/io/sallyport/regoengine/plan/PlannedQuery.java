package io.sallyport.regoengine.plan;

import java.util.List;

/**
 * What can be asked of the policy.
 *
 * @param name the entrypoint as it was given to the compiler, {@code sallyport/decision}
 */
public record PlannedQuery(String name, List<Block> blocks) {
    public PlannedQuery {
        blocks = List.copyOf(blocks);
    }
}
