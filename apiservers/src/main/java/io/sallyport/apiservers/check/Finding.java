package io.sallyport.apiservers.check;

/**
 * What was seen of one clause.
 *
 * @param observed what there was in place of what is wanted, or why nothing was seen; empty where it passes
 */
public record Finding(Clause clause, ClauseVerdict verdict, String observed) {
    /** Whether the clause is kept. */
    public enum ClauseVerdict {
        PASS("pass"),
        SHORT("falls short"),
        /** It could not be tried. */
        UNSEEN("not seen");

        private final String words;

        ClauseVerdict(String words) {
            this.words = words;
        }

        /** For people and programs. */
        public String words() {
            return words;
        }
    }

    static Finding pass(Clause clause) {
        return new Finding(clause, ClauseVerdict.PASS, "");
    }

    static Finding fallsShort(Clause clause, String observed) {
        return new Finding(clause, ClauseVerdict.SHORT, observed);
    }

    static Finding unseen(Clause clause, String why) {
        return new Finding(clause, ClauseVerdict.UNSEEN, why);
    }

    /** A pass where {@code kept}. */
    static Finding of(Clause clause, boolean kept, String observed) {
        return kept ? pass(clause) : fallsShort(clause, observed);
    }
}
