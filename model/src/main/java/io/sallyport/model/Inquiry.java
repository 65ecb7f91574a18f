package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/**
 * One question of the decision API, read.
 *
 * @param question what is judged
 * @param capability what it is asked under, as {@code tool.call}; {@code net.fetch} for requests
 * @param skill on whose behalf, as it was claimed; or null
 * @param command of the skill, or null
 * @param operation on a file, or null
 * @param resolved whether the caller says that links are resolved in the path of a file
 * @param dryRun whether nothing is to be counted
 * @param webSocket whether the request opens a WebSocket
 */
public record Inquiry(
        Question question,
        String capability,
        @Nullable String skill,
        @Nullable String command,
        @Nullable FileOperation operation,
        boolean resolved,
        boolean dryRun,
        boolean webSocket) {
    /** The same in the form in which paths of files are compared. */
    public Inquiry in(PathCase pathCase) {
        Question compared = question instanceof CanonicalAction action ? action.in(pathCase) : question;
        return compared.equals(question)
                ? this
                : new Inquiry(compared, capability, skill, command, operation, resolved, dryRun, webSocket);
    }

    /** One that opens no WebSocket. */
    public Inquiry(
            Question question,
            String capability,
            @Nullable String skill,
            @Nullable String command,
            @Nullable FileOperation operation,
            boolean resolved,
            boolean dryRun) {
        this(question, capability, skill, command, operation, resolved, dryRun, false);
    }
}
