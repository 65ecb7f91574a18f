package io.sallyport.auditexport.form;

import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes who asked for what, in the attributes of the class of an event (OCSF 1.8.0). */
final class OcsfTarget {
    private static final int MAX_PORT = 65_535;

    private OcsfTarget() {}

    static void write(ExportJson event, OcsfClass of, LoggedRecord record) {
        if (of.uid() == OcsfClass.LIFECYCLE) {
            event.object("app", OcsfForm::product);
            return;
        }
        source(event, record);
        destination(event, record);
        switch (of.uid()) {
            case OcsfClass.HTTP -> {
                httpRequest(event, record);
                response(event, record);
                traffic(event, record);
            }
            case OcsfClass.DNS -> names(event, record);
            case OcsfClass.API -> call(event, record);
            default -> traffic(event, record);
        }
    }

    private static void source(ExportJson event, LoggedRecord record) {
        event.object(
                "src_endpoint",
                source -> source.text("uid", record.text("sandbox"))
                        .text("name", record.text("sandbox", "unidentified"))
                        .text("ip", address(record.either("client_address", "peer"))));
    }

    private static void destination(ExportJson event, LoggedRecord record) {
        String host = record.text("host");
        String address = address(record.text("address"));
        String literal = literal(host);
        if (host == null && address == null) {
            return;
        }
        event.object(
                "dst_endpoint",
                target -> target.text("hostname", literal == null ? host : null)
                        .text("ip", address == null ? literal : address)
                        .number("port", port(record)));
    }

    private static @Nullable String literal(@Nullable String host) {
        return host == null ? null : address(host.startsWith("[") ? host.substring(1, host.length() - 1) : host);
    }

    private static @Nullable String address(@Nullable String text) {
        return text != null && IpAddress.parse(text) instanceof Parsed.Accepted<IpAddress> ? text : null;
    }

    private static long port(LoggedRecord record) {
        long port = record.number("port");
        return port > MAX_PORT ? -1 : port;
    }

    private static void httpRequest(ExportJson event, LoggedRecord record) {
        event.object("http_request", request -> {
            request.text("http_method", OcsfClass.listedMethod(record));
            String host = record.text("host");
            String path = record.text("path");
            String scheme = record.text("scheme");
            if (path != null || record.text("url") != null || (host != null && scheme != null)) {
                request.object(
                        "url",
                        url -> url.text("scheme", scheme)
                                .text("hostname", literal(host) == null ? host : null)
                                .number("port", port(record))
                                .text("path", path)
                                .text("url_string", url(record)));
            }
        });
    }

    private static @Nullable String url(LoggedRecord record) {
        String host = record.text("host");
        String scheme = record.text("scheme");
        String fetched = record.text("url");
        return host == null || scheme == null ? fetched : scheme + "://" + host + record.text("path", "");
    }

    private static void response(ExportJson event, LoggedRecord record) {
        long status = record.number("status");
        if (status >= 0) {
            event.object("http_response", response -> response.number("code", status));
        }
    }

    private static void traffic(ExportJson event, LoggedRecord record) {
        long in = record.number("bytes_in");
        long out = record.number("bytes_out");
        if (in >= 0 || out >= 0) {
            event.object("traffic", traffic -> traffic.number("bytes_in", in).number("bytes_out", out));
        }
    }

    private static void names(ExportJson event, LoggedRecord record) {
        String host = record.text("host");
        String answer = record.text("address");
        if (host != null) {
            event.object("query", query -> query.text("hostname", host).text("type", record.text("method")));
        }
        if (answer != null) {
            event.oneOf("answers", one -> one.text("rdata", answer).text("type", record.text("method")));
        }
    }

    private static void call(ExportJson event, LoggedRecord record) {
        String sandbox = record.text("sandbox");
        boolean isOfOperator = record.is("kind", "admin") || record.is("kind", "policy");
        event.object("actor", actor -> {
                    if (sandbox == null || isOfOperator) {
                        actor.text("app_name", record.text("rule", "unidentified"));
                    } else {
                        actor.text("app_uid", sandbox);
                    }
                })
                .object(
                        "api",
                        api -> api.text("operation", operation(record))
                                .object("service", service -> service.text("name", "Sallyport")));
        String target = resource(record);
        if (target != null) {
            event.oneOf(
                    "resources",
                    one -> one.text("name", target).text("type", record.text("capability", record.text("kind", ""))));
        }
    }

    private static String operation(LoggedRecord record) {
        for (String name : List.of("model_operation", "operation", "command", "method")) {
            String word = record.text(name);
            if (word != null) {
                return word;
            }
        }
        return record.text("kind", "");
    }

    private static @Nullable String resource(LoggedRecord record) {
        for (String name : List.of("target", "model", "path", "url")) {
            String word = record.text(name);
            if (word != null) {
                return word;
            }
        }
        return record.text("capability");
    }
}
