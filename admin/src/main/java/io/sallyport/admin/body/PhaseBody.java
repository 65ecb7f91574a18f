package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.Phase;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Parses the body of {@code POST /v1/sandboxes/{id}/phase}: {@code {"phase": "execution"}}. */
public final class PhaseBody {
    private PhaseBody() {}

    public static Read<Phase> read(ByteBuffer body) {
        try {
            RequestBody json = RequestBody.of(body);
            var phase = new AtomicReference<@Nullable Phase>();
            json.document(name -> {
                if (name.equals("phase")) {
                    phase.set(phase(json, name));
                } else {
                    json.unknown(name, "phase");
                }
            });
            Phase read = phase.get();
            if (!json.diagnostics().isEmpty()) {
                return new Read.Wrong<>(json.diagnostics());
            }
            return read == null
                    ? new Read.Unreadable<>(
                            DiagnosticCode.INVALID_PHASE.name(), "\"phase\" is missing (expected: planning, execution)")
                    : new Read.Good<>(read);
        } catch (BodyRefusal e) {
            return new Read.Unreadable<>(e.code(), e.text());
        }
    }

    /**
     * Returns the phase with that word, or null if the value is not a string. Any other word makes the whole body
     * unreadable.
     */
    public static @Nullable Phase phase(RequestBody json, String name) throws BodyRefusal {
        String word = json.string(name);
        Phase phase = word == null ? null : Phase.of(word);
        if (word != null && phase == null) {
            throw json.refusal(
                    DiagnosticCode.INVALID_PHASE,
                    "\"phase\" is \"" + RequestBody.shown(word) + "\" (expected: planning, execution)");
        }
        return phase;
    }
}
