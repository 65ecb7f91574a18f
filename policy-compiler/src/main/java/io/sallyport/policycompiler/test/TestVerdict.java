package io.sallyport.policycompiler.test;

/** What came of a test, in the words of {@code opa test}. */
public enum TestVerdict {
    /** Its value is true. */
    PASS,
    /** Its value is another, or undefined; or one of its cases failed. */
    FAIL,
    /** It could not be evaluated. */
    ERROR,
    /** It is named {@code todo_test_...}. */
    SKIPPED
}
