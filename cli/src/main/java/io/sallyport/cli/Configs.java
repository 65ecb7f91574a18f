package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.control.store.StateDirectory;
import io.sallyport.gateway.log.JsonLogs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the configuration of a command and prints its warnings. */
final class Configs {
    private static final Logger LOG = LoggerFactory.getLogger(Configs.class);

    private Configs() {}

    static Config read(@Nullable Path file, @Nullable Path state, PrintWriter err) throws CliException {
        Config config = read(file, state);
        tell(config, err);
        return config;
    }

    /** Reads the configuration, then switches the log to the configured form. */
    static Config ofServe(@Nullable Path file, @Nullable Path state, PrintWriter err) throws CliException {
        Config config = read(file, state);
        switch (config.operation().logs()) {
            case TEXT -> tell(config, err);
            case JSON -> {
                JsonLogs.begin();
                config.warnings().forEach(LOG::warn);
            }
        }
        return config;
    }

    private static void tell(Config config, PrintWriter err) {
        config.warnings().forEach(warning -> err.println("sallyport: " + warning));
        err.flush();
    }

    /** Reads the configuration, and leaves its warnings to the caller. */
    static Config read(@Nullable Path file, @Nullable Path state) throws CliException {
        Path standard = StateDirectory.defaultPath(Map.copyOf(System.getenv()));
        try {
            return ConfigFile.read(file, state, standard);
        } catch (ConfigException e) {
            throw CliException.unusable(String.valueOf(e.getMessage()));
        }
    }
}
