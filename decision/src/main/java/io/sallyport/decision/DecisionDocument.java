package io.sallyport.decision;

import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.Reported;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the document {@code data.sallyport.decision} (decision contract, version 1). It allows only where {@code allow}
 * is true and everything else has its form; whatever is misshapen refuses.
 */
final class DecisionDocument {
    /** Denies of one decision that are kept; more would say no more. */
    static final int MAX_DENIES = Reported.MAX_DENIES;

    /** Characters of an author's text that are kept. */
    static final int MAX_TEXT = 300;

    // The members of the document: a look-up by text would make a string each time.
    private static final RegoString REASON = RegoString.named("reason");
    private static final RegoString ALLOW = RegoString.named("allow");
    private static final RegoString MODE = RegoString.named("mode");
    private static final RegoString OBLIGATIONS = RegoString.named("obligations");
    private static final RegoString RULE = RegoString.named("rule");
    private static final RegoString DENIES = RegoString.named("denies");
    private static final RegoString REPORTED = RegoString.named("reported");
    private static final RegoString MESSAGE = RegoString.named("message");
    private static final RegoString HINT = RegoString.named("hint");
    private static final RegoString ASK = RegoString.named("ask");
    private static final RegoString INTERCEPT = RegoString.named("intercept");
    private static final RegoString CREDENTIALS = RegoString.named("credentials");
    private static final RegoString REDACT = RegoString.named("redact");
    private static final RegoString RATE = RegoString.named("rate");
    private static final RegoString BODY_BYTES = RegoString.named("body_bytes");
    private static final RegoString ADDRESSES = RegoString.named("addresses");

    private static final Obligations INTERCEPTED = Obligations.NONE.intercepting();
    private static final Decision MISSHAPEN = Decision.Deny.of(ReasonCode.POLICY_ERROR);
    private static final Map<String, ReasonCode> REASONS = reasons();

    private DecisionDocument() {}

    static Decision read(RegoValue document) {
        if (!(document instanceof RegoObject object)) {
            return MISSHAPEN;
        }
        ReasonCode reason = REASONS.get(text(object.get(REASON)));
        if (reason == null) {
            return MISSHAPEN;
        }
        boolean allow = object.get(ALLOW) instanceof RegoBoolean word && word.value();
        return allow == (reason.verdict() == AuditVerdict.ALLOW)
                ? allow ? allowed(reason, object) : denied(reason, object)
                : MISSHAPEN;
    }

    private static Decision allowed(ReasonCode reason, RegoObject object) {
        Mode mode = mode(text(object.get(MODE)));
        Obligations obligations = obligations(object.get(OBLIGATIONS));
        return mode == null || obligations == null
                ? MISSHAPEN
                : new Decision.Allow(reason, textOrNull(object.get(RULE)), mode, obligations, reported(object));
    }

    private static Decision denied(ReasonCode reason, RegoObject object) {
        return new Decision.Deny(reason, textOrNull(object.get(RULE)), denies(object.get(DENIES)), reported(object));
    }

    /** Whether more rules denied it than are kept, of which none is known to ask. */
    static boolean isCut(Decision.Deny deny) {
        return deny.denies().size() >= MAX_DENIES;
    }

    /** Absent where no rule in report mode would have refused. */
    private static Reported reported(RegoObject object) {
        List<Decision.DenyRule> denies = denies(object.get(REPORTED));
        return denies.isEmpty() ? Reported.NONE : new Reported(denies, false);
    }

    private static List<Decision.DenyRule> denies(@Nullable RegoValue value) {
        List<Decision.DenyRule> denies = new ArrayList<>();
        if (value instanceof RegoArray array) {
            for (int i = 0; i < Math.min(MAX_DENIES, array.size()); i++) {
                if (array.get(i) instanceof RegoObject deny) {
                    denies.add(new Decision.DenyRule(
                            text(deny.get(RULE)),
                            text(deny.get(MESSAGE)),
                            textOrNull(deny.get(HINT)),
                            deny.get(ASK) instanceof RegoBoolean ask && ask.value()));
                }
            }
        }
        return denies;
    }

    private static @Nullable Mode mode(String word) {
        return switch (word) {
            case "enforce" -> Mode.ENFORCE;
            case "report" -> Mode.REPORT;
            default -> null;
        };
    }

    private static @Nullable Obligations obligations(@Nullable RegoValue value) {
        if (!(value instanceof RegoObject object)
                || !(object.get(INTERCEPT) instanceof RegoBoolean intercept)
                || !(object.get(CREDENTIALS) instanceof RegoArray credentials)
                || !(object.get(REDACT) instanceof RegoArray redact)
                || !isTextOrNull(object.get(RATE))) {
            return null;
        }
        Set<String> named = texts(credentials);
        Set<String> redacted = texts(redact);
        List<String> addresses = addresses(object.get(ADDRESSES));
        if (named == null || redacted == null || addresses == null) {
            return null;
        }
        var obligations = new Obligations(intercept.value(), named, textOrNull(object.get(RATE)), redacted, addresses);
        return limited(shared(obligations), object.get(BODY_BYTES));
    }

    /** Absent where no rule of the documents reads the body. */
    private static @Nullable Obligations limited(Obligations obligations, @Nullable RegoValue bytes) {
        if (bytes == null) {
            return obligations;
        }
        return bytes instanceof RegoNumber number
                        && number.isLong()
                        && number.longValue() > 0
                        && number.longValue() <= Integer.MAX_VALUE
                ? obligations.judgingBody((int) number.longValue())
                : null;
    }

    /** Absent where grants say nothing of addresses; a list without any would say that nothing may be dialled. */
    private static @Nullable List<String> addresses(@Nullable RegoValue value) {
        if (value == null) {
            return List.of();
        }
        Set<String> texts = value instanceof RegoArray array ? texts(array) : null;
        return texts == null || texts.isEmpty() ? null : List.copyOf(texts);
    }

    /** The commonest obligations are one object each. */
    private static Obligations shared(Obligations obligations) {
        if (obligations.equals(Obligations.NONE)) {
            return Obligations.NONE;
        }
        return obligations.equals(INTERCEPTED) ? INTERCEPTED : obligations;
    }

    private static @Nullable Set<String> texts(RegoArray array) {
        if (array.size() == 0) {
            return Set.of();
        }
        Set<String> texts = new LinkedHashSet<>();
        for (int i = 0; i < array.size(); i++) {
            if (!(array.get(i) instanceof RegoString string)) {
                return null;
            }
            texts.add(string.text());
        }
        return texts;
    }

    private static boolean isTextOrNull(@Nullable RegoValue value) {
        return value instanceof RegoString || value == RegoNull.NULL;
    }

    private static @Nullable String textOrNull(@Nullable RegoValue value) {
        return value instanceof RegoString ? text(value) : null;
    }

    private static String text(@Nullable RegoValue value) {
        String text = value instanceof RegoString string ? string.text() : "";
        return text.length() <= MAX_TEXT || text.codePointCount(0, text.length()) <= MAX_TEXT
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MAX_TEXT)) + "...";
    }

    private static Map<String, ReasonCode> reasons() {
        Map<String, ReasonCode> reasons = new HashMap<>();
        for (ReasonCode reason : ReasonCode.values()) {
            reasons.put(reason.word(), reason);
        }
        return reasons;
    }
}
