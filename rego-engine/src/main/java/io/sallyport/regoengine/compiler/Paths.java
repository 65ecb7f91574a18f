package io.sallyport.regoengine.compiler;

import java.util.List;

/** Compares paths below {@code data} part by part: {@code [a, bc]} is not within {@code [a, b]}. */
final class Paths {
    private Paths() {}

    static boolean isWithin(List<String> path, List<String> root) {
        return path.size() >= root.size() && path.subList(0, root.size()).equals(root);
    }
}
