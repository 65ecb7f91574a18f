package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the body of a rollback: {@code {"epoch": 3}} of guardrails, {@code {"generation": 3}} of a sandbox. */
public final class RollbackBody extends CallBodyReader<Long> {
    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,17}");

    private final String known;
    private @Nullable Long number;

    private RollbackBody(CallBody json, String known) {
        super(json);
        this.known = known;
    }

    /**
     * Reads a body.
     *
     * @param member that names what is restored
     */
    public static Read<Long> read(ByteBuffer body, String member) {
        return read(body, json -> new RollbackBody(json, member));
    }

    @Override
    void member(String name) {
        if (name.equals(known)) {
            number = number();
        } else {
            json.unknown(name, known);
        }
    }

    private @Nullable Long number() {
        String text = json.numberText();
        if (text == null || !NUMBER.matcher(text).matches()) {
            json.wrong(
                    DiagnosticCode.WRONG_TYPE,
                    "\"" + known + "\" is no " + known + " (expected: a whole number above 0)",
                    null);
            return null;
        }
        return Long.valueOf(text);
    }

    @Override
    Read<Long> ended() {
        return number == null
                ? new Read.Unreadable<>(
                        DiagnosticCode.MISSING_MEMBER, "\"" + known + "\" is missing (expected: a number)")
                : new Read.Good<>(number);
    }
}
