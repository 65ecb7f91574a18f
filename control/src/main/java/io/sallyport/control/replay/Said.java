package io.sallyport.control.replay;

import io.sallyport.decision.Judge.Judgement;
import io.sallyport.decision.Judge.PassingInput;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a policy says of a recorded question. Immutable.
 *
 * @param lacks what it came to beside; its decision is unsaid unless this is empty
 * @param isOfMoment whether it read the time, so that it holds for this record only
 */
public record Said(Decision decision, Set<Lack> lacks, boolean isOfMoment) {
    /** Of a judgement on a question of which neither query nor headers nor body are known. */
    public static Said of(Judgement judgement) {
        Decision decision = judgement.decision();
        Set<Lack> lacks = EnumSet.noneOf(Lack.class);
        if (!judgement.anyQuery()) {
            lacks.add(Lack.QUERY);
        }
        if (decision instanceof Decision.Allow allow && allow.obligations().body()) {
            lacks.add(Lack.BODY);
        }
        // The authors' rules, which read these, only narrow: what is not granted is refused whatever they say.
        boolean isGranted = decision.reason() != ReasonCode.NO_GRANT;
        if (isGranted && judgement.restsOn().contains(PassingInput.HEADERS)) {
            lacks.add(Lack.HEADERS);
        }
        if (isGranted && judgement.restsOn().contains(PassingInput.IDENTITY)) {
            lacks.add(Lack.IDENTITY);
        }
        return new Said(
                decision,
                Collections.unmodifiableSet(lacks),
                judgement.restsOn().contains(PassingInput.TIME));
    }

    boolean isAllowed() {
        return decision instanceof Decision.Allow;
    }

    /** Returns whether a tunnel has to be opened, so that each request inside is judged. */
    boolean looksInside() {
        return decision instanceof Decision.Allow allow && allow.obligations().intercept();
    }

    /** Returns the reason, and the rule if one decided. */
    String by() {
        String rule = decision.rule();
        return rule == null ? decision.reason().word() : decision.reason().word() + " by " + rule;
    }
}
