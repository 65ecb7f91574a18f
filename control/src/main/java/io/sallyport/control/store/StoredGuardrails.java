package io.sallyport.control.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The security team's Rego as the state directory keeps it.
 *
 * @param epoch how often the guardrails changed; only rises
 * @param digest empty where there are none
 * @param rego file name to text; empty where a part of them came compiled
 * @param data JSON text of an object, or null
 */
public record StoredGuardrails(
        long epoch,
        String digest,
        Map<String, String> rego,
        @Nullable String data) {
    public static final StoredGuardrails NONE = new StoredGuardrails(0, "", Map.of(), null);

    public StoredGuardrails {
        rego = Map.copyOf(rego);
    }

    /** Whether they came compiled, in a bundle, and are not kept here. */
    public boolean isCompiled() {
        return rego.isEmpty() && !digest.isEmpty();
    }
}
