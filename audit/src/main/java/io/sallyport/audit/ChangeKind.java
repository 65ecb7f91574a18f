package io.sallyport.audit;

/** What a {@link AuditEvent.ChangeEvent} is about. */
public enum ChangeKind {
    /** A call of the control API that puts no policy in force. */
    ADMIN("admin"),
    /** A call that puts documents in force. */
    POLICY("policy"),
    /** What happens without a call: a server starts or fails, a budget runs out, the log tells of itself. */
    LIFECYCLE("lifecycle");

    private final String word;

    ChangeKind(String word) {
        this.word = word;
    }

    /** The word in lines and queries. */
    public String word() {
        return word;
    }
}
