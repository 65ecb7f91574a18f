package io.sallyport.audit;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What records do not say, by rules of the operator. It is left out before a line is sealed, so no hash depends on it.
 * Immutable.
 *
 * @param members whose text is replaced by {@link #REDACTED}
 * @param paths that are replaced by the pattern that they match, in members that hold a path or URL
 */
public record RecordRedaction(Set<String> members, List<RedactedPath> paths) {
    /** What stands in place of a text. */
    public static final String REDACTED = "[redacted]";

    /** The members that a rule may name: those that records, chain, folding and searches do without. */
    public static final Set<String> NAMEABLE = Set.of(
            "run",
            "lease_id",
            "pattern",
            "path",
            "url",
            "target",
            "domain",
            "address",
            "via",
            "client_address",
            "peer",
            "program",
            "program_sha256",
            "client",
            "detail",
            "command",
            "model",
            "provider_model",
            "prompt");

    private static final Set<String> WITH_PATHS = Set.of("path", "url", "target");

    /** Nothing is left out. */
    public static final RecordRedaction NONE = new RecordRedaction(Set.of(), List.of());

    public RecordRedaction {
        members = Set.copyOf(members);
        paths = List.copyOf(paths);
        if (!NAMEABLE.containsAll(members)) {
            throw new IllegalArgumentException("a member that every record needs: " + members);
        }
    }

    /** Returns what a record says as the member {@code name}, null if it says nothing. */
    @Nullable
    String text(String name, @Nullable String value) {
        if (value == null || (members.isEmpty() && paths.isEmpty())) {
            return value;
        }
        if (members.contains(name)) {
            return REDACTED;
        }
        return WITH_PATHS.contains(name) ? withoutPath(value) : value;
    }

    private String withoutPath(String value) {
        int scheme = value.indexOf("://");
        int slash = value.indexOf('/', scheme < 0 ? 0 : scheme + "://".length());
        if (slash < 0) {
            return value;
        }
        String path = value.substring(slash);
        return paths.stream()
                .filter(pattern -> pattern.covers(path))
                .findFirst()
                .map(pattern -> value.substring(0, slash) + pattern.text())
                .orElse(value);
    }
}
