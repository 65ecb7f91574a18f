package io.sallyport.apiservers.check;

/**
 * What was seen of one clause.
 *
 * @param observed what there was in place of what is wanted, or why nothing was seen; empty where it passes
 */
public record ClauseResult(ContractClause clause, ClauseVerdict verdict, String observed) {
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

    static ClauseResult pass(ContractClause clause) {
        return new ClauseResult(clause, ClauseVerdict.PASS, "");
    }

    static ClauseResult fallsShort(ContractClause clause, String observed) {
        return new ClauseResult(clause, ClauseVerdict.SHORT, observed);
    }

    static ClauseResult unseen(ContractClause clause, String why) {
        return new ClauseResult(clause, ClauseVerdict.UNSEEN, why);
    }

    /** A pass where {@code kept}. */
    static ClauseResult of(ContractClause clause, boolean kept, String observed) {
        return kept ? pass(clause) : fallsShort(clause, observed);
    }
}
