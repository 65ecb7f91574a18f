package io.sallyport.console.page;

/**
 * The form that takes a token.
 *
 * @param failure why the last attempt failed; empty at first
 */
public record LoginPage(String failure) {}
