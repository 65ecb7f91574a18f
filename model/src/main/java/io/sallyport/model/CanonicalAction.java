package io.sallyport.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to do that is no request over the network: call a tool, read or write a file, use a model, hand work
 * to an agent, or what a vendor defines. In the one form that is judged, remembered and audited. Immutable.
 */
public final class CanonicalAction implements Question {
    /** Bytes of a target in UTF-8. */
    public static final int MAX_TARGET_BYTES = 4_096;

    private final RequestKind kind;
    private final String capability;
    private final String target;
    private final @Nullable String skill;
    private final int hash;

    private CanonicalAction(RequestKind kind, String capability, String target, @Nullable String skill) {
        this.kind = kind;
        this.capability = capability;
        this.target = target;
        this.skill = skill;
        this.hash = Objects.hash(capability, target, skill);
    }

    /** An action, or why there is none. */
    public sealed interface Parsed {}

    public record Accepted(CanonicalAction action) implements Parsed {}

    /** Refused; {@code at} is the index in the target of the first offending char. */
    public record Rejected(ReasonCode reason, String why, int at) implements Parsed {}

    /**
     * Reads what is asked. Names are opaque; a path must be absolute and may not climb at all, since what a link makes of
     * {@code ..} cannot be seen from here. Never throws, never guesses.
     *
     * @param capability as {@code tool.call}; exact
     * @param skill on whose behalf, as it was claimed; or null
     */
    public static Parsed parse(String capability, String target, @Nullable String skill) {
        return parse(capability, target, skill, true);
    }

    /**
     * Reads a target in the form in which documents are compared: a path may be relative, and what climbs is folded. For those
     * who try leases out; whoever is about to act asks by {@link #parse}.
     */
    public static Parsed parseFolded(String capability, String target) {
        return parse(capability, target, null, false);
    }

    private static Parsed parse(String capability, String target, @Nullable String skill, boolean plain) {
        RequestKind kind = CapabilityName.kindOf(capability);
        if (kind == null) {
            return new Rejected(ReasonCode.MALFORMED_REQUEST, "no capability of actions", 0);
        }
        if (target.length() > MAX_TARGET_BYTES || target.getBytes(StandardCharsets.UTF_8).length > MAX_TARGET_BYTES) {
            return new Rejected(faultOf(kind), "the target is longer than " + MAX_TARGET_BYTES + " bytes", 0);
        }
        if (kind != RequestKind.FILE) {
            return named(kind, capability, target, skill);
        }
        return plain ? file(capability, target, skill) : folded(capability, target, skill);
    }

    private static Parsed file(String capability, String target, @Nullable String skill) {
        if (!target.startsWith("/")) {
            return new Rejected(ReasonCode.PATH_NOT_CANONICAL, "the path is not absolute", 0);
        }
        if (Arrays.asList(target.split("/", -1)).contains("..")) {
            return new Rejected(ReasonCode.PATH_NOT_CANONICAL, "the path climbs", target.indexOf("/.."));
        }
        return folded(capability, target, skill);
    }

    private static Parsed folded(String capability, String target, @Nullable String skill) {
        return switch (FilePath.parse(target)) {
            case FilePath.Rejected(var why, int at) -> new Rejected(ReasonCode.PATH_NOT_CANONICAL, why, at);
            case FilePath.Accepted(var path) ->
                new Accepted(new CanonicalAction(RequestKind.FILE, capability, path, skill));
        };
    }

    private static Parsed named(RequestKind kind, String capability, String target, @Nullable String skill) {
        return switch (OpaqueName.parse(target)) {
            case OpaqueName.Rejected(var why, int at) -> new Rejected(ReasonCode.NOT_CANONICAL, why, at);
            case OpaqueName.Accepted(var name) -> new Accepted(new CanonicalAction(kind, capability, name, skill));
        };
    }

    private static ReasonCode faultOf(RequestKind kind) {
        return kind == RequestKind.FILE ? ReasonCode.PATH_NOT_CANONICAL : ReasonCode.NOT_CANONICAL;
    }

    /** The same in the form in which paths of files are compared. */
    public CanonicalAction in(PathCase pathCase) {
        String compared = kind == RequestKind.FILE ? pathCase.of(target) : target;
        return compared.equals(target) ? this : new CanonicalAction(kind, capability, compared, skill);
    }

    @Override
    public RequestKind kind() {
        return kind;
    }

    /** As {@code tool.call}. */
    @Override
    public String capability() {
        return capability;
    }

    /** A name, or an absolute path. */
    @Override
    public String target() {
        return target;
    }

    /** On whose behalf, as it was claimed; or null. */
    public @Nullable String skill() {
        return skill;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CanonicalAction that
                && hash == that.hash
                && capability.equals(that.capability)
                && target.equals(that.target)
                && Objects.equals(skill, that.skill);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** For people. */
    @Override
    public String toString() {
        return capability + " " + target;
    }
}
