package io.sallyport.apiservers.sandbox;

import static io.sallyport.apiservers.sandbox.ServerSpecReader.text;

import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import java.util.Map;
import java.util.TreeMap;

/**
 * One server as a harness has it, whatever there is on this machine: nothing is looked for, no variable is filled in.
 * Immutable.
 */
record DeclaredServer(String name, String script, String port, String token, Map<String, String> environment) {
    DeclaredServer {
        environment = Map.copyOf(environment);
    }

    static DeclaredServer of(Mapping fields) {
        Map<String, String> environment = new TreeMap<>();
        fields.mapping("env").members().forEach((name, value) -> {
            if (value instanceof Text text) {
                environment.put(name, text.text());
            }
        });
        return new DeclaredServer(
                text(fields.text("name")),
                text(fields.text("script")),
                text(fields.text("port")),
                text(fields.text("token")),
                environment);
    }
}
