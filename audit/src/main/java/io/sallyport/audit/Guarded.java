package io.sallyport.audit;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.FileOperation;
import io.sallyport.model.Inquiry;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Ruling;
import io.sallyport.model.Verdict;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the record of a question of the decision API has beside the others.
 *
 * @param securityEvent what happened, in one word of the specs: {@code allowed}, {@code permission_denied}, ...
 * @param level {@code INFO}, {@code WARNING} or {@code ERROR}
 * @param skill as it was claimed, or null
 * @param capability what was asked under; null where that could not be read
 * @param target of an action; null for requests
 * @param operation on a file, or null
 * @param resolved whether the caller said that links are resolved in the path
 * @param allowlist the patterns that the question was compared with, where none covered it
 */
public record Guarded(
        String securityEvent,
        String level,
        @Nullable String skill,
        String phase,
        @Nullable String command,
        @Nullable String capability,
        @Nullable String target,
        @Nullable String operation,
        boolean resolved,
        boolean dryRun,
        List<String> allowlist) {
    /** Patterns that one record names. */
    static final int MAX_ALLOWLIST = 50;

    /** Chars of each. */
    static final int MAX_PATTERN_CHARS = 200;

    public Guarded {
        allowlist = allowlist.stream()
                .limit(MAX_ALLOWLIST)
                .map(text -> text.substring(0, Math.min(text.length(), MAX_PATTERN_CHARS)))
                .toList();
    }

    static Guarded of(Ruling ruling) {
        Inquiry inquiry = ruling.inquiry();
        ReasonCode reason = ruling.decision().reason();
        FileOperation operation = inquiry == null ? null : inquiry.operation();
        return new Guarded(
                ruling.isAllowed() ? "allowed" : reason.code().toLowerCase(Locale.ROOT),
                level(reason.verdict()),
                ruling.skill(),
                ruling.phase().word(),
                inquiry == null ? null : inquiry.command(),
                inquiry == null ? null : inquiry.capability(),
                inquiry != null && inquiry.question() instanceof CanonicalAction action ? action.target() : null,
                operation == null ? null : operation.word(),
                inquiry != null && inquiry.resolved(),
                inquiry != null && inquiry.dryRun(),
                ruling.allowed());
    }

    private static String level(Verdict verdict) {
        return switch (verdict) {
            case ALLOW -> "INFO";
            case DENY, REJECT, LIMIT -> "WARNING";
            case FAIL -> "ERROR";
        };
    }
}
