package io.sallyport.admin;

import io.sallyport.model.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tokens of the control API, kept only as SHA-256. Immutable. */
public final class AdminTokens {
    private final List<Token> tokens;

    private AdminTokens(List<Token> tokens) {
        this.tokens = tokens;
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
     * The owner of a token.
     *
     * @param name the token's name in the audit log; not a secret
     */
    public record Caller(String name, Role role) {}

    public static AdminTokens of(List<Token> tokens) {
        return new AdminTokens(List.copyOf(tokens));
    }

    /** Returns whether a token of that name may do this; null names none. */
    boolean anyMay(@Nullable String name, Permission permission) {
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
