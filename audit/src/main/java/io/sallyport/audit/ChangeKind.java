package io.sallyport.audit;

/** The kinds of {@link AuditEvent.ChangeEvent}. */
public enum ChangeKind {
    /** A call of the control API that changes no policy. */
    ADMIN("admin"),
    /** A call that puts documents into force. */
    POLICY("policy"),
    /** A change without a call: a server starts or fails, a budget is exhausted, the log reports on itself. */
    LIFECYCLE("lifecycle"),
    /** A request waits for a person, or waits no longer. */
    ASK("ask");

    private final String word;

    ChangeKind(String word) {
        this.word = word;
    }

    /** Returns the word used in lines and queries. */
    public String word() {
        return word;
    }
}
