package io.sallyport.fetch.cache;

import io.sallyport.fetch.tree.TreeEntry;
import io.sallyport.model.Sha256;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
 * @param url where it was got first, without its hash
 * @param places digests of the URLs from which it was got: whoever names another one gets it from there
 */
record Metadata(String url, Instant fetchTime, Sha256 sha256, List<String> places) {
    /** The last ones are kept. */
    private static final int MOST_PLACES = 64;

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

    Metadata {
        places = List.copyOf(places);
    }

    static Metadata of(FetchSource place, Instant fetchTime, Sha256 sha256) {
        return new Metadata(
                place.url(), fetchTime, sha256, List.of(place.sha256().hex()));
    }

    boolean isFrom(FetchSource place) {
        return places.contains(place.sha256().hex());
    }

    /** The same, got from {@code place} as well. */
    Metadata with(FetchSource place) {
        List<String> all = new ArrayList<>(places);
        all.add(place.sha256().hex());
        return new Metadata(url, fetchTime, sha256, all.subList(Math.max(0, all.size() - MOST_PLACES), all.size()));
    }

    byte[] json(List<TreeEntry> entries) {
        return json("directory", json -> {
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
        });
    }

    /** Of a single file. */
    byte[] fileJson() {
        return json("file", _ -> {});
    }

    private byte[] json(String type, Consumer<JsonGenerator> more) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(INDENTED, out)) {
            json.writeStartObject();
            json.writeStringProperty("url", url);
            json.writeStringProperty("fetch_time", fetchTime.toString());
            json.writeStringProperty("sha256", sha256.hex());
            json.writeStringProperty("type", type);
            json.writeArrayPropertyStart("places");
            places.forEach(json::writeString);
            json.writeEndArray();
            more.accept(json);
            json.writeEndObject();
        }
        out.write('\n');
        return out.toByteArray();
    }

    /** Reads it back, but for the files; null where it is not what {@link #json} writes. */
    static @Nullable Metadata parse(byte[] text) {
        Map<String, String> members = new HashMap<>();
        List<String> places = List.of();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            for (String name = json.nextName(); name != null; name = json.nextName()) {
                JsonToken token = json.nextToken();
                if (token == JsonToken.VALUE_STRING) {
                    members.put(name, json.getString());
                } else if (name.equals("places")) {
                    places = strings(json);
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
                            sha256,
                            places);
        } catch (JacksonException | DateTimeParseException _) {
            return null;
        }
    }

    private static List<String> strings(JsonParser json) {
        List<String> strings = new ArrayList<>();
        if (json.currentToken() == JsonToken.START_ARRAY) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                if (json.currentToken() == JsonToken.VALUE_STRING) {
                    strings.add(json.getString());
                }
                json.skipChildren();
            }
        }
        return strings;
    }
}
