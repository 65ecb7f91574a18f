package io.sallyport.control.calls;

import io.sallyport.model.text.Parsed;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who changed guardrails, a workspace or a sandbox, and why. Immutable.
 *
 * @param by the role of the token; or {@link #FILE} or {@link #BUNDLE}, the operator's own source
 * @param name the name of the token, or of a bundle that comes from a server; null for another source
 * @param note what the author said of the change, at most {@link #MAX_NOTE} chars without control characters; or null
 * @param restores the epoch or generation that a rollback restores, or null
 * @param approver who approved it, with what was said of that; null if nobody had to
 */
public record ChangeOrigin(
        String by,
        @Nullable String name,
        @Nullable String note,
        @Nullable Long restores,
        @Nullable ChangeOrigin approver) {
    /** Limit of a note, in chars. */
    public static final int MAX_NOTE = 300;

    /** The configured folder of guardrails. */
    public static final ChangeOrigin FILE = new ChangeOrigin("file", null, null, null, null);

    /** The configured bundle of guardrails. */
    public static final ChangeOrigin BUNDLE = new ChangeOrigin("bundle", null, null, null, null);

    /** A change that was made before changes were recorded, or that no person made. */
    public static final ChangeOrigin UNKNOWN = new ChangeOrigin("unknown", null, null, null, null);

    /** Returns the bundle of that name, which comes from a server. */
    public static ChangeOrigin ofBundle(String name) {
        return new ChangeOrigin(BUNDLE.by, name, null, null, null);
    }

    /** Returns a change by the API; refuses a note that is too long or that could control a terminal. */
    public static Parsed<ChangeOrigin> ofToken(String role, String name, @Nullable String note) {
        if (note != null && note.length() > MAX_NOTE) {
            return new Parsed.Rejected<>("the note is too long (expected: at most " + MAX_NOTE + " chars)");
        }
        return note != null && note.codePoints().anyMatch(ChangeOrigin::isUnprintable)
                ? new Parsed.Rejected<>("the note holds a control character (expected: one line of text)")
                : new Parsed.Accepted<>(new ChangeOrigin(role, name, note, null, null));
    }

    /** Returns whether a code point could move the cursor of a terminal or turn the direction of text. */
    public static boolean isUnprintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /** Returns a copy that restores an epoch or a generation. */
    public ChangeOrigin restoring(long version) {
        return new ChangeOrigin(by, name, note, version, approver);
    }

    /** Returns the source as the audit log names it, such as {@code file} or {@code bundle:NAME}. */
    public String source() {
        return name == null ? by : by + ":" + name;
    }

    /** Returns whether both are of tokens of one name, whatever their roles: a name stands for a person. */
    public boolean isSamePersonAs(ChangeOrigin other) {
        return Objects.equals(name, other.name);
    }

    /** Returns a copy that {@code other} approved. */
    public ChangeOrigin approvedBy(ChangeOrigin other) {
        return new ChangeOrigin(by, name, note, restores, other);
    }
}
