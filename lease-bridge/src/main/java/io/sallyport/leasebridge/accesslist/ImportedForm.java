package io.sallyport.leasebridge.accesslist;

/** What an access list becomes. */
public enum ImportedForm {
    /** A network policy: it has methods and denials, and no word for one scheme alone. */
    POLICY("policy"),
    /** A lease: it has schemes, and neither methods nor denials. */
    LEASE("lease");

    private final String word;

    ImportedForm(String word) {
        this.word = word;
    }

    /** Returns the word of the command line. */
    public String word() {
        return word;
    }
}
