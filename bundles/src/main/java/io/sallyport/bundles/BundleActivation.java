package io.sallyport.bundles;

import io.sallyport.policycompiler.bundle.OpaBundle;
import java.util.List;

/** Puts the content of a bundle in force, all at once or not at all. Blocks. */
@FunctionalInterface
public interface BundleActivation {
    Outcome activate(OpaBundle bundle);

    /** How it ended. */
    sealed interface Outcome {}

    /** The bundle is in force. */
    record InForce() implements Outcome {}

    /**
     * Nothing changed.
     *
     * @param why in a few words
     * @param errors what is wrong where, one line each; may be empty
     */
    record Refused(String why, List<String> errors) implements Outcome {
        public Refused {
            errors = List.copyOf(errors);
        }
    }
}
