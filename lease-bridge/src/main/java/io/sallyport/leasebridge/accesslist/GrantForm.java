package io.sallyport.leasebridge.accesslist;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A form of document that an access list becomes. */
sealed interface GrantForm permits PolicyForm, LeaseForm {
    /**
     * What a document says of a reach.
     *
     * @param reach all of it, or a part; null for none
     * @param why something is missing; empty if nothing is
     */
    record Carried(@Nullable ReachedHost reach, String why) {
        static Carried whole(ReachedHost reach) {
            return new Carried(reach, "");
        }

        static Carried nothing(String why) {
            return new Carried(null, why);
        }
    }

    /** Returns whether a host below a granted one can be denied. */
    boolean denies();

    /**
     * Returns what of a reach the document can say.
     *
     * @param inspected whether its methods and paths hold inside of tunnels, too
     */
    Carried carried(ReachedHost reach, boolean inspected);

    /** Returns the document. */
    String write(AccessGrants grants);

    /** Returns the schemes of requests that a reach admits at a port. */
    List<String> schemes(ReachedHost reach, int port);

    static GrantForm of(ImportedForm form) {
        return switch (form) {
            case POLICY -> new PolicyForm();
            case LEASE -> new LeaseForm();
        };
    }
}
