package io.sallyport.admin.body;

import io.sallyport.control.calls.LeaseControl.LeaseRequest;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses the body of {@code PUT /v1/leases/{id}}. Keeps the lease in it as text. */
public final class LeaseBody extends CallBodyReader<LeaseRequest> {
    private static final String MEMBERS = "lease, lease_constraints, parent, workspace, subject, sandbox, audience";
    private static final Set<String> SUBJECT = Set.of("job_id", "agent", "principal");
    private static final int MAX_CHARS = 256;

    private @Nullable String lease;
    private @Nullable String constraints;
    private @Nullable SandboxId parent;
    private @Nullable WorkspaceId workspace;
    private Map<String, String> subject = Map.of();
    private @Nullable String sandbox;
    private @Nullable String audience;

    private LeaseBody(CallBody json) {
        super(json);
    }

    public static Read<LeaseRequest> read(ByteBuffer body) {
        return read(body, LeaseBody::new, "lease", "lease_constraints");
    }

    @Override
    Read<LeaseRequest> ended() {
        String given = lease;
        return given == null
                ? new Read.Unreadable<>(DiagnosticCode.NO_LEASE, "\"lease\" is missing (expected: an object)")
                : new Read.Good<>(new LeaseRequest(given, constraints, parent, workspace, subject, sandbox, audience));
    }

    @Override
    void member(String name) throws BodyRefusal {
        switch (name) {
            case "lease" -> lease = json.embedded(name);
            case "lease_constraints" -> constraints = json.isNull() ? null : json.embedded(name);
            case "parent" -> parent = parent(json.string(name));
            case "workspace" -> workspace = json.workspace(name);
            case "subject" -> subject = subject(json.strings(name, SUBJECT.size()));
            case "sandbox" -> sandbox = printable(name, json.string(name));
            case "audience" -> audience = printable(name, json.string(name));
            default -> json.unknown(name, MEMBERS);
        }
    }

    private @Nullable SandboxId parent(@Nullable String text) {
        SandboxId id = text == null ? null : SandboxId.parse(text);
        if (text != null && id == null) {
            json.wrong(DiagnosticCode.WRONG_VALUE, "\"parent\" is no lease id: \"" + CallBody.shown(text) + "\"", null);
        }
        return id;
    }

    private Map<String, String> subject(Map<String, String> given) {
        given.forEach((name, value) -> {
            if (!SUBJECT.contains(name)) {
                json.wrong(
                        DiagnosticCode.UNKNOWN_MEMBER,
                        "\"" + CallBody.shown(name) + "\" is not known in \"subject\"",
                        null);
            }
            printable("subject." + name, value);
        });
        return given;
    }

    private @Nullable String printable(String name, @Nullable String text) {
        if (text != null
                && (text.isEmpty()
                        || text.length() > MAX_CHARS
                        || text.codePoints().anyMatch(Character::isISOControl))) {
            json.wrong(
                    DiagnosticCode.WRONG_VALUE,
                    "\"" + CallBody.shown(name) + "\" is empty, over " + MAX_CHARS + " chars or not printable",
                    null);
        }
        return text;
    }
}
