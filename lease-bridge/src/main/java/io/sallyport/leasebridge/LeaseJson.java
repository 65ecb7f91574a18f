package io.sallyport.leasebridge;

import io.sallyport.leasebridge.LeaseText.Constraints;
import io.sallyport.leasebridge.LeaseText.Listed;
import io.sallyport.leasebridge.LeaseText.Written;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the JSON of leases, token by token: two levels, strings only, nothing twice, nothing after the end. What is wrong
 * in shape is noted and passed over, so that one reading finds all of it. Confined to its thread.
 */
final class LeaseJson {
    private static final String CAMEL_CASE = "leaseConstraints";

    /** Bytes of a document (UTF-8). */
    static final int MAX_DOCUMENT_BYTES = 1 << 20;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(32)
                    .maxStringLength(MAX_DOCUMENT_BYTES)
                    .maxNameLength(MAX_DOCUMENT_BYTES)
                    .build())
            .build();

    private final String json;
    private final Findings findings;
    private final JsonParser parser;

    private LeaseJson(String json, Findings findings) {
        this.json = json;
        this.findings = findings;
        this.parser = JSON.createParser(ObjectReadContext.empty(), json);
    }

    /** What a member of an object is read by; the parser stands at its value. */
    private interface Member {
        void read(String name, Place place);
    }

    /** Reads a lease object; null where it is no JSON object at all. */
    static @Nullable LeaseText readLease(String json, Findings findings) {
        return read(json, findings, reader -> new LeaseText(reader.capabilities(), null));
    }

    /** Reads {@code {"lease", "lease_constraints"}}, or a bare lease object. */
    static @Nullable LeaseText readFile(String json, Findings findings) {
        return read(json, findings, LeaseJson::file);
    }

    /** Reads a constraints object. */
    static @Nullable Constraints readConstraints(String json, Findings findings) {
        return read(json, findings, LeaseJson::constraints);
    }

    /** Cuts a file into its parts, as text. */
    static LeaseFile.@Nullable Parts split(String json, Findings findings) {
        return read(json, findings, LeaseJson::parts);
    }

    private static <T> @Nullable T read(String json, Findings findings, Function<LeaseJson, @Nullable T> what) {
        if (json.length() > MAX_DOCUMENT_BYTES || json.getBytes(StandardCharsets.UTF_8).length > MAX_DOCUMENT_BYTES) {
            findings.error(Place.START, "TOO_LARGE", "the document is larger than 1 MiB", null);
            return null;
        }
        LeaseJson reader = new LeaseJson(json, findings);
        try (JsonParser _ = reader.parser) {
            return reader.whole(what);
        }
    }

    private <T> @Nullable T whole(Function<LeaseJson, @Nullable T> what) {
        try {
            parser.nextToken();
            T found = what.apply(this);
            if (found != null && parser.nextToken() != null) {
                findings.error(place(), "NOT_JSON", "text after the JSON value", null);
            }
            return found;
        } catch (JacksonException broken) {
            TokenStreamLocation at = broken.getLocation() == null ? parser.currentLocation() : broken.getLocation();
            findings.error(place(at), "NOT_JSON", reason(broken), null);
            return null;
        }
    }

    private @Nullable LeaseText file() {
        List<Listed> bare = new ArrayList<>();
        List<LeaseText> wrapped = new ArrayList<>();
        List<Constraints> constraints = new ArrayList<>();
        boolean isObject = members("a lease", (name, place) -> {
            switch (name) {
                case "lease" -> wrapped.add(new LeaseText(capabilities(), null));
                case "lease_constraints" -> constraints.add(constraints());
                default -> bare.add(capability(name, place));
            }
        });
        boolean isWrapped = !wrapped.isEmpty() || !constraints.isEmpty();
        if (isWrapped && !bare.isEmpty()) {
            findings.error(
                    bare.getFirst().place(),
                    "UNKNOWN_MEMBER",
                    "stands beside lease and lease_constraints",
                    spelling(bare.getFirst().name()));
        } else if (isWrapped && wrapped.isEmpty()) {
            findings.error(Place.START, "NOT_A_LEASE", "lease is missing", null);
        }
        Constraints limits = constraints.isEmpty() ? null : constraints.getFirst();
        return isObject
                ? new LeaseText(wrapped.isEmpty() ? bare : wrapped.getFirst().capabilities(), limits)
                : null;
    }

    /** The help for a member that is called as other protocols would call it, or null. */
    static @Nullable String spelling(String member) {
        return member.equals(CAMEL_CASE) ? "write lease_constraints" : null;
    }

    private LeaseFile.@Nullable Parts parts() {
        Map<String, String> texts = new HashMap<>();
        boolean isObject = members("a lease", (name, _) -> texts.put(name, text()));
        String lease = texts.get("lease");
        if (!isObject || lease == null) {
            return isObject ? new LeaseFile.Parts(json, null) : null;
        }
        String constraints = texts.remove("lease_constraints");
        if (texts.size() > 1) {
            findings.error(
                    Place.START,
                    "UNKNOWN_MEMBER",
                    "beside lease stands lease_constraints and nothing else",
                    texts.containsKey(CAMEL_CASE) ? spelling(CAMEL_CASE) : null);
        }
        return new LeaseFile.Parts(lease, constraints);
    }

    /** The text of the value that begins here, as it was written. */
    private String text() {
        int from = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        return json.substring(from, (int) parser.currentLocation().getCharOffset());
    }

    private List<Listed> capabilities() {
        List<Listed> found = new ArrayList<>();
        members("a lease", (name, place) -> found.add(capability(name, place)));
        return found;
    }

    private Listed capability(String name, Place place) {
        List<Written> values = new ArrayList<>();
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                Written value = string(Findings.quote(name) + " holds something else");
                if (value != null) {
                    values.add(value);
                }
            }
        } else {
            findings.error(place(), "NOT_A_LIST", Findings.quote(name) + " is not a list of strings", null);
            parser.skipChildren();
        }
        return new Listed(name, place, values);
    }

    private Constraints constraints() {
        List<@Nullable Written> expiry = new ArrayList<>();
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return new Constraints(null);
        }
        members("lease_constraints", (name, place) -> {
            if (name.equals("expires_at")) {
                expiry.add(parser.currentToken() == JsonToken.VALUE_NULL ? null : string("expires_at"));
            } else {
                findings.error(
                        place, "UNKNOWN_MEMBER", Findings.quote(name) + " is no constraint", "only expires_at is");
                parser.skipChildren();
            }
        });
        return new Constraints(expiry.isEmpty() ? null : expiry.getFirst());
    }

    /** Reads each member of the object that begins here; false, and a finding, where none does. */
    private boolean members(String what, Member member) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            findings.error(place(), "NOT_AN_OBJECT", what + " is a JSON object", null);
            parser.skipChildren();
            return false;
        }
        Set<String> seen = new HashSet<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            Place place = place();
            parser.nextToken();
            if (seen.add(name)) {
                member.read(name, place);
            } else {
                findings.error(place, "DUPLICATE_MEMBER", Findings.quote(name) + " stands here twice", null);
                parser.skipChildren();
            }
        }
        return true;
    }

    private @Nullable Written string(String what) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            String text = parser.getString();
            long begin = parser.currentTokenLocation().getCharOffset() + 1;
            return new Written(text, place().plus(1), begin > 0 && json.startsWith(text, (int) begin));
        }
        findings.error(place(), "NOT_A_STRING", what + ": a string is wanted", null);
        parser.skipChildren();
        return null;
    }

    private Place place() {
        return place(parser.currentTokenLocation());
    }

    private static Place place(@Nullable TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? Place.START
                : new Place(location.getLineNr(), Math.max(location.getColumnNr(), 1));
    }

    /** The parser's sentence without what it adds about its source. */
    private static String reason(JacksonException broken) {
        String message = broken.getOriginalMessage();
        int more = message.indexOf('\n');
        String line = more < 0 ? message : message.substring(0, more);
        int source = line.indexOf(" (");
        return "not JSON: " + (source < 0 ? line : line.substring(0, source));
    }
}
