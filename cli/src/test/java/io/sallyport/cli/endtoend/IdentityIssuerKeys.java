package io.sallyport.cli.endtoend;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.InstantSource;
import java.util.Base64;

/** An issuer {@code ci} of identity tokens, with a key pair of its own. */
record IdentityIssuerKeys(KeyPair pair) {
    /** The configuration of a gateway that has its public key as {@code ci.pem}. */
    static final String CONFIGURATION = """
            identity:
              issuers:
                ci: {issuer: "https://ci.test", audience: "sallyport", keys_file: "ci.pem", algorithms: ["RS256"]}
            """;

    static IdentityIssuerKeys generate() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return new IdentityIssuerKeys(generator.generateKeyPair());
    }

    /** Writes the public key where {@link #CONFIGURATION} names it, in the folder of the configuration. */
    void write(Path folder) throws IOException {
        Files.writeString(
                folder.resolve("ci.pem"),
                "-----BEGIN PUBLIC KEY-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(pair.getPublic().getEncoded())
                        + "\n-----END PUBLIC KEY-----\n");
    }

    /** Returns a token of the next hour that claims {@code ref}. */
    String token(String ref) throws GeneralSecurityException {
        long end = InstantSource.system().instant().getEpochSecond() + 3_600;
        String claims =
                "{\"iss\":\"https://ci.test\",\"aud\":\"sallyport\",\"exp\":%d,\"ref\":\"%s\"}".formatted(end, ref);
        String text = encoded("{\"alg\":\"RS256\"}".getBytes(UTF_8)) + "." + encoded(claims.getBytes(UTF_8));
        Signature engine = Signature.getInstance("SHA256withRSA");
        engine.initSign(pair.getPrivate());
        engine.update(text.getBytes(US_ASCII));
        return text + "." + encoded(engine.sign());
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
