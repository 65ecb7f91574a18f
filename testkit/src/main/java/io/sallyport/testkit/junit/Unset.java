package io.sallyport.testkit.junit;

/** Stands in a field that a method with {@code @BeforeEach} sets. */
public final class Unset {
    private Unset() {}

    /** Returns nothing that may be used. */
    @SuppressWarnings({"TypeParameterUnusedInFormals", "NullAway"})
    public static <T> T unset() {
        return null;
    }
}
