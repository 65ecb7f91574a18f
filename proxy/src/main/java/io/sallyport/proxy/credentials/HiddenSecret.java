package io.sallyport.proxy.credentials;

import org.jspecify.annotations.Nullable;

/**
 * What must not come back in an answer. Immutable.
 *
 * @param patterns the forms in which it must not
 * @param refusedAs the name under which an answer that has it is refused; null where it becomes stars
 */
public record HiddenSecret(
        SecretPatterns patterns, @Nullable String refusedAs) {
    static HiddenSecret of(Credential credential, SecretPatterns patterns) {
        boolean refuses = credential.use().inAnswers() == CredentialUse.InAnswers.REFUSE;
        return new HiddenSecret(patterns, refuses ? credential.name() : null);
    }
}
