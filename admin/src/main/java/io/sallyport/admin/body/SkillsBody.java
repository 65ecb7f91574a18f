package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the body of {@code PUT /v1/sandboxes/{id}/skills}: {@code {"manifests": {"rust.yaml": "..."}}}. */
public final class SkillsBody extends CallBodyReader<Map<String, String>> {
    private @Nullable Map<String, String> manifests;

    private SkillsBody(CallBody json) {
        super(json);
    }

    /** Reads the manifests. An empty object is a set without skills; a missing one is an error. */
    public static Read<Map<String, String>> read(ByteBuffer body) {
        return read(body, SkillsBody::new);
    }

    @Override
    void member(String name) throws BodyRefusal {
        switch (name) {
            case "manifests" -> manifests = RegoFiles.read(json, name);
            default -> json.unknown(name, "manifests");
        }
    }

    @Override
    Read<Map<String, String>> ended() {
        return manifests == null
                ? new Read.Unreadable<>(
                        DiagnosticCode.MISSING_MEMBER, "\"manifests\" is missing (expected: file name to text)")
                : new Read.Good<>(manifests);
    }
}
