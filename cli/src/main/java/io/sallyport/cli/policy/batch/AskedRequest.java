package io.sallyport.cli.policy.batch;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.WrittenHeaders;
import io.sallyport.cli.lines.UnreadableLine;
import io.sallyport.leasebridge.network.CallingProgram;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The request of a line.
 *
 * @param host as written
 * @param port 1 to 65535
 * @param method upper case; null if only the connection is asked about
 * @param target path and query, or an absolute URL, as on the wire
 * @param program null if the line does not say it
 * @param answer what a resolver answered
 * @param headers with the length of the body
 * @param body empty if there is none
 */
record AskedRequest(
        Scheme scheme,
        String host,
        int port,
        @Nullable String method,
        String target,
        @Nullable CallingProgram program,
        List<IpAddress> answer,
        WrittenHeaders headers,
        String body) {
    /** Stands for the answer of a resolver of which the line says nothing: a public address. */
    private static final List<IpAddress> PUBLIC = List.of(IpAddress.v4(0x5db8d822L));

    /** Reads a request; null if the line has none. */
    static @Nullable AskedRequest of(JsonNode json) throws UnreadableLine {
        if (json.isMissingNode() || json.isNull()) {
            return null;
        }
        if (!json.isObject()) {
            throw new UnreadableLine("request is an object");
        }
        String scheme = text(json, "scheme", "https");
        Scheme read = Scheme.of(scheme.toLowerCase(Locale.ROOT));
        if (read == null || read == Scheme.API || read == Scheme.S3) {
            throw new UnreadableLine("request.scheme is http, https, ws, wss or tcp");
        }
        int number = port(json.path("port"), read);
        if (!json.path("host").isString()) {
            throw new UnreadableLine("request.host is a string");
        }
        String body = text(json, "body", "");
        String method = text(json, "method", "");
        return new AskedRequest(
                read,
                text(json, "host", ""),
                number,
                method.isEmpty() ? null : method.toUpperCase(Locale.ROOT),
                target(json),
                program(json),
                answer(json),
                headers(json.path("headers"), body),
                body);
    }

    private static int port(JsonNode json, Scheme scheme) throws UnreadableLine {
        boolean absent = json.isMissingNode() || json.isNull();
        int written = json.isIntegralNumber() && json.canConvertToInt() ? json.intValue() : 0;
        int port = absent ? scheme.defaultPort() : written;
        if (port < 1 || port > 65_535) {
            throw new UnreadableLine("request.port is a number from 1 to 65535");
        }
        return port;
    }

    private static String target(JsonNode json) throws UnreadableLine {
        boolean asks = json.path("query").isString();
        return text(json, "path", "") + (asks ? "?" + text(json, "query", "") : "");
    }

    private static @Nullable CallingProgram program(JsonNode json) throws UnreadableLine {
        return json.hasNonNull("binary")
                ? new CallingProgram(text(json, "binary", ""), texts(json.path("ancestors"), "ancestors"))
                : null;
    }

    private static List<IpAddress> answer(JsonNode json) throws UnreadableLine {
        List<IpAddress> answer = new ArrayList<>();
        for (String text : texts(json.path("resolved_ips"), "resolved_ips")) {
            switch (IpAddress.parse(text)) {
                case Parsed.Accepted(var address) -> answer.add(address);
                case Parsed.Rejected(var why, int _) -> throw new UnreadableLine("request.resolved_ips: " + why);
            }
        }
        return answer.isEmpty() ? PUBLIC : List.copyOf(answer);
    }

    /** Returns the headers; a body has the length that it has, whatever they say. */
    private static WrittenHeaders headers(JsonNode json, String body) throws UnreadableLine {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (var field : json.properties()) {
            JsonNode value = field.getValue();
            String name = field.getKey().toLowerCase(Locale.ROOT);
            fields.put(name, value.isString() ? List.of(value.stringValue()) : texts(value, "headers"));
        }
        fields.remove("transfer-encoding");
        fields.remove("content-length");
        if (!body.isEmpty()) {
            int length = body.getBytes(StandardCharsets.UTF_8).length;
            fields.put("content-length", List.of(String.valueOf(length)));
        }
        try {
            return WrittenHeaders.of(fields);
        } catch (CliException unusable) {
            throw new UnreadableLine("request.headers: a request has no such header");
        }
    }

    private static String text(JsonNode json, String name, String otherwise) throws UnreadableLine {
        JsonNode member = json.path(name);
        if (member.isMissingNode() || member.isNull()) {
            return otherwise;
        }
        if (!member.isString()) {
            throw new UnreadableLine("request." + name + " is a string");
        }
        return member.stringValue();
    }

    private static List<String> texts(JsonNode json, String name) throws UnreadableLine {
        if (json.isMissingNode() || json.isNull()) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode item : json) {
            if (item.isString()) {
                texts.add(item.stringValue());
            }
        }
        if (!json.isArray() || texts.size() != json.size()) {
            throw new UnreadableLine("request." + name + " is a list of strings");
        }
        return texts;
    }
}
