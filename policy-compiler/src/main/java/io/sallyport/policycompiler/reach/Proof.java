package io.sallyport.policycompiler.reach;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import org.jspecify.annotations.Nullable;

/** Whether a property holds. Immutable. */
public sealed interface Proof {
    /** It holds for every request, whatever Rego refuses besides. */
    record Proven() implements Proof {}

    /**
     * It does not hold: the compiled policy allows the witness.
     *
     * @param isTunnel whether the witness is a tunnel that is not opened, in which such a request passes unseen
     * @param rule the rule by which the compiled policy allows it
     * @param grant its text as written; empty if it is unknown
     * @param at where it is written, or null if that is not known
     */
    record Refuted(
            CanonicalRequest witness,
            boolean isTunnel,
            String rule,
            String grant,
            @Nullable Provenance at) implements Proof {}

    /** Neither a proof nor a witness was found. */
    record Undecided(String why) implements Proof {}

    /** Returns the text of the grant with that rule. */
    static String textOf(ReachedBox reached, String rule) {
        return reached.by().stream()
                .filter(grant -> grant.rule().equals(rule))
                .map(Grant.Net::text)
                .findFirst()
                .orElse("");
    }
}
