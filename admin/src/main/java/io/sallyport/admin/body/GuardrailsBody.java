package io.sallyport.admin.body;

import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.documents.DiagnosticCode;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the body of {@code PUT /v1/guardrails}. */
public final class GuardrailsBody extends CallBodyReader<GuardrailsDocuments> {
    private @Nullable Map<String, String> rego;
    private @Nullable String data;

    private GuardrailsBody(CallBody json) {
        super(json);
    }

    public static Read<GuardrailsDocuments> read(ByteBuffer body) {
        return read(body, GuardrailsBody::new, "data");
    }

    @Override
    void member(String name) throws BodyRefusal {
        switch (name) {
            case "rego" -> rego = RegoFiles.read(json, name);
            case "data" -> data = json.embedded(name);
            default -> json.unknown(name, "rego, data");
        }
    }

    /** An empty {@code rego} removes the guardrails; a missing one is an error. */
    @Override
    Read<GuardrailsDocuments> ended() {
        return rego == null
                ? new Read.Unreadable<>(
                        DiagnosticCode.MISSING_MEMBER, "\"rego\" is missing (expected: file name to text)")
                : new Read.Good<>(new GuardrailsDocuments(rego, data));
    }
}
