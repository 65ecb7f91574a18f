package io.sallyport.model;

/** Whether refusals for missing grants are enforced or only recorded. */
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
