package io.sallyport.inference.translation;

import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects what has no counterpart in the other form: the first that must be refused, and hints that are left out. */
final class Untranslated {
    private final SortedSet<String> leftOut = new TreeSet<>();
    private @Nullable String first;

    /** Refuses a member, by its path. */
    void refuse(String member, String why) {
        first = first == null ? member + ": " + why : first;
    }

    /** Notes a member that says nothing about the answer. */
    void leaveOut(String name) {
        leftOut.add(name);
    }

    /** Returns why the whole is refused; null if it is not. */
    @Nullable
    String refusal() {
        return first;
    }

    SortedSet<String> leftOut() {
        return leftOut;
    }
}
