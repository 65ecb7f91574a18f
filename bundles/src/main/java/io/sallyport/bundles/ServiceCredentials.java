package io.sallyport.bundles;

import io.sallyport.credentials.SecretSource;

/** How a service knows the gateway. The values are read for each request. Immutable. */
public sealed interface ServiceCredentials {
    /** Not at all. */
    record None() implements ServiceCredentials {}

    /**
     * By a token in {@code Authorization}.
     *
     * @param scheme in front of it, such as {@code Bearer}
     * @param token has the one value {@code value}
     */
    record Token(String scheme, SecretSource token) implements ServiceCredentials {}

    /** By a certificate in the handshake; the source has the values {@code certificate} and {@code key}, both PEM. */
    record ClientCertificate(SecretSource pair) implements ServiceCredentials {}

    /**
     * By a signature of AWS, version 4; the source has {@link #ACCESS_KEY_ID}, {@link #SECRET_ACCESS_KEY} and perhaps
     * {@link #SESSION_TOKEN}.
     *
     * @param service such as {@code s3}
     */
    record AwsSignature4(SecretSource keys, String region, String service) implements ServiceCredentials {
        public static final String ACCESS_KEY_ID = "access_key_id";
        public static final String SECRET_ACCESS_KEY = "secret_access_key";
        public static final String SESSION_TOKEN = "session_token";
    }
}
