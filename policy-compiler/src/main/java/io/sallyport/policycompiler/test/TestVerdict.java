package io.sallyport.policycompiler.test;

/** The result of a test, in the terms of {@code opa test}. */
public enum TestVerdict {
    /** Its value is true. */
    PASS,
    /** Its value is not true, or undefined; or one of its cases failed. */
    FAIL,
    /** It could not be evaluated. */
    ERROR,
    /** It is named {@code todo_test_...}. */
    SKIPPED
}
