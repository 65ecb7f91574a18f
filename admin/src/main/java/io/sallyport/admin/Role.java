package io.sallyport.admin;

import org.jspecify.annotations.Nullable;

/** What the holder of a token may do. Only the operator may do everything. */
public enum Role {
    OPERATOR("operator"),
    RUNNER("runner"),
    SECURITY("security"),
    READER("reader");

    private final String word;

    Role(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    boolean may(Permission permission) {
        return switch (permission) {
            case READ_STATE, READ_WORKSPACES, EXPLAIN -> true;
            case READ_SANDBOXES -> this != SECURITY;
            case CHANGE_SANDBOXES, CHECK -> this == OPERATOR || this == RUNNER;
            case READ_GUARDRAILS, READ_AUDIT -> this != RUNNER;
            case CHANGE_WORKSPACES, CHANGE_GUARDRAILS, ANSWER_ASKS -> this == OPERATOR || this == SECURITY;
        };
    }

    /** Returns the role with that word, or null. */
    public static @Nullable Role of(String word) {
        return switch (word) {
            case "operator" -> OPERATOR;
            case "runner" -> RUNNER;
            case "security" -> SECURITY;
            case "reader" -> READER;
            default -> null;
        };
    }
}
