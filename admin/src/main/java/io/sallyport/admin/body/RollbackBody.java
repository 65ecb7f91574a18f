package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the body of {@code POST /v1/guardrails/rollback}: {@code {"epoch": 3}}. */
public final class RollbackBody extends CallBodyReader<Long> {
    private static final Pattern EPOCH = Pattern.compile("[1-9]\\d{0,17}");

    private @Nullable Long epoch;

    private RollbackBody(CallBody json) {
        super(json);
    }

    public static Read<Long> read(ByteBuffer body) {
        return read(body, RollbackBody::new);
    }

    @Override
    void member(String name) {
        switch (name) {
            case "epoch" -> epoch = epoch();
            default -> json.unknown(name, "epoch");
        }
    }

    private @Nullable Long epoch() {
        String text = json.numberText();
        if (text == null || !EPOCH.matcher(text).matches()) {
            json.wrong(DiagnosticCode.WRONG_TYPE, "\"epoch\" is no epoch (expected: a whole number above 0)", null);
            return null;
        }
        return Long.valueOf(text);
    }

    @Override
    Read<Long> ended() {
        return epoch == null
                ? new Read.Unreadable<>(DiagnosticCode.MISSING_MEMBER, "\"epoch\" is missing (expected: a number)")
                : new Read.Good<>(epoch);
    }
}
