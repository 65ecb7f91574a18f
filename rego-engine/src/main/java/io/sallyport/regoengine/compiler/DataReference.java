package io.sallyport.regoengine.compiler;

import java.util.List;

/**
 * A place below {@code data} that compiled Rego reads, calls or replaces with {@code with}. Names are resolved: an
 * import, or a rule named without its package, is given as its full path.
 *
 * @param path the constant beginning of the reference; the rest may be anything, so {@code data[x].y} has the empty
 *     path
 * @param file where the reference occurs first
 * @param row from 1
 * @param column from 1
 */
public record DataReference(List<String> path, String file, int row, int column) {
    public DataReference {
        path = List.copyOf(path);
    }

    /** Returns whether it can reach only {@code root} and what is below it. */
    public boolean isWithin(List<String> root) {
        return Paths.isWithin(path, root);
    }
}
