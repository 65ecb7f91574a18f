package io.sallyport.decision.explain;

import io.sallyport.model.Mode;
import io.sallyport.model.Provenance;
import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/**
 * One line of a policy, and where it is written. Immutable.
 *
 * @param of the sandbox or workspace whose line it is, or null for one that holds for all
 * @param side the side that it counts on, such as {@code lease}: each side of a sandbox must grant; for a rule in Rego
 *     its author
 * @param rule its stable name, or null for a rule in Rego whose name is computed
 * @param text the pattern as written; empty for a rule in Rego
 * @param at null if it is not known
 */
public record EffectiveLine(
        PolicyLayer layer,
        @Nullable SandboxId of,
        Effect effect,
        String side,
        @Nullable String rule,
        String text,
        Mode mode,
        @Nullable Provenance at) {
    /** What a line does. */
    public enum Effect {
        GRANTS("grants"),
        DENIES("denies");

        private final String word;

        Effect(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** Returns the line as that of an ancestor, a sandbox or a workspace. */
    public EffectiveLine ofAncestor(SandboxId ancestor) {
        PolicyLayer documents = ancestor.isWorkspace() ? PolicyLayer.WORKSPACE : PolicyLayer.PARENT;
        PolicyLayer above = layer == PolicyLayer.SANDBOX ? documents : layer;
        return new EffectiveLine(above, ancestor, effect, side, rule, text, mode, at);
    }
}
