package io.sallyport.model.answer;

import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One thing that speaks against an operation.
 *
 * @param capability the capability, such as {@code tool.call}; null if it could not be parsed
 * @param target in canonical form, without a query; null if it could not be parsed
 * @param pattern the part of the lease that it concerns, which is the currency of an exhausted budget; or null
 * @param remaining what is left of that currency, as a decimal; else null. For the audit log, not for the sandbox
 */
public record Objection(
        ReasonCode reason,
        @Nullable String capability,
        @Nullable String target,
        @Nullable String pattern,
        @Nullable String remaining) {
    /** Limit of the target in a refusal, in chars. */
    static final int MAX_TARGET = 1_024;

    public Objection {
        target = target == null || target.length() <= MAX_TARGET ? target : cut(target);
    }

    /** Cuts text without splitting a surrogate pair. */
    private static String cut(String text) {
        return text.substring(0, Character.isHighSurrogate(text.charAt(MAX_TARGET - 1)) ? MAX_TARGET - 1 : MAX_TARGET);
    }

    /** Returns an objection that concerns no particular part of the lease. */
    public static Objection of(ReasonCode reason, @Nullable Question question) {
        return new Objection(
                reason,
                question == null ? null : question.capability(),
                question == null ? null : question.target(),
                null,
                null);
    }

    /** Returns a copy about a currency, with what is left of it. */
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
