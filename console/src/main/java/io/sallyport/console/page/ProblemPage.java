package io.sallyport.console.page;

/**
 * Why there is no page.
 *
 * @param status of HTTP
 * @param message a sentence
 */
public record ProblemPage(int status, String title, String message) {}
