package io.sallyport.bench;

import io.sallyport.client.AdminClient;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.control.store.Endpoints;
import io.sallyport.gateway.serve.Service;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.gateway.serve.StopSignal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** Starts gateways on ephemeral ports with their state in one folder, and clients of their control API. */
public final class Gateways {
    private Gateways() {}

    public static Path config(Path folder) throws IOException {
        Files.createDirectories(folder);
        return Files.writeString(folder.resolve("gateway.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                """);
    }

    public static Service start(Path config) throws ConfigException, StartException {
        return Service.start(ConfigFile.read(config, null, config.resolveSibling("state")), new StopSignal());
    }

    public static AdminClient client(Endpoints endpoints) throws IOException {
        String token = Files.readString(Path.of(endpoints.tokenFile())).strip();
        return new AdminClient(URI.create(endpoints.admin()), token);
    }
}
