package io.sallyport.proxy.credentials;

import io.sallyport.egress.tls.ClientIdentity;
import org.jspecify.annotations.Nullable;

/** What a credential is worth at one moment. */
public sealed interface CredentialValue {
    /** What may be used for a request. */
    sealed interface Usable extends CredentialValue {
        /** The forms in which it must not come back; none of what is never sent. */
        SecretPatterns patterns();
    }

    /**
     * A value that may be sent.
     *
     * @param text visible text, with nothing in it that ends a line
     * @param patterns the forms in which it must not come back
     */
    record Known(String text, SecretPatterns patterns) implements Usable {
        public Known {
            if (text.isEmpty() || text.chars().anyMatch(c -> c < ' ' || c >= 0x7f)) {
                throw new IllegalArgumentException("a value is empty or has other than visible characters");
            }
        }

        public static Known of(String text) {
            return new Known(text, SecretPatterns.of(text));
        }

        /** Whether it may stand in a path or a query: nothing in it means anything there. */
        boolean fitsUrl() {
            return !text.contains("..") && text.chars().noneMatch(c -> "/\\?#".indexOf(c) >= 0);
        }

        /** Without the value. */
        @Override
        public String toString() {
            return "Known";
        }
    }

    /** Keys that sign, of which none takes the place of a placeholder. */
    record SigningKeys(AwsKeys keys, SecretPatterns patterns) implements Usable {
        public static SigningKeys of(AwsKeys keys) {
            return new SigningKeys(keys, SecretPatterns.of(keys.secrets().toArray(String[]::new)));
        }
    }

    /** A certificate with its key, shown in handshakes and never in a message. */
    record Certified(ClientIdentity identity) implements Usable {
        @Override
        public SecretPatterns patterns() {
            return SecretPatterns.NONE;
        }
    }

    /**
     * There is none yet, and nothing waits for one: a login inside of the sandbox brings it.
     *
     * @param answers keeps the tokens in the answers to such requests; null where they bring none
     */
    record Unset(@Nullable TokenAnswers answers) implements CredentialValue {}

    /**
     * Nothing may be sent.
     *
     * @param why for operators, without any secret
     */
    record Unavailable(String why) implements CredentialValue {}
}
