package io.sallyport.audit;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.FileOperation;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.SkillNote;
import io.sallyport.model.answer.Ruling;
import io.sallyport.model.message.Inquiry;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The fields that only the record of a question to the decision API has.
 *
 * @param securityEvent what happened, in one word of the specs: {@code allowed}, {@code permission_denied}, ...
 * @param level {@code INFO}, {@code WARNING} or {@code ERROR}
 * @param skill the skill that the caller claims, or null
 * @param skillVersion the version of the skill in use under that name; null if there is no skill or no version
 * @param skillDigest lower-case hex SHA-256 of its manifest, or null if there is none
 * @param webSocket whether the request opens a WebSocket
 * @param capability the capability of the question, or null if it could not be read
 * @param target of an action; null for requests
 * @param operation on a file, or null
 * @param resolved whether the caller said that links are resolved in the path
 * @param allowlist the patterns that the question was compared with, if none covered it
 */
public record QuestionPart(
        String securityEvent,
        String level,
        @Nullable String skill,
        @Nullable String skillVersion,
        @Nullable String skillDigest,
        String phase,
        @Nullable String command,
        @Nullable String capability,
        @Nullable String target,
        @Nullable String operation,
        boolean resolved,
        boolean dryRun,
        boolean webSocket,
        List<String> allowlist) {
    /** The maximum number of patterns that one record lists. */
    static final int MAX_ALLOWLIST = 50;

    /** The maximum length of each, in chars. */
    static final int MAX_PATTERN_CHARS = 200;

    public QuestionPart {
        allowlist = allowlist.stream()
                .limit(MAX_ALLOWLIST)
                .map(text -> text.substring(0, Math.min(text.length(), MAX_PATTERN_CHARS)))
                .toList();
    }

    static QuestionPart of(Ruling ruling) {
        Inquiry inquiry = ruling.inquiry();
        ReasonCode reason = ruling.decision().reason();
        SkillNote note = ruling.note();
        FileOperation operation = inquiry == null ? null : inquiry.operation();
        return new QuestionPart(
                ruling.isAllowed() ? "allowed" : reason.code().toLowerCase(Locale.ROOT),
                level(reason.verdict()),
                ruling.skill(),
                note == null || note.version().isEmpty() ? null : note.version(),
                note == null ? null : note.digest(),
                ruling.phase().word(),
                inquiry == null ? null : inquiry.command(),
                inquiry == null ? null : inquiry.capability(),
                inquiry != null && inquiry.question() instanceof CanonicalAction action ? action.target() : null,
                operation == null ? null : operation.word(),
                inquiry != null && inquiry.resolved(),
                inquiry != null && inquiry.dryRun(),
                inquiry != null && inquiry.webSocket(),
                ruling.allowed());
    }

    private static String level(AuditVerdict verdict) {
        return switch (verdict) {
            case ALLOW -> "INFO";
            case DENY, REJECT, LIMIT -> "WARNING";
            case FAIL -> "ERROR";
        };
    }
}
