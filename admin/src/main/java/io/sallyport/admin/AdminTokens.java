package io.sallyport.admin;

import io.sallyport.model.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tokens of the control API, kept only as SHA-256. Immutable. */
public final class AdminTokens {
    private final List<Token> tokens;
    private final @Nullable String issuer;

    private AdminTokens(List<Token> tokens, @Nullable String issuer) {
        this.tokens = tokens;
        this.issuer = issuer;
    }

    /**
     * One token.
     *
     * @param name name in the audit log, such as {@code ci}; not a secret
     * @param sha256 lower-case hex SHA-256 of the token's ASCII bytes
     */
    public record Token(String name, Role role, String sha256) {
        public Token {
            if (!sha256.matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException("token " + name + ": sha256 is not 64 lower-case hex digits");
            }
        }
    }

    /**
     * The owner of a token, or a person who logged in at a provider.
     *
     * @param name in the audit log: the token's, or issuer and subject of the person; not a secret
     * @param email what the provider calls the person, for display alone; empty if it does not say, null for a token
     */
    public record Caller(String name, Role role, @Nullable String email) {
        public Caller(String name, Role role) {
            this(name, role, null);
        }

        /**
         * Returns a person. No token has such a name: a file's has no slash.
         *
         * @param issuer a URL without a fragment
         */
        public static Caller ofPerson(String issuer, String subject, String email, Role role) {
            return new Caller(issuer + "#" + subject, role, email);
        }

        /** Returns what a page calls the caller. */
        public String shown() {
            return email == null || email.isEmpty() ? name : email;
        }

        /** Returns how records name the caller. */
        String recorded() {
            if (email == null) {
                return "token " + name;
            }
            return "person " + name + (email.isEmpty() ? "" : " (" + email + ")");
        }
    }

    public static AdminTokens of(List<Token> tokens) {
        return new AdminTokens(List.copyOf(tokens), null);
    }

    /** Returns a copy beside which people log in at a provider. */
    public AdminTokens beside(String provider) {
        return new AdminTokens(tokens, provider);
    }

    /**
     * Returns whether the owner of that name may do this; null names none. Of a person only the provider is known here:
     * the role counted when they acted.
     */
    boolean anyMay(@Nullable String name, Permission permission) {
        if (issuer != null && name != null && name.startsWith(issuer + "#")) {
            return true;
        }
        return tokens.stream().anyMatch(token -> token.name.equals(name) && token.role.may(permission));
    }

    /** Returns the owner of {@code presented}, or null. Always compares with every token, each in constant time. */
    @Nullable
    Caller find(String presented) {
        byte[] digest = Sha256.hexOf(presented).getBytes(StandardCharsets.US_ASCII);
        Token found = null;
        for (Token token : tokens) {
            if (MessageDigest.isEqual(digest, token.sha256.getBytes(StandardCharsets.US_ASCII))) {
                found = token;
            }
        }
        return found == null ? null : new Caller(found.name, found.role);
    }
}
