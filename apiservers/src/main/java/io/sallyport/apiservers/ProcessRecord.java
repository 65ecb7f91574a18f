package io.sallyport.apiservers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is kept of one server's process so that the next gateway finds it: written before it is started, and with its
 * number right after. Immutable.
 *
 * @param port that the harness gives it
 * @param marker the value of {@link #VARIABLE} in its environment, which it and what it starts has alone
 * @param process null while it is not started
 */
record ProcessRecord(
        ApiServerName server,
        int port,
        String marker,
        @Nullable ProcessIdentity process) {
    /** In the environment of a server. */
    static final String VARIABLE = "SALLYPORT_SERVER";

    static ProcessRecord of(ApiServerSpec spec) {
        return new ProcessRecord(spec.name(), spec.port(), UUID.randomUUID().toString(), null);
    }

    ProcessRecord startedAs(@Nullable ProcessIdentity started) {
        return new ProcessRecord(server, port, marker, started);
    }

    void write(Path file) throws IOException {
        ObjectNode json = JsonMapper.shared()
                .createObjectNode()
                .put("v", RecordFile.VERSION)
                .put("server", server.text())
                .put("port", port)
                .put("marker", marker);
        if (process != null) {
            process.into(json, "pid");
        }
        RecordFile.write(file, json);
    }

    static ProcessRecord read(Path file) throws IOException {
        JsonNode json = RecordFile.read(file);
        ApiServerName name = ApiServerName.parse(json.path("server").asString(""));
        if (name == null) {
            throw new IOException(file + ": no server is named");
        }
        return new ProcessRecord(
                name, json.path("port").asInt(0), json.path("marker").asString(""), ProcessIdentity.of(json, "pid"));
    }
}
