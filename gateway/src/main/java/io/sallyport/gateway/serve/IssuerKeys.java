package io.sallyport.gateway.serve;

import io.sallyport.configuration.Config;
import io.sallyport.control.identity.IdentityIssuer;
import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.regoengine.builtin.jwt.JwsKey;
import java.io.IOException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Reads the keys of those whose identity tokens count. */
final class IssuerKeys {
    private IssuerKeys() {}

    static IdentityIssuers read(List<Config.Issuer> configured, InstantSource wall) throws StartException {
        List<IdentityIssuer> issuers = new ArrayList<>();
        for (Config.Issuer each : configured) {
            issuers.add(new IdentityIssuer(each.name(), each.issuer(), each.audience(), keys(each)));
        }
        try {
            return new IdentityIssuers(issuers, wall);
        } catch (IllegalArgumentException e) {
            throw new StartException("identity.issuers: " + e.getMessage(), e);
        }
    }

    private static List<JwsKey.Named> keys(Config.Issuer issuer) throws StartException {
        try {
            return switch (JwsKey.parseSet(issuer.algorithms(), Files.readString(issuer.keysFile()))) {
                case JwsKey.ParsedSet.Accepted(var keys) -> keys;
                case JwsKey.ParsedSet.Rejected(var why) -> throw new StartException(place(issuer) + ": " + why);
            };
        } catch (IOException e) {
            throw new StartException(place(issuer) + ": cannot be read: " + e, e);
        }
    }

    private static String place(Config.Issuer issuer) {
        return "identity.issuers." + issuer.name() + ".keys_file: " + issuer.keysFile();
    }
}
