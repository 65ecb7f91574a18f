package io.sallyport.regoengine.compiler;

import java.util.List;

/**
 * What is checked of an author's policy in addition to what OPA checks: reads and comparisons of {@code input} against
 * a schema, and rules without effect. Immutable.
 *
 * @param packagePath the author's package below {@code data}, of which {@code deny} and {@code obligations} are read;
 *     the package of that name with {@code _test} holds tests
 * @param schema JSON Schema of {@code input}, with the keywords that its {@code $comment} explains
 */
public record PolicyChecks(List<String> packagePath, String schema) {
    public PolicyChecks {
        packagePath = List.copyOf(packagePath);
    }
}
