package io.sallyport.regoengine.builtin;

import java.util.List;

/** Hears what a policy says to its author while it is tested. Called on the thread that evaluates. */
public interface Listener {
    /** A line of {@code print}. */
    void printed(String line);

    /** A case of a test begins, called by these words, one for each level. */
    void began(List<String> path);
}
