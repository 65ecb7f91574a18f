package io.sallyport.admin.body;

import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.identity.IdentityClaims;
import io.sallyport.model.text.LabelName;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the body of {@code PUT /v1/sandboxes/{id}}. Keeps the documents in it as text. */
public final class SandboxBody extends CallBodyReader<SandboxDocuments> {
    private static final String MEMBERS = "lease, lease_constraints, harness, policy, rego, run, phase, labels, parent,"
            + " workspace, phase_gates, allowlist_get, dialect, files, profiles, forge, identity_token";
    private static final String OF_WORKSPACE =
            "lease, lease_constraints, harness, policy, rego, allowlist_get, dialect, files, profiles, forge";
    private static final Set<String> MEMBERS_OF_WORKSPACE = Set.of(OF_WORKSPACE.split(", "));
    private static final int MAX_LABELS = 64;
    private static final int MAX_LABEL_CHARS = 256;
    private static final int MAX_RUN_CHARS = 256;
    private static final int MAX_GATES = 16;
    private static final int MAX_FILES = 64;
    private static final int MAX_PROFILES = 64;
    private static final int MAX_NAME_CHARS = 1_024;
    private static final Pattern PROFILE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final Set<String> FORGES = Set.of("github", "gitlab", "jira");
    /** The capabilities of a lease that a phase can withhold. */
    private static final Set<String> GATES =
            Set.of("net.fetch", "tool.call", "fs.read", "fs.write", "model.use", "agent.delegate");

    private final SandboxDocuments.Builder documents = SandboxDocuments.builder();
    private Map<String, String> files = Map.of();
    private Set<String> profiles = Set.of();
    private @Nullable String forge;

    private final IdentityIssuers issuers;
    private final boolean ofWorkspace;

    private SandboxBody(CallBody json, IdentityIssuers issuers, boolean ofWorkspace) {
        super(json);
        this.issuers = issuers;
        this.ofWorkspace = ofWorkspace;
    }

    /**
     * Reads a body.
     *
     * @param issuers those who may vouch for the sandbox
     */
    public static Read<SandboxDocuments> read(ByteBuffer body, IdentityIssuers issuers) {
        return read(body, json -> new SandboxBody(json, issuers, false), "lease", "lease_constraints");
    }

    /** Reads the body of {@code PUT /v1/workspaces/{id}}: documents that grant and restrict, and nothing else. */
    public static Read<SandboxDocuments> ofWorkspace(ByteBuffer body, IdentityIssuers issuers) {
        return read(body, json -> new SandboxBody(json, issuers, true), "lease", "lease_constraints");
    }

    @Override
    void member(String name) throws BodyRefusal {
        if (ofWorkspace && !MEMBERS_OF_WORKSPACE.contains(name)) {
            json.unknown(name, OF_WORKSPACE);
            return;
        }
        switch (name) {
            case "lease" -> documents.lease(json.embedded(name));
            case "lease_constraints" -> documents.leaseConstraints(json.embedded(name));
            case "harness" -> documents.harness(json.string(name));
            case "policy" -> documents.policy(json.string(name));
            case "rego" -> documents.rego(RegoFiles.read(json, name));
            case "run" -> documents.run(run(json.string(name)));
            case "phase" -> documents.phase(PhaseBody.phase(json, name));
            case "labels" -> documents.labels(labels(json.strings(name, MAX_LABELS)));
            case "parent" -> documents.parent(parent(json.string(name)));
            case "workspace" -> documents.workspace(json.workspace(name));
            case "phase_gates" -> documents.phaseGates(gates(json.stringSet(name, MAX_GATES)));
            case "dialect" -> documents.dialect(json.string(name));
            case "allowlist_get" -> documents.allowlistGet(json.bool(name));
            case "files" -> files = files(json.strings(name, MAX_FILES));
            case "profiles" -> profiles = profiles(json.stringSet(name, MAX_PROFILES));
            case "forge" -> forge = forge(json.string(name));
            case "identity_token" -> documents.identity(identity(json.string(name)));
            default -> json.unknown(name, MEMBERS);
        }
    }

    /** Verifies an identity token. The body keeps what it claims, never the token. */
    private @Nullable IdentityClaims identity(@Nullable String token) {
        return switch (token == null ? null : issuers.verify(token)) {
            case null -> null;
            case IdentityIssuers.Identified.Accepted(IdentityClaims claims) -> claims;
            case IdentityIssuers.Identified.Rejected(String why) -> {
                json.wrong(DiagnosticCode.IDENTITY_TOKEN, "\"identity_token\": " + why, null);
                yield null;
            }
        };
    }

    private @Nullable String run(@Nullable String text) {
        if (text != null && (text.isEmpty() || text.length() > MAX_RUN_CHARS || hasControl(text))) {
            json.wrong(
                    DiagnosticCode.WRONG_VALUE,
                    "\"run\" is empty, over " + MAX_RUN_CHARS + " chars or not printable",
                    null);
        }
        return text;
    }

    private Map<String, String> labels(Map<String, String> given) {
        given.forEach((name, value) -> {
            if (!LabelName.is(name) || value.length() > MAX_LABEL_CHARS || hasControl(value)) {
                json.wrong(
                        DiagnosticCode.WRONG_VALUE,
                        "label \"" + CallBody.shown(name) + "\" has no fit name or value",
                        "names are " + LabelName.FORM + ", values printable and at most " + MAX_LABEL_CHARS + " chars");
            }
        });
        return given;
    }

    private @Nullable SandboxId parent(@Nullable String text) {
        SandboxId id = text == null ? null : SandboxId.parse(text);
        if (text != null && id == null) {
            json.wrong(
                    DiagnosticCode.WRONG_VALUE, "\"parent\" is no sandbox id: \"" + CallBody.shown(text) + "\"", null);
        }
        return id;
    }

    private Set<String> gates(Set<String> given) {
        given.stream()
                .filter(gate -> !GATES.contains(gate) && !CapabilityName.isVendor(gate))
                .forEach(gate -> json.wrong(
                        DiagnosticCode.WRONG_VALUE,
                        "\"phase_gates\" names \"" + CallBody.shown(gate) + "\", which is no capability",
                        "known are: "
                                + String.join(", ", GATES.stream().sorted().toList())
                                + ", x-vendor.VENDOR.NAME"));
        return given;
    }

    /** Checks file names. They are only looked up among themselves; no file of that name is opened. */
    private Map<String, String> files(Map<String, String> given) {
        given.keySet().stream()
                .filter(name -> name.isEmpty() || name.length() > MAX_NAME_CHARS || hasControl(name))
                .forEach(name -> json.wrong(
                        DiagnosticCode.WRONG_VALUE,
                        "\"files\" has a name that is empty, too long or not printable",
                        null));
        return given;
    }

    private Set<String> profiles(Set<String> given) {
        given.stream()
                .filter(name -> !PROFILE.matcher(name).matches())
                .forEach(name -> json.wrong(
                        DiagnosticCode.WRONG_VALUE,
                        "\"profiles\" names \"" + CallBody.shown(name) + "\", which is no name of a profile",
                        "names are " + PROFILE));
        return given;
    }

    private @Nullable String forge(@Nullable String word) {
        if (word != null && !FORGES.contains(word)) {
            json.wrong(DiagnosticCode.WRONG_VALUE, "\"forge\" is none of github, gitlab and jira", null);
        }
        return word;
    }

    private static boolean hasControl(String text) {
        return text.codePoints().anyMatch(Character::isISOControl);
    }

    @Override
    Read<SandboxDocuments> ended() {
        var around = new HarnessFiles(files, profiles.stream().sorted().toList(), forge);
        return new Read.Good<>(documents.enclosed(around).build());
    }
}
