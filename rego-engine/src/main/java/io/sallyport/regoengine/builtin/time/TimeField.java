package io.sallyport.regoengine.builtin.time;

/** The fields of a layout of Go's {@code time}, in the order in which they are searched for, each with its example. */
enum TimeField {
    LONG_MONTH("January"),
    MONTH("Jan"),
    LONG_WEEKDAY("Monday"),
    WEEKDAY("Mon"),
    ZONE_NAME("MST"),
    ZERO_MONTH("01"),
    ZERO_DAY("02"),
    ZERO_HOUR12("03"),
    ZERO_MINUTE("04"),
    ZERO_SECOND("05"),
    YEAR("06"),
    ZERO_YEAR_DAY("002"),
    HOUR("15"),
    NUM_MONTH("1"),
    LONG_YEAR("2006"),
    DAY("2"),
    UNDER_DAY("_2"),
    UNDER_YEAR_DAY("__2"),
    HOUR12("3"),
    MINUTE("4"),
    SECOND("5"),
    UPPER_HALF("PM"),
    LOWER_HALF("pm"),
    OFFSET_SECONDS("-070000"),
    OFFSET_COLON_SECONDS("-07:00:00"),
    OFFSET("-0700"),
    OFFSET_COLON("-07:00"),
    OFFSET_HOURS("-07"),
    ISO_SECONDS("Z070000"),
    ISO_COLON_SECONDS("Z07:00:00"),
    ISO("Z0700"),
    ISO_COLON("Z07:00"),
    ISO_HOURS("Z07"),
    /** A separator and digits, including zeros at the end. */
    FRACTION(""),
    /** A separator and digits, without zeros at the end. */
    SHORT_FRACTION("");

    private final String example;

    TimeField(String example) {
        this.example = example;
    }

    String example() {
        return example;
    }

    boolean isOffset() {
        return compareTo(OFFSET_SECONDS) >= 0 && compareTo(ISO_HOURS) <= 0;
    }

    /** Returns whether a zero offset is written {@code Z}. */
    boolean isIso() {
        return isOffset() && example.startsWith("Z");
    }
}
