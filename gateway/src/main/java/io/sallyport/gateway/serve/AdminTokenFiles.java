package io.sallyport.gateway.serve;

import io.sallyport.admin.AdminTokens;
import io.sallyport.admin.Role;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.OidcSettings;
import io.sallyport.control.store.AdminToken;
import io.sallyport.control.store.StateException;
import io.sallyport.model.Sha256;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;

/** The files that hold the tokens of the control API. */
final class AdminTokenFiles {
    private AdminTokenFiles() {}

    /**
     * Reads the tokens; makes the files that are missing.
     *
     * @throws StartException if one token stands in two files: it would have either name and role, as chance has it
     */
    static AdminTokens read(Config.Admin admin) throws StateException, StartException {
        var tokens = new ArrayList<AdminTokens.Token>();
        tokens.add(token(admin.tokenFile(), Role.OPERATOR));
        for (Map.Entry<Path, String> role : admin.roles().entrySet()) {
            Role word = Role.of(role.getValue());
            if (word == null) {
                throw new IllegalStateException("the configuration let a role through: " + role.getValue());
            }
            tokens.add(token(role.getKey(), word));
        }
        if (tokens.stream().map(AdminTokens.Token::sha256).distinct().count() < tokens.size()) {
            throw new StartException(
                    "admin.roles: two files hold the same token (expected: a token of its own in each)");
        }
        AdminTokens read = AdminTokens.of(tokens);
        OidcSettings oidc = admin.oidc();
        return oidc == null ? read : read.beside(oidc.issuer());
    }

    private static AdminTokens.Token token(Path file, Role role) throws StateException {
        String digest = Sha256.hexOf(AdminToken.readOrCreate(file));
        return new AdminTokens.Token(String.valueOf(file.getFileName()), role, digest);
    }
}
