package io.sallyport.console.page;

/**
 * The form that takes a token.
 *
 * @param failure why the last attempt failed; empty at first
 * @param provider where one may log in without a token; empty for nowhere
 */
public record LoginPage(String failure, String provider) {}
