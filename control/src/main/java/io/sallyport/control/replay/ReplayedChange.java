package io.sallyport.control.replay;

import java.util.Locale;

/** What a policy changes for a recorded question. */
public enum ReplayedChange {
    NEWLY_ALLOWED,
    NEWLY_REFUSED,
    /** The policy comes to something that the record lacks. */
    CANNOT_BE_SAID,
    STILL_ALLOWED,
    STILL_REFUSED,
    /** Something else decided, with which no policy is compared. */
    NOT_BY_POLICY;

    static ReplayedChange of(boolean was, boolean is) {
        return was == is ? is ? STILL_ALLOWED : STILL_REFUSED : is ? NEWLY_ALLOWED : NEWLY_REFUSED;
    }

    /** Returns the word in reports for programs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the words in reports for people. */
    public String words() {
        return switch (this) {
            case NOT_BY_POLICY -> "not decided by policy";
            default -> word().replace('_', ' ');
        };
    }

    /** Returns whether questions with this change are listed, and not only counted. */
    boolean isListed() {
        return switch (this) {
            case NEWLY_ALLOWED, NEWLY_REFUSED, CANNOT_BE_SAID -> true;
            case STILL_ALLOWED, STILL_REFUSED, NOT_BY_POLICY -> false;
        };
    }
}
