package io.sallyport.control.store;

import io.sallyport.model.answer.GuardrailsVersion;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The security team's Rego as the state directory keeps it.
 *
 * @param epoch number of changes of the guardrails so far; never falls
 * @param digest empty if there are no guardrails
 * @param rego file name to text; empty if part of them came compiled
 * @param data JSON text of an object, or null
 * @param revision of the bundle that they came in, or null
 */
public record StoredGuardrails(
        long epoch,
        String digest,
        Map<String, String> rego,
        @Nullable String data,
        @Nullable String revision) {
    public static final StoredGuardrails NONE = new StoredGuardrails(0, "", Map.of(), null, null);

    public StoredGuardrails {
        rego = Map.copyOf(rego);
    }

    /** Returns what names them in records. */
    public GuardrailsVersion version() {
        return new GuardrailsVersion(epoch, digest, revision);
    }

    /** Returns whether they came compiled in a bundle, which is not stored here. */
    public boolean isCompiled() {
        return rego.isEmpty() && !digest.isEmpty();
    }
}
