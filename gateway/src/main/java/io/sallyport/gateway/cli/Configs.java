package io.sallyport.gateway.cli;

import io.sallyport.gateway.cli.command.CliException;
import io.sallyport.gateway.config.Config;
import io.sallyport.gateway.config.ConfigException;
import io.sallyport.gateway.config.ConfigFile;
import io.sallyport.gateway.state.StateDirectory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the configuration that a command was given, and tells its warnings. */
final class Configs {
    private Configs() {}

    static Config read(@Nullable Path file, @Nullable Path state, PrintWriter err) throws CliException {
        Path standard = StateDirectory.defaultPath(Map.copyOf(System.getenv()));
        try {
            Config config = ConfigFile.read(file, state, standard);
            config.warnings().forEach(warning -> err.println("sallyport: " + warning));
            err.flush();
            return config;
        } catch (ConfigException e) {
            throw CliException.unusable(String.valueOf(e.getMessage()));
        }
    }
}
