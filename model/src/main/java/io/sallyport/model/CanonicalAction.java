package io.sallyport.model;

import io.sallyport.model.Canonicalized.Accepted;
import io.sallyport.model.Canonicalized.Rejected;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation other than a network request: a tool call, a file access, the use of a model, a delegation to an agent,
 * or a vendor-defined capability. Kept in the one form that is judged, remembered and audited. Immutable.
 */
public final class CanonicalAction implements Question {
    /** Limit of a target, in bytes of UTF-8. */
    public static final int MAX_TARGET_BYTES = 4_096;

    private final RequestKind kind;
    private final String capability;
    private final String target;
    private final @Nullable String skill;
    private final @Nullable ModelInvocation invocation;
    private final int hash;

    private CanonicalAction(RequestKind kind, String capability, String target, @Nullable String skill) {
        this(kind, capability, target, skill, null);
    }

    private CanonicalAction(
            RequestKind kind,
            String capability,
            String target,
            @Nullable String skill,
            @Nullable ModelInvocation invocation) {
        this.kind = kind;
        this.capability = capability;
        this.target = target;
        this.skill = skill;
        this.invocation = invocation;
        this.hash = Objects.hash(capability, target, skill, invocation);
    }

    /**
     * Parses an action. Names are opaque. A path must be absolute and must not contain {@code ..}, because a symbolic
     * link could change what that means. Never throws, never guesses.
     *
     * @param capability exact name, such as {@code tool.call}
     * @param skill the skill that the caller claims to act for, or null
     */
    public static Canonicalized<CanonicalAction> parse(String capability, String target, @Nullable String skill) {
        return parse(capability, target, skill, true);
    }

    /**
     * Parses a target in the form in which documents are compared: a path may be relative, and {@code ..} is folded.
     * Only for trying leases out; a caller about to act uses {@link #parse}.
     */
    public static Canonicalized<CanonicalAction> parseFolded(String capability, String target) {
        return parse(capability, target, null, false);
    }

    private static Canonicalized<CanonicalAction> parse(
            String capability, String target, @Nullable String skill, boolean plain) {
        RequestKind kind = CapabilityName.kindOf(capability);
        if (kind == null) {
            return new Rejected<>(ReasonCode.MALFORMED_REQUEST, "no capability of actions", 0);
        }
        if (target.length() > MAX_TARGET_BYTES || target.getBytes(StandardCharsets.UTF_8).length > MAX_TARGET_BYTES) {
            return new Rejected<>(faultOf(kind), "the target is longer than " + MAX_TARGET_BYTES + " bytes", 0);
        }
        if (kind != RequestKind.FILE) {
            return named(kind, capability, target, skill);
        }
        return plain ? file(capability, target, skill) : folded(capability, target, skill);
    }

    private static Canonicalized<CanonicalAction> file(String capability, String target, @Nullable String skill) {
        if (!target.startsWith("/")) {
            return new Rejected<>(ReasonCode.PATH_NOT_CANONICAL, "the path is not absolute", 0);
        }
        if (Arrays.asList(target.split("/", -1)).contains("..")) {
            return new Rejected<>(ReasonCode.PATH_NOT_CANONICAL, "the path climbs", target.indexOf("/.."));
        }
        return folded(capability, target, skill);
    }

    private static Canonicalized<CanonicalAction> folded(String capability, String target, @Nullable String skill) {
        return switch (FilePath.parse(target)) {
            case Parsed.Rejected(var why, int at) -> new Rejected<>(ReasonCode.PATH_NOT_CANONICAL, why, at);
            case Parsed.Accepted(var path) ->
                new Accepted<>(new CanonicalAction(RequestKind.FILE, capability, path, skill));
        };
    }

    private static Canonicalized<CanonicalAction> named(
            RequestKind kind, String capability, String target, @Nullable String skill) {
        return switch (OpaqueName.parse(target)) {
            case Parsed.Rejected(var why, int at) -> new Rejected<>(ReasonCode.NOT_CANONICAL, why, at);
            case Parsed.Accepted(var name) -> new Accepted<>(new CanonicalAction(kind, capability, name, skill));
        };
    }

    private static ReasonCode faultOf(RequestKind kind) {
        return kind == RequestKind.FILE ? ReasonCode.PATH_NOT_CANONICAL : ReasonCode.NOT_CANONICAL;
    }

    /** Returns this action with the path of a file in the form in which paths are compared. */
    public CanonicalAction in(PathCase pathCase) {
        String compared = kind == RequestKind.FILE ? pathCase.of(target) : target;
        return compared.equals(target) ? this : new CanonicalAction(kind, capability, compared, skill, invocation);
    }

    @Override
    public RequestKind kind() {
        return kind;
    }

    /** Returns the capability, such as {@code tool.call}. */
    @Override
    public String capability() {
        return capability;
    }

    /** Returns a name, or an absolute path. */
    @Override
    public String target() {
        return target;
    }

    /** Returns null: an action is at no host. */
    @Override
    public @Nullable CanonicalHost host() {
        return null;
    }

    /** Returns the skill that the caller claims to act for, or null. */
    public @Nullable String skill() {
        return skill;
    }

    /** Returns the use of a model with what is known of its request; of another action, this. */
    public CanonicalAction by(ModelInvocation request) {
        return kind == RequestKind.MODEL ? new CanonicalAction(kind, capability, target, skill, request) : this;
    }

    /** Returns the request of a model that passes through the gateway; null if the action is no such request. */
    public @Nullable ModelInvocation invocation() {
        return invocation;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CanonicalAction that
                && hash == that.hash
                && capability.equals(that.capability)
                && target.equals(that.target)
                && Objects.equals(skill, that.skill)
                && Objects.equals(invocation, that.invocation);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Returns text for people. */
    @Override
    public String toString() {
        return capability + " " + target;
    }
}
