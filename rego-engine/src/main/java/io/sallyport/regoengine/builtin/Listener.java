package io.sallyport.regoengine.builtin;

import java.util.List;

/** Receives what a policy reports to its author during tests. Called on the thread that evaluates. */
public interface Listener {
    /** Reports a line of {@code print}. */
    void printed(String line);

    /** Reports that a case of a test begins; {@code path} has one name per level. */
    void began(List<String> path);
}
