package io.sallyport.control.store;

import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.StateForms.SandboxForm;
import io.sallyport.model.SandboxId;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds in a state directory which policy judged a recorded request. Takes no lock and writes nothing, so a gateway may
 * use the directory meanwhile. Safe for concurrent use.
 *
 * @param root the state directory
 */
public record RecordedPolicies(Path root) {
    private static final String JSON = ".json";

    /**
     * Returns the policy of a sandbox under a generation, or null if it is not kept. Each change of the guardrails
     * raised the generation by one, without a new record.
     *
     * @param epoch of the guardrails that the policy held; 0 if there were none
     * @throws StateException if a file cannot be read
     */
    public @Nullable SandboxRecord policy(SandboxId id, long generation, long epoch) throws StateException {
        List<SandboxRecord> all = PastPolicies.of(root, id, Integer.MAX_VALUE);
        SandboxRecord current = current(id);
        if (current != null) {
            all.add(current);
        }
        return all.stream()
                .filter(record -> record.generation() + (epoch - record.epoch()) == generation)
                .findFirst()
                .orElse(null);
    }

    private @Nullable SandboxRecord current(SandboxId id) throws StateException {
        Path file = root.resolve("sandboxes").resolve(id.text() + JSON);
        byte[] content = StateFiles.bytes(file);
        try {
            return content == null ? null : StateForms.sandbox(StateForms.read(file, content, SandboxForm.class));
        } catch (IllegalArgumentException e) {
            throw new StateException(file, "cannot be read", e);
        }
    }

    /**
     * Returns the guardrails of an epoch, or null if they are not kept as Rego.
     *
     * @throws StateException if a file cannot be read
     */
    public @Nullable GuardrailsDocuments guardrails(long epoch) throws StateException {
        if (epoch == 0) {
            return new GuardrailsDocuments(StoredGuardrails.NONE.rego(), null);
        }
        Path file = root.resolve("guardrails").resolve("history").resolve(epoch + JSON);
        byte[] content = StateFiles.bytes(file);
        if (content == null) {
            return null;
        }
        StoredGuardrails set = GuardrailsForms.past(
                        StateForms.read(file, content, GuardrailsForms.PastGuardrailsForm.class))
                .set();
        return set.isCompiled() ? null : new GuardrailsDocuments(set.rego(), set.data());
    }
}
