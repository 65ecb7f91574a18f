package io.sallyport.inference;

import org.jspecify.annotations.Nullable;

/**
 * One text of a prompt: of a message, of an instruction, or the arguments or the result of a tool, which are JSON where
 * they are no text. Immutable.
 *
 * @param role whose it is, one of the words that the APIs have; null if the request does not say, or says another
 */
public record PromptText(@Nullable String role, String text) {}
