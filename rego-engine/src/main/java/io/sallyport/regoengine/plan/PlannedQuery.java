package io.sallyport.regoengine.plan;

import java.util.List;

/**
 * An entrypoint of the policy.
 *
 * @param name the entrypoint as given to the compiler, such as {@code sallyport/decision}
 */
public record PlannedQuery(String name, List<Block> blocks) {
    public PlannedQuery {
        blocks = List.copyOf(blocks);
    }
}
