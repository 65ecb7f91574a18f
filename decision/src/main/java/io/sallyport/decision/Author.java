package io.sallyport.decision;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody's Rego that may only narrow: the security team's or a sandbox's own. Immutable, shared by all who use it.
 *
 * @param deny the rule {@code deny}, less what {@code reported} has of it; or null where there is none
 * @param reported the rules of {@code deny} of which it is known beforehand that they are in report mode, or null where
 *     there is none
 * @param obligations the rule {@code obligations}, or null where there is none
 * @param data the base documents it reads
 * @param annotations the name of a deny to an object of {@code message} and {@code hint}, for what a deny does not say
 *     itself
 */
public record Author(
        @Nullable Evaluable deny,
        @Nullable Evaluable reported,
        @Nullable Evaluable obligations,
        RegoObject data,
        RegoObject annotations) {
    /** Says nothing of any request. */
    public static final Author SILENT = new Author(null, null, null, EntryObject.EMPTY, EntryObject.EMPTY);

    /** Both authors' annotations, as the library reads them at {@code data.sallyport.annotations}; may be empty. */
    public static RegoObject annotations(Author guardrails, Author sandbox) {
        EntryObject annotations = RegoObject.growing();
        if (guardrails.annotations.size() > 0) {
            annotations.put("guardrails", guardrails.annotations);
        }
        if (sandbox.annotations.size() > 0) {
            annotations.put("sandbox", sandbox.annotations);
        }
        return annotations.sealed();
    }

    /** What an author says of one request. */
    sealed interface Answer {
        /** Whether it holds for this moment only. */
        boolean usedMoment();

        /** What is mounted for the library; with nothing in it, nothing was said. */
        record Said(RegoObject document, boolean usedMoment) implements Answer {
            static final Said NOTHING = new Said(EntryObject.EMPTY, false);
        }

        /**
         * It could not be evaluated.
         *
         * @param fault why and where, for the author of the Rego; never for a sandbox
         */
        record Failed(String fault, boolean usedMoment) implements Answer {}
    }

    /** Asks what is enforced; a failing builtin fails the answer. Never throws. */
    Answer ask(RegoObject input, Limits limits, EvalClock clock) {
        return ask(Rule.ENFORCED, input, limits, clock);
    }

    /** Asks what is only reported, which is mounted at {@code deny} too. Never throws. */
    Answer askReported(RegoObject input, Limits limits, EvalClock clock) {
        return ask(Rule.ONLY_REPORTED, input, limits, clock);
    }

    private Answer ask(List<Rule> rules, RegoObject input, Limits limits, EvalClock clock) {
        if (lacks(rules)) {
            return Answer.Said.NOTHING;
        }
        EntryObject said = RegoObject.growing();
        boolean moment = false;
        for (Rule rule : rules) {
            Evaluable document = rule.of(this);
            if (document == null) {
                continue;
            }
            Outcome outcome = document.evaluate(input, data, limits.strict(), clock);
            moment |= outcome.usedMoment();
            switch (outcome) {
                case Outcome.Defined defined -> rule.add(defined.value(), said);
                case Outcome.Undefined _ -> {}
                case Outcome.Failed failed -> {
                    return new Answer.Failed(failed.text(), moment);
                }
            }
        }
        return new Answer.Said(said.sealed(), moment);
    }

    private boolean lacks(List<Rule> rules) {
        for (Rule rule : rules) {
            if (rule.of(this) != null) {
                return false;
            }
        }
        return true;
    }

    private enum Rule {
        DENY("deny"),
        OBLIGATIONS("obligations"),
        REPORTED("deny");

        private static final List<Rule> ENFORCED = List.of(DENY, OBLIGATIONS);
        private static final List<Rule> ONLY_REPORTED = List.of(REPORTED);

        private final String word;

        Rule(String word) {
            this.word = word;
        }

        @Nullable
        Evaluable of(Author author) {
            return switch (this) {
                case DENY -> author.deny;
                case OBLIGATIONS -> author.obligations;
                case REPORTED -> author.reported;
            };
        }

        /** An empty set says nothing; what is no set is passed on, and the library refuses it. */
        void add(RegoValue value, EntryObject said) {
            if (!(value instanceof RegoSet set) || set.size() > 0) {
                said.put(word, value);
            }
        }
    }
}
