package io.sallyport.regoengine.plan;

import java.util.List;

/**
 * A rule or a function of the policy.
 *
 * @param name what calls name it by
 * @param parameters the locals that take the arguments; the first two are {@code input} and {@code data}
 * @param path what dynamic calls find it by
 */
public record PlannedFunction(String name, List<Integer> parameters, List<String> path, List<Block> blocks) {
    public PlannedFunction {
        parameters = List.copyOf(parameters);
        path = List.copyOf(path);
        blocks = List.copyOf(blocks);
    }
}
