package io.sallyport.admin.body;

import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.documents.DiagnosticCode;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the body of {@code PUT /v1/guardrails}. */
public final class GuardrailsBody {
    private final RequestBody json;
    private @Nullable Map<String, String> rego;
    private @Nullable String data;

    private GuardrailsBody(RequestBody json) {
        this.json = json;
    }

    public static Read<GuardrailsDocuments> read(ByteBuffer body) {
        try {
            RequestBody json = RequestBody.of(body, "data");
            var read = new GuardrailsBody(json);
            json.document(read::member);
            return read.ended();
        } catch (BodyRefusal e) {
            return new Read.Unreadable<>(e.code(), e.text());
        }
    }

    private void member(String name) throws BodyRefusal {
        switch (name) {
            case "rego" -> rego = RegoFiles.read(json, name);
            case "data" -> data = json.embedded(name);
            default -> json.unknown(name, "rego, data");
        }
    }

    /** An empty {@code rego} removes the guardrails; a missing one is an error. */
    private Read<GuardrailsDocuments> ended() {
        if (!json.diagnostics().isEmpty()) {
            return new Read.Wrong<>(json.diagnostics());
        }
        return rego == null
                ? new Read.Unreadable<>(
                        DiagnosticCode.MISSING_MEMBER.name(), "\"rego\" is missing (expected: file name to text)")
                : new Read.Good<>(new GuardrailsDocuments(rego, data));
    }
}
