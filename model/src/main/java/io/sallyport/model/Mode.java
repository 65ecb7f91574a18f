package io.sallyport.model;

/** Whether a refusal is enforced or only recorded. */
public enum Mode {
    ENFORCE("enforce"),
    REPORT("report");

    private final String word;

    Mode(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
