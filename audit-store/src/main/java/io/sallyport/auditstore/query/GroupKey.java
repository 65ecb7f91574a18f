package io.sallyport.auditstore.query;

import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What records can be counted by: the value of a field, or the span of time, in UTC, in which they were read. */
public enum GroupKey {
    KIND(RecordField.KIND),
    SANDBOX(RecordField.SANDBOX),
    RUN(RecordField.RUN),
    VERDICT(RecordField.VERDICT),
    REASON(RecordField.REASON),
    HOST(RecordField.HOST),
    RULE(RecordField.RULE),
    SKILL(RecordField.SKILL),
    MINUTE("minute", Duration.ofMinutes(1)),
    HOUR("hour", Duration.ofHours(1)),
    DAY("day", Duration.ofDays(1));

    /** How many keys one count takes. */
    public static final int MAX_KEYS = 3;

    private final String word;
    private final @Nullable RecordField field;
    private final Duration span;

    GroupKey(RecordField field) {
        this.word = field.word();
        this.field = field;
        this.span = Duration.ZERO;
    }

    GroupKey(String word, Duration span) {
        this.word = word;
        this.field = null;
        this.span = span;
    }

    /** Returns the key of that name, or null. */
    public static @Nullable GroupKey of(String word) {
        return Arrays.stream(values())
                .filter(key -> key.word.equals(word))
                .findFirst()
                .orElse(null);
    }

    public String word() {
        return word;
    }

    /** Returns the field, or null if it is a span of time. */
    public @Nullable RecordField field() {
        return field;
    }

    /** Returns the length of the span; zero if it is a field. */
    public Duration span() {
        return span;
    }
}
