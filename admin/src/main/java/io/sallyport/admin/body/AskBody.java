package io.sallyport.admin.body;

import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.decision.ask.AskAnswer;
import io.sallyport.documents.DiagnosticCode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the body of {@code POST /v1/ask/{id}}: {@code {"answer": "allow", "uses": 3, "for_seconds": 600, "name":
 * "ada", "reason": "..."}}.
 */
public final class AskBody extends CallBodyReader<AskBody.Said> {
    private static final String KNOWN = "answer, uses, for_seconds, name, reason";
    private static final int MAX_NAME = 64;
    private static final Duration BY_DEFAULT = Duration.ofMinutes(10);
    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,5}");

    private @Nullable Boolean allows;
    private @Nullable String name;
    private @Nullable String reason;
    private int uses = 1;
    private long seconds = BY_DEFAULT.toSeconds();

    private AskBody(CallBody json) {
        super(json);
    }

    public static Read<Said> read(ByteBuffer body) {
        return read(body, AskBody::new);
    }

    /**
     * An answer without the caller.
     *
     * @param name whom the caller answers for, or null
     */
    public record Said(
            boolean allows,
            int uses,
            Duration validFor,
            @Nullable String name,
            @Nullable String reason) {
        /** Returns the answer of {@code caller}. */
        public AskAnswer by(String caller) {
            String who = name == null ? caller : name + " (" + caller + ")";
            return allows ? new AskAnswer.Allowed(who, reason, uses, validFor) : new AskAnswer.Denied(who, reason);
        }
    }

    @Override
    void member(String member) throws BodyRefusal {
        switch (member) {
            case "answer" -> allows = answer();
            case "uses" -> uses = (int) number(member, AskAnswer.Allowed.MAX_USES);
            case "for_seconds" -> seconds = number(member, AskAnswer.Allowed.MAX_VALIDITY.toSeconds());
            case "name" -> name = text(member, MAX_NAME);
            case "reason" -> reason = text(member, ChangeOrigin.MAX_NOTE);
            default -> json.unknown(member, KNOWN);
        }
    }

    private @Nullable Boolean answer() {
        return switch (json.string("answer")) {
            case "allow" -> true;
            case "deny" -> false;
            case null -> null;
            default -> {
                json.wrong(DiagnosticCode.WRONG_TYPE, "\"answer\" is another word (expected: allow, deny)", null);
                yield null;
            }
        };
    }

    private long number(String member, long most) {
        String text = json.numberText();
        long number = text != null && NUMBER.matcher(text).matches() ? Long.parseLong(text) : 0;
        if (number < 1 || number > most) {
            json.wrong(
                    DiagnosticCode.WRONG_TYPE,
                    "\"" + member + "\" is no such number (expected: a whole number from 1 to " + most + ")",
                    null);
        }
        return number;
    }

    private @Nullable String text(String member, int most) {
        String text = json.string(member);
        boolean isLine =
                text == null || (text.length() <= most && text.codePoints().noneMatch(ChangeOrigin::isUnprintable));
        if (!isLine) {
            json.wrong(
                    DiagnosticCode.WRONG_TYPE,
                    "\"" + member + "\" is no line of text (expected: at most " + most
                            + " chars, no control characters)",
                    null);
        }
        return text == null || text.isBlank() ? null : text;
    }

    @Override
    Read<Said> ended() {
        Boolean said = allows;
        return said == null
                ? new Read.Unreadable<>(DiagnosticCode.MISSING_MEMBER, "\"answer\" is missing (expected: allow, deny)")
                : new Read.Good<>(new Said(said, uses, Duration.ofSeconds(seconds), name, reason));
    }
}
