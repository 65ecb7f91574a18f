package io.sallyport.gateway.credentials;

import io.sallyport.configuration.Config;
import io.sallyport.fetch.forge.ForgeCredential;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.secret.FindingKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's own secrets that stand in files or come from the configuration, as values to look for in what leaves;
 * each has the name of its setting. The tokens of sandboxes are none of them: the gateway keeps their hashes alone.
 */
public final class OwnSecrets {
    private final List<SoughtValue> values = new ArrayList<>();

    private OwnSecrets() {}

    /**
     * Reads the files that are there; what needs one that cannot be read reports it.
     *
     * @param placeholderKey not searched for where it is shorter than a value may be
     */
    public static List<SoughtValue> of(Config config, byte[] placeholderKey) {
        var own = new OwnSecrets();
        own.add("placeholder.key", placeholderKey);
        own.addLine("admin.token_file", config.admin().tokenFile());
        config.admin().roles().forEach((file, role) -> own.addLine("admin.roles." + role, file));
        Config.UpstreamProxy proxy = config.egress().proxy();
        own.addLine("egress.upstream_proxy.password_file", proxy == null ? null : proxy.passwordFile());
        own.addLine(
                "arcp.token_file", config.arcp() == null ? null : config.arcp().tokenFile());
        own.addKey("intercept.ca_key_file", config.intercept().caKeyFile());
        config.fetch().forges().forEach(own::addForge);
        return List.copyOf(own.values);
    }

    private void addForge(ForgeSite forge) {
        ForgeCredential credential = forge.credential();
        if (credential != null) {
            add("fetch.forges." + forge.host().host().text(), credential.bytes());
        }
    }

    private void addLine(String name, @Nullable Path file) {
        add(name, line(file).getBytes(StandardCharsets.UTF_8));
    }

    /** A key stands in its file in Base64; it is looked for as bytes, and so in Base64 too. */
    private void addKey(String name, @Nullable Path file) {
        try {
            add(name, Base64.getDecoder().decode(line(file)));
        } catch (IllegalArgumentException _) {
            // the gateway does not start with it
        }
    }

    private void add(String name, byte[] value) {
        if (value.length >= SoughtValue.MIN_BYTES) {
            values.add(new SoughtValue(FindingKind.SECRET, name, value));
        }
    }

    private static String line(@Nullable Path file) {
        try {
            return file == null || !Files.isReadable(file)
                    ? ""
                    : Files.readString(file).strip();
        } catch (IOException _) {
            return "";
        }
    }
}
