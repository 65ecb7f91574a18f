package io.sallyport.leasebridge.accesslist;

/** Whether a condition holds, as far as a list says by itself. */
enum Truth {
    YES,
    NO,
    /** It depends on what the list does not say: an address, the time, the client. */
    UNKNOWN;

    static Truth of(boolean holds) {
        return holds ? YES : NO;
    }

    Truth and(Truth other) {
        if (this == NO || other == NO) {
            return NO;
        }
        return this == YES ? other : UNKNOWN;
    }

    Truth or(Truth other) {
        return negated().and(other.negated()).negated();
    }

    Truth negated() {
        return switch (this) {
            case YES -> NO;
            case NO -> YES;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
