package io.sallyport.model;

/** What a dialer says to a host and port before any network access. Never {@code null}. Immutable. */
public sealed interface DialVerdict permits DialVerdict.Pass, DialRefusal {
    /** The only {@link Pass}. */
    DialVerdict PASS = new Pass();

    /** A dial would proceed; the addresses that a name resolves to may still be refused then. */
    final class Pass implements DialVerdict {
        private Pass() {}

        @Override
        public String toString() {
            return "Pass";
        }
    }
}
