package io.sallyport.regoengine.plan;

import java.util.List;

/**
 * A rule or a function of the policy.
 *
 * @param name the name used by calls
 * @param parameters the locals for the arguments; the first two are {@code input} and {@code data}
 * @param path by which dynamic calls find it
 */
public record PlannedFunction(String name, List<Integer> parameters, List<String> path, List<Block> blocks) {
    public PlannedFunction {
        parameters = List.copyOf(parameters);
        path = List.copyOf(path);
        blocks = List.copyOf(blocks);
    }
}
