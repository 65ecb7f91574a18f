package io.sallyport.configuration.bundle;

import io.sallyport.bundles.RemoteService;
import io.sallyport.bundles.ServiceCredentials;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code services}: the servers that bundles come from and that status goes to. */
final class ServiceSection {
    private static final int MOST_SERVICES = 16;
    private static final String HEADER_NAME = "[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}";

    private static final Keys SERVICES = new Keys("services.*");
    private static final Key<CanonicalUrl> URL = SERVICES.optional(
            "url",
            new Form<>(
                    "https://HOST/PATH, or http:// on a loopback address, without a query",
                    ServiceSection::url,
                    CanonicalUrl::text,
                    "{\"type\":\"string\"}"),
            "none: it has to be set",
            "A server that bundles come from or status goes to; resources are below it ([bundles](bundles.md)).");
    private static final Key<Boolean> TYPE = SERVICES.optional(
            "type",
            Form.words(registry()),
            "a web server or object store",
            "`oci`: a registry of images; the bundle is the one layer of an image.");
    private static final Key<String> HEADERS =
            SERVICES.map("headers", Form.STRING, "none", "Headers of each request to it. No secret belongs here.");
    private static final Key<Cidr> ADDRESSES = SERVICES.list(
            "addresses",
            Forms.BLOCK,
            "public ones, those on loopback, and those of `egress.allow_addresses`",
            "Blocks in which its addresses lie; they may be private.");
    private static final Key<Integer> HEADER_TIMEOUT = SERVICES.value(
            "response_header_timeout_seconds",
            Form.number(1, 300),
            10,
            "How many seconds the head of an answer may take, long polling aside.");

    private final Path folder;
    private final Map<String, String> environment;

    private ServiceSection(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    static List<Keys> keys() {
        return Stream.concat(Stream.of(SERVICES), CredentialsSection.keys().stream())
                .toList();
    }

    /** Returns the services by name; those with a fault are left out. */
    static Map<String, RemoteService> read(Section section, Path folder, Map<String, String> environment)
            throws ConfigException {
        var reader = new ServiceSection(folder, environment);
        var services = new LinkedHashMap<String, RemoteService>();
        for (String name : section.keys().stream().sorted().toList()) {
            if (!NamedRate.isName(name)) {
                throw section.place(name).error("services: " + name + " (expected: 1 to 63 of a-z 0-9 . _ -)");
            }
            @Nullable RemoteService service = reader.service(name, section.section(name));
            if (service != null) {
                services.put(name, service);
            }
        }
        if (services.size() > MOST_SERVICES) {
            throw section.error(services.size() + " (expected: at most " + MOST_SERVICES + ")");
        }
        return services;
    }

    private @Nullable RemoteService service(String name, Section section) throws ConfigException {
        boolean isRegistry = section.read(TYPE, false);
        Map<String, String> headers = section.map(HEADERS);
        List<String> addresses =
                section.list(ADDRESSES).stream().map(Cidr::toString).toList();
        Duration timeout = Duration.ofSeconds(section.read(HEADER_TIMEOUT));
        Section credentials = section.section("credentials");
        @Nullable CanonicalUrl url = section.find(URL);
        section.end();
        ServiceCredentials shown = CredentialsSection.read(credentials, folder, environment, addresses);
        for (String header : headers.keySet()) {
            if (!header.matches(HEADER_NAME)) {
                throw section.place(HEADERS.name()).error(HEADERS.path() + ": " + header + ": no name of a header");
            }
        }
        if (url == null && !section.has(URL)) {
            throw section.error("url: is missing (expected: " + URL.form().expected() + ")");
        }
        return url == null ? null : new RemoteService(name, url, isRegistry, addresses, headers, shown, timeout);
    }

    private static @Nullable CanonicalUrl url(String text) {
        return RemoteService.url(text) instanceof Parsed.Accepted<CanonicalUrl>(CanonicalUrl url)
                        && url.query().text() == null
                ? url
                : null;
    }

    private static SequencedMap<String, Boolean> registry() {
        SequencedMap<String, Boolean> words = new LinkedHashMap<>();
        words.put("oci", true);
        return words;
    }
}
