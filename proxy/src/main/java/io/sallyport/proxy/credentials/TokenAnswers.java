package io.sallyport.proxy.credentials;

import io.sallyport.model.text.Parsed;

/**
 * Keeps the tokens that a token endpoint gives to one sandbox (RFC 6749, section 5.1), which is shown placeholders in
 * their place. Safe for concurrent use; never waits.
 */
@FunctionalInterface
public interface TokenAnswers {
    /**
     * Keeps the tokens of an answer.
     *
     * @return what is shown of it; rejected where it cannot be read, or its tokens cannot be kept, by a sentence that
     *     quotes nothing of it
     */
    Parsed<String> keep(String answer);
}
