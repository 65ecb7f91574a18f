package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.Phase;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Parses the body of {@code POST /v1/sandboxes/{id}/phase}: {@code {"phase": "execution"}}. */
public final class PhaseBody extends CallBodyReader<Phase> {
    private @Nullable Phase phase;

    private PhaseBody(CallBody json) {
        super(json);
    }

    public static Read<Phase> read(ByteBuffer body) {
        return read(body, PhaseBody::new);
    }

    @Override
    void member(String name) throws BodyRefusal {
        switch (name) {
            case "phase" -> phase = phase(json, name);
            default -> json.unknown(name, "phase");
        }
    }

    @Override
    Read<Phase> ended() {
        return phase == null
                ? new Read.Unreadable<>(
                        DiagnosticCode.INVALID_PHASE, "\"phase\" is missing (expected: planning, execution)")
                : new Read.Good<>(phase);
    }

    /**
     * Returns the phase with that word, or null if the value is not a string. Any other word makes the whole body
     * unreadable.
     */
    public static @Nullable Phase phase(CallBody json, String name) throws BodyRefusal {
        String word = json.string(name);
        Phase phase = word == null ? null : Phase.of(word);
        if (word != null && phase == null) {
            throw json.refusal(
                    DiagnosticCode.INVALID_PHASE,
                    "\"phase\" is \"" + CallBody.shown(word) + "\" (expected: planning, execution)");
        }
        return phase;
    }
}
