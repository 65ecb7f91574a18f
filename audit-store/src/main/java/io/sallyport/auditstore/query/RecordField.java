package io.sallyport.auditstore.query;

/** A field of records that a query can ask to have one value. {@code docs/audit.md} says what each means. */
public enum RecordField {
    KIND("kind"),
    SANDBOX("sandbox"),
    RUN("run"),
    VERDICT("verdict"),
    REASON("reason"),
    HOST("host"),
    RULE("rule"),
    SKILL("skill_id");

    /** Of a longer value, the store keeps this many characters, and compares these alone. */
    public static final int MAX_CHARS = 1_024;

    private final String word;

    RecordField(String word) {
        this.word = word;
    }

    /** Returns the name of the field in records, and of the parameter that asks for it. */
    public String word() {
        return word;
    }

    /** Returns the part of {@code value} that the store keeps and compares. */
    public static String kept(String value) {
        return value.length() <= MAX_CHARS ? value : value.substring(0, MAX_CHARS);
    }
}
