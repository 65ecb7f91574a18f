package io.sallyport.model.answer;

import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One thing that speaks against an operation.
 *
 * @param capability what was asked under, as {@code tool.call}; null where that could not be read
 * @param target in canonical form, without a query; null where that could not be read
 * @param pattern what of the lease it is about: the currency of a budget that is used up; or null
 * @param remaining what is left of that currency, as a decimal; null elsewhere. For the record, not for the sandbox
 */
public record Objection(
        ReasonCode reason,
        @Nullable String capability,
        @Nullable String target,
        @Nullable String pattern,
        @Nullable String remaining) {
    /** Chars of a target that a refusal repeats. */
    static final int MAX_TARGET = 1_024;

    public Objection {
        target = target == null || target.length() <= MAX_TARGET ? target : cut(target);
    }

    /** Never between the halves of one character. */
    private static String cut(String text) {
        return text.substring(0, Character.isHighSurrogate(text.charAt(MAX_TARGET - 1)) ? MAX_TARGET - 1 : MAX_TARGET);
    }

    /** One that is about nothing in particular that the lease says. */
    public static Objection of(ReasonCode reason, @Nullable Question question) {
        return new Objection(
                reason,
                question == null ? null : question.capability(),
                question == null ? null : question.target(),
                null,
                null);
    }

    /** The same about a currency of which that much is left. */
    public Objection about(String currency, String left) {
        return new Objection(reason, capability, target, currency, left);
    }

    void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("code", reason.code());
        json.writeStringProperty("reason", reason.word());
        json.writeStringProperty("capability", capability);
        json.writeStringProperty("target", target);
        if (pattern != null) {
            json.writeStringProperty("pattern", pattern);
        }
        json.writeEndObject();
    }
}
