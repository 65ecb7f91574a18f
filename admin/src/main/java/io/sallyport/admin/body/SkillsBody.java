package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Parses the body of {@code PUT /v1/sandboxes/{id}/skills}: {@code {"manifests": {"rust.yaml": "..."}}}. */
public final class SkillsBody {
    private SkillsBody() {}

    /** Reads the manifests. An empty object is a set without skills; a missing one is an error. */
    public static Read<Map<String, String>> read(ByteBuffer body) {
        try {
            RequestBody json = RequestBody.of(body);
            var manifests = new AtomicReference<@Nullable Map<String, String>>();
            json.document(name -> {
                if (name.equals("manifests")) {
                    manifests.set(RegoFiles.read(json, name));
                } else {
                    json.unknown(name, "manifests");
                }
            });
            Map<String, String> read = manifests.get();
            if (!json.diagnostics().isEmpty()) {
                return new Read.Wrong<>(json.diagnostics());
            }
            return read == null
                    ? new Read.Unreadable<>(
                            DiagnosticCode.MISSING_MEMBER.name(),
                            "\"manifests\" is missing (expected: file name to text)")
                    : new Read.Good<>(read);
        } catch (BodyRefusal e) {
            return new Read.Unreadable<>(e.code(), e.text());
        }
    }
}
