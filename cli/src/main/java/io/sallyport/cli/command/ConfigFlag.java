package io.sallyport.cli.command;

import io.sallyport.configuration.Config;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.gateway.serve.Dialers;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialRules;
import io.sallyport.model.DialVerdict;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that names a gateway's configuration, for commands that evaluate policies themselves. */
public final class ConfigFlag {
    private static final Config.Egress UNSET = new Config.Egress(Map.of(), List.of(), List.of());

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Judge as a gateway with this configuration does: what it never dials, how it reads leases, its"
                            + " organisation's allowlist, its profiles, the limits of an evaluation.")
    private @Nullable Path file;

    private @Nullable Config config; // once it is read

    /** Returns the configuration, or null if the flag is absent. Reads the file once. */
    public @Nullable Config read() throws CliException {
        if (config == null && file != null) {
            config = read(file);
        }
        return config;
    }

    /** Returns the configuration in {@code file}. */
    public static Config read(Path file) throws CliException {
        try {
            return ConfigFile.read(file, null, file.toAbsolutePath());
        } catch (ConfigException e) {
            throw CliException.unusable(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the dial rules of a gateway with this configuration, or, without one, of a gateway with no configured
     * hosts and addresses.
     */
    public DialRules dials() throws CliException {
        Config config = read();
        OwnListeners own = OwnListeners.ofThisMachine();
        try {
            return config == null ? new Unconfigured(Dialers.policy(UNSET, own)) : Dialers.policy(config.egress(), own);
        } catch (StartException e) {
            throw CliException.unusable(String.valueOf(e.getMessage()));
        }
    }

    /** Adds a hint at {@code --config} to refusals that an operator's settings could lift. */
    private record Unconfigured(DialRules rules) implements DialRules {
        @Override
        public DialVerdict judge(CanonicalHost host, int port, List<String> addresses) {
            DialVerdict verdict = rules.judge(host, port, addresses);
            return verdict instanceof DialRefusal(var reason, var message, var hint) && hint != null
                    ? new DialRefusal(reason, message, hint + "; --config FILE judges by a gateway's settings")
                    : verdict;
        }

        @Override
        public Set<CanonicalAuthority> named() {
            return rules.named();
        }
    }
}
