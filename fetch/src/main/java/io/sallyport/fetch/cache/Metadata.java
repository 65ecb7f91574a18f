package io.sallyport.fetch.cache;

import io.sallyport.fetch.tree.Sha256;
import io.sallyport.fetch.tree.TreeEntry;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * What {@code metadata.json} says beside the files themselves.
 *
 * @param url without its hash
 */
record Metadata(String url, Instant fetchTime, Sha256 sha256) {
    static final String FILE = "metadata.json";
    private static final JsonFactory JSON = new JsonFactory();
    private static final ObjectWriteContext INDENTED = new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    };

    byte[] json(List<TreeEntry> entries) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(INDENTED, out)) {
            json.writeStartObject();
            json.writeStringProperty("url", url);
            json.writeStringProperty("fetch_time", fetchTime.toString());
            json.writeStringProperty("sha256", sha256.hex());
            json.writeStringProperty("type", "directory");
            json.writeArrayPropertyStart("files");
            entries.stream()
                    .sorted((a, b) ->
                            Arrays.compareUnsigned(a.path().bytes(), b.path().bytes()))
                    .forEach(entry -> {
                        json.writeStartObject();
                        json.writeStringProperty("path", entry.path().text());
                        json.writeStringProperty("sha256", entry.sha256().hex());
                        json.writeEndObject();
                    });
            json.writeEndArray();
            json.writeEndObject();
        }
        out.write('\n');
        return out.toByteArray();
    }

    /** Reads it back, but for the files; null where it is not what {@link #json} writes. */
    static @Nullable Metadata parse(byte[] text) {
        Map<String, String> members = new HashMap<>();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            for (String name = json.nextName(); name != null; name = json.nextName()) {
                if (json.nextToken() == JsonToken.VALUE_STRING) {
                    members.put(name, json.getString());
                } else {
                    json.skipChildren();
                }
            }
            Sha256 sha256 = Sha256.parse(members.getOrDefault("sha256", ""));
            return sha256 == null
                    ? null
                    : new Metadata(
                            members.getOrDefault("url", ""),
                            Instant.parse(members.getOrDefault("fetch_time", "")),
                            sha256);
        } catch (JacksonException | DateTimeParseException _) {
            return null;
        }
    }
}
