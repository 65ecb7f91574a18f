package io.sallyport.decision.guard;

import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Takes members out of an object of a question, each of exactly one type. */
final class Members {
    private static final int SHOWN_CHARS = 40;

    private Members() {}

    /** Refuses a member that is not known; {@code where} says in what. */
    static void require(RegoObject object, Predicate<String> known, String where) throws UnreadableQuestion {
        for (int i = 0; i < object.size(); i++) {
            String name = object.keyAt(i) instanceof RegoString text ? text.text() : "";
            if (!known.test(name)) {
                String shown = name.codePointCount(0, name.length()) <= SHOWN_CHARS ? name : "a long one";
                throw UnreadableQuestion.of(where + ": a member that is not known: " + printable(shown));
            }
        }
    }

    private static String printable(String text) {
        return text.codePoints().anyMatch(Character::isISOControl) ? "not printable" : text;
    }

    static RegoValue need(RegoObject object, String name) throws UnreadableQuestion {
        RegoValue value = object.get(RegoString.of(name));
        if (value == null) {
            throw UnreadableQuestion.of(name + ": missing");
        }
        return value;
    }

    static RegoObject object(RegoValue value, String name) throws UnreadableQuestion {
        if (value instanceof RegoObject object) {
            return object;
        }
        throw UnreadableQuestion.of(name + ": not an object");
    }

    static String string(RegoValue value, String name) throws UnreadableQuestion {
        if (value instanceof RegoString text) {
            return text.text();
        }
        throw UnreadableQuestion.of(name + ": not a string");
    }

    static String needText(RegoObject object, String name) throws UnreadableQuestion {
        return string(need(object, name), name);
    }

    static @Nullable String text(RegoObject object, String name) throws UnreadableQuestion {
        RegoValue value = object.get(RegoString.of(name));
        return value == null ? null : string(value, name);
    }

    /** Absent is false. */
    static boolean flag(RegoObject object, String name) throws UnreadableQuestion {
        RegoValue value = object.get(RegoString.of(name));
        if (value != null && !(value instanceof RegoBoolean)) {
            throw UnreadableQuestion.of(name + ": not true or false");
        }
        return value instanceof RegoBoolean word && word.value();
    }
}
