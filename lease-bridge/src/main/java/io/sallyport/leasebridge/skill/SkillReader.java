package io.sallyport.leasebridge.skill;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.documents.Shape;
import io.sallyport.documents.YamlReader;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Grant;
import io.sallyport.model.RateLimits;
import io.sallyport.model.SkillLimits;
import io.sallyport.model.SkillStatus;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads manifests of skills, YAML or JSON. Validates the whole file: an unknown field refuses it. Opens no other file.
 */
public final class SkillReader {
    /** Limit of one manifest, in bytes of UTF-8. */
    public static final int MAX_BYTES = 64 << 10;

    private static final int MAX_NODES = 20_000;
    private static final int MAX_COMMANDS = 256;
    private static final Pattern COMMAND = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}");
    private static final Pattern MODULE =
            Pattern.compile("(?!(?:.*/)?\\.{1,2}(?:/|$))[A-Za-z0-9._-]{1,100}(?:/[A-Za-z0-9._-]{1,100}){0,15}");

    private final Findings findings;
    private final Map<String, Member> manifest;
    private final String id;

    private SkillReader(Findings findings, Map<String, Member> manifest, String id) {
        this.findings = findings;
        this.manifest = manifest;
        this.id = id;
    }

    /** A manifest, or the reasons why there is none. */
    public sealed interface Result {
        List<Diagnostic> diagnostics();
    }

    public record Read(SkillManifest manifest, List<Diagnostic> diagnostics) implements Result {}

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /**
     * Reads a manifest.
     *
     * @param file file name for diagnostics, such as {@code rust.yaml}
     */
    public static Result read(String file, String text) {
        Findings findings = new Findings(file);
        DocumentNode root = root(text, findings);
        if (!(root instanceof Members(var members, var place))) {
            if (root != null) {
                findings.error(root.place(), DiagnosticCode.BAD_VALUE, "a manifest is a mapping", null);
            }
            return new Refused(findings.all());
        }
        SkillShape.MANIFEST.check(root, Shape.ROOT, findings);
        Scalar id = Fields.scalar(members, "id");
        Scalar name = id == null ? Fields.scalar(members, "name") : id;
        if (name == null) {
            findings.error(place, DiagnosticCode.MISSING_KEY, "id is missing", null);
        }
        SkillManifest read = new SkillReader(findings, members, name == null ? "" : name.text()).manifest();
        return findings.hasErrors() ? new Refused(findings.all()) : new Read(read, findings.all());
    }

    private static @Nullable DocumentNode root(String text, Findings findings) {
        if (text.length() > MAX_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            findings.error(Place.START, DiagnosticCode.TOO_LARGE, "a manifest is larger than 64 KiB", null);
            return null;
        }
        return YamlReader.read(text, new YamlReader.Bounds(MAX_NODES, false), findings);
    }

    private SkillManifest manifest() {
        FilesReader.checkFolders(manifest, findings);
        Map<String, Member> permissions = Fields.members(manifest, "permissions");
        NamesReader names = new NamesReader(id, findings);
        return new SkillManifest(
                id,
                text("version"),
                status(),
                declares(permissions, "net")
                        ? new NetworkReader(id, findings).read(Fields.members(permissions, "net"))
                        : null,
                declares(permissions, "fs")
                        ? new FilesReader(manifest, Fields.members(permissions, "fs"), names, findings).read()
                        : null,
                named(permissions, names, "tools", CapabilityName.TOOL_CALL),
                named(permissions, names, "models", CapabilityName.MODEL_USE),
                commands(),
                limits());
    }

    private static boolean declares(Map<String, Member> permissions, String key) {
        Member member = permissions.get(key);
        return member != null && !(member.value() instanceof Scalar scalar && scalar.isNull());
    }

    private static @Nullable List<Grant.Named> named(
            Map<String, Member> permissions, NamesReader names, String key, String capability) {
        return declares(permissions, key)
                ? names.read(Fields.texts(permissions, key), capability, key, _ -> true)
                : null;
    }

    private String text(String key) {
        Scalar scalar = Fields.scalar(manifest, key);
        return scalar == null ? "" : scalar.text();
    }

    /** Returns the status; a manifest without one is not in use. */
    private SkillStatus status() {
        SkillStatus status = SkillStatus.of(text("status"));
        return status == null ? SkillStatus.IMPORTED : status;
    }

    private Map<String, String> commands() {
        Map<String, String> commands = new HashMap<>();
        Fields.members(manifest, "commands").forEach((name, member) -> {
            if (!COMMAND.matcher(name).matches()) {
                findings.error(
                        member.keyPlace(),
                        DiagnosticCode.BAD_VALUE,
                        "commands: a name is not of the form " + COMMAND,
                        null);
            }
            String module = member.value() instanceof Scalar scalar ? scalar.text() : "";
            if (!MODULE.matcher(module).matches()) {
                String message =
                        "commands." + Findings.quote(name) + ": a path below the folder of the skill is wanted";
                findings.error(member.value().place(), DiagnosticCode.BAD_VALUE, message, null);
            }
            if (commands.size() == MAX_COMMANDS) {
                findings.error(member.keyPlace(), DiagnosticCode.TOO_MANY, "commands: more than " + MAX_COMMANDS, null);
            }
            commands.put(name, module);
        });
        return commands;
    }

    private SkillLimits limits() {
        Map<String, Member> limits = Fields.members(manifest, "limits");
        Map<String, RateLimits> byCapability = new HashMap<>();
        Fields.members(limits, "capabilities").forEach((capability, member) -> {
            if (!isCapability(capability)) {
                String message = Findings.quote(capability) + " is no capability that a manifest speaks of";
                findings.error(member.keyPlace(), DiagnosticCode.UNKNOWN_KEY, message, null);
            }
            byCapability.put(capability, rates(Fields.members(member.value())));
        });
        int concurrent = number(limits, "concurrent");
        int timeout = number(manifest, "timeout_ms");
        if (concurrent > 0 && timeout == 0) {
            Member written = Objects.requireNonNull(limits.get("concurrent"));
            findings.error(
                    written.keyPlace(),
                    DiagnosticCode.NO_TIMEOUT,
                    "concurrent: timeout_ms says when a call's place is free again",
                    null);
            concurrent = 0;
        }
        return new SkillLimits(rates(limits), byCapability, concurrent, timeout, number(manifest, "max_bytes"));
    }

    private static boolean isCapability(String name) {
        return name.equals(CapabilityName.NET_FETCH)
                || name.equals(CapabilityName.FS_READ)
                || name.equals(CapabilityName.FS_WRITE)
                || name.equals(CapabilityName.TOOL_CALL)
                || name.equals(CapabilityName.MODEL_USE);
    }

    private static RateLimits rates(Map<String, Member> limits) {
        return new RateLimits(rate(limits, "per_second"), rate(limits, "per_minute"), rate(limits, "per_run"));
    }

    private static int rate(Map<String, Member> limits, String key) {
        return Math.min(RateLimits.MAX, number(limits, key)); // a rate that is too large is already reported
    }

    private static int number(Map<String, Member> members, String key) {
        Scalar scalar = Fields.scalar(members, key);
        Integer number = scalar == null ? null : scalar.number();
        return number == null || number < 0 ? 0 : number; // a number that is too small is already reported
    }
}
