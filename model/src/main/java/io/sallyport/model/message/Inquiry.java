package io.sallyport.model.message;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.FileOperation;
import io.sallyport.model.PathCase;
import io.sallyport.model.Question;
import org.jspecify.annotations.Nullable;

/**
 * One question of the decision API, parsed.
 *
 * @param question the question that is judged
 * @param capability its capability, such as {@code tool.call}; {@code net.fetch} for requests
 * @param skill the skill that the caller claims to act for, or null
 * @param command the command of the skill, or null
 * @param operation the operation on a file, or null
 * @param resolved whether the caller states that the file's path has its links resolved
 * @param dryRun whether nothing is counted
 * @param headers of a request, with its body, as far as the question states them
 */
public record Inquiry(
        Question question,
        String capability,
        @Nullable String skill,
        @Nullable String command,
        @Nullable FileOperation operation,
        boolean resolved,
        boolean dryRun,
        RequestHeaders headers) {
    /** One that says nothing but its question. */
    public Inquiry(
            Question question,
            String capability,
            @Nullable String skill,
            @Nullable String command,
            @Nullable FileOperation operation,
            boolean resolved,
            boolean dryRun) {
        this(question, capability, skill, command, operation, resolved, dryRun, RequestHeaders.EMPTY);
    }

    /** Returns a copy with the path of a file in the form in which paths are compared. */
    public Inquiry in(PathCase pathCase) {
        Question compared = question instanceof CanonicalAction action ? action.in(pathCase) : question;
        return compared.equals(question)
                ? this
                : new Inquiry(compared, capability, skill, command, operation, resolved, dryRun, headers);
    }

    /** Returns a copy in whose request {@code search} looks for secrets; an action has none to look in. */
    public Inquiry searchedBy(SecretSearch search) {
        return question instanceof CanonicalRequest
                ? new Inquiry(
                        question, capability, skill, command, operation, resolved, dryRun, headers.searchedBy(search))
                : this;
    }

    /** Returns whether the request opens a WebSocket. */
    public boolean webSocket() {
        return question instanceof CanonicalRequest request && request.scheme().isWebSocket();
    }
}
