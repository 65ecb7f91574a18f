package io.sallyport.configuration.bundle;

import io.sallyport.bundles.BundlePolling;
import io.sallyport.bundles.BundleSettings;
import io.sallyport.bundles.RegistryReference;
import io.sallyport.bundles.RemotePolicy;
import io.sallyport.bundles.RemoteService;
import io.sallyport.bundles.StatusSettings;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.BundleKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code bundles}, with the sections that it refers to. */
public final class BundleSection {
    private static final int DAY = 24 * 60 * 60;

    private static final Keys TOP = new Keys("");
    private static final Key<String> LABELS =
            TOP.map("labels", Form.STRING, "none", "What `status` says of this gateway, such as its region.");

    private static final Keys BUNDLES = new Keys("bundles.*");
    private static final Key<String> SERVICE = BUNDLES.optional(
            "service",
            Form.STRING,
            "the only service",
            "The service that the bundle comes from ([bundles](bundles.md)).");
    private static final Key<String> RESOURCE = BUNDLES.optional(
            "resource",
            Form.STRING,
            "`bundles/NAME`",
            "Where it is below the service's URL; at a registry `HOST/REPOSITORY:TAG`.");
    private static final Key<Boolean> PERSIST = BUNDLES.value(
            "persist",
            Form.TRUTH,
            false,
            "Whether the last bundle that came into force is kept on disk, for a start without the service.");
    private static final Key<Integer> SIZE_LIMIT = BUNDLES.value(
            "size_limit_bytes", Form.bytes(1 << 10, 256 << 20), 32 << 20, "The most bytes of the compressed bundle.");
    private static final Key<Integer> MAX_AGE = BUNDLES.value(
            "max_age_seconds",
            Form.number(60, 366 * DAY),
            DAY,
            "How many seconds after the service last confirmed it the kept bundle may come into force at a start.");

    private static final Keys POLLING = new Keys("bundles.*.polling");
    private static final Key<Integer> MIN_DELAY = POLLING.value(
            "min_delay_seconds", Form.number(1, DAY), 60, "The shortest pause between two requests, in seconds.");
    private static final Key<Integer> MAX_DELAY = POLLING.value(
            "max_delay_seconds",
            Form.number(1, DAY),
            120,
            "The longest pause between two requests, in seconds, after failures too.");
    private static final Key<Integer> LONG_POLLING = POLLING.optional(
            "long_polling_timeout_seconds",
            Form.number(1, 3600),
            "no long polling",
            "How many seconds the service may hold a request until there is news.");

    private static final Keys SIGNING = new Keys("bundles.*.signing");
    private static final Key<String> KEY_ID = SIGNING.optional(
            "keyid", Form.STRING, "none: it has to be set", "The key of `keys` that the bundle must be signed with.");
    private static final Key<String> SCOPE =
            SIGNING.optional("scope", Form.STRING, "the key's", "What the signature must be for.");

    private static final Keys STATUS = new Keys("status");
    private static final Key<String> STATUS_SERVICE = STATUS.optional(
            "service", Form.STRING, "the only service", "The service that the status of bundles is posted to.");
    private static final Key<String> PARTITION = STATUS.optional(
            "partition_name", Form.STRING, "none", "The part of `/status` that it is posted to: `/status/PARTITION`.");

    private final Map<String, RemoteService> services;
    private final Map<String, VerificationKey> verification;

    private BundleSection(Map<String, RemoteService> services, Map<String, VerificationKey> verification) {
        this.services = services;
        this.verification = verification;
    }

    /** Returns all keys of the sections. */
    public static List<Keys> keys() {
        return Stream.of(
                        ServiceSection.keys(),
                        List.of(BUNDLES, POLLING, SIGNING),
                        VerificationKey.keys(),
                        List.of(STATUS, TOP))
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Reads the sections; null if there are none.
     *
     * @param folder that files are relative to
     * @param environment where credentials of AWS may be
     */
    public static @Nullable RemotePolicy read(Section top, Path folder, Map<String, String> environment)
            throws ConfigException {
        List<String> used = Stream.of("services", "keys", "status", "labels")
                .filter(top::has)
                .toList();
        Stream.of("services", "bundles", "keys", "status").forEach(top::pass);
        Map<String, String> labels = top.map(LABELS);
        if (used.isEmpty() && !top.has("bundles")) {
            return null;
        }
        var reader = new BundleSection(
                ServiceSection.read(top.section("services"), folder, environment),
                VerificationKey.read(top.section("keys"), folder));
        StatusSettings status = top.has("status") ? reader.status(top.section("status"), labels) : null;
        if (!top.has("bundles")) {
            throw top.place(used.getFirst())
                    .error(used.getFirst() + ": there are no bundles that it could be for (expected: bundles)");
        }
        return new RemotePolicy(reader.bundles(top.section("bundles")), status);
    }

    private BundleSettings bundles(Section bundles) throws ConfigException {
        Set<String> names = bundles.keys();
        if (names.size() != 1) {
            throw bundles.error(names.size() + " bundles (expected: one, which has all guardrails)");
        }
        String name = names.iterator().next();
        if (!NamedRate.isName(name)) {
            throw bundles.place(name).error("bundles: " + name + " (expected: 1 to 63 of a-z 0-9 . _ -)");
        }
        Section section = bundles.section(name);
        @Nullable String named = section.find(SERVICE);
        BundlePolling polling = polling(section.section("polling"));
        Section signing = section.section("signing");
        String resource = section.read(RESOURCE, "bundles/" + name);
        boolean persist = section.read(PERSIST);
        int sizeLimit = section.read(SIZE_LIMIT);
        Duration maxAge = Duration.ofSeconds(section.read(MAX_AGE));
        section.end();
        @Nullable BundleKey key = key(section, signing);
        RemoteService service = service(section, SERVICE, named);
        RegistryReference at = accepted(
                service.isRegistry()
                        ? RegistryReference.of(service, resource)
                        : service.at(resource).map(url -> new RegistryReference(url, "")),
                section,
                RESOURCE);
        return new BundleSettings(
                name, service, at.repository(), at.reference(), persist, polling, key, sizeLimit, maxAge);
    }

    private RemoteService service(Section section, Key<String> key, @Nullable String named) throws ConfigException {
        if (named == null && services.size() == 1) {
            return services.values().iterator().next();
        }
        RemoteService found = named == null ? null : services.get(named);
        if (found == null) {
            throw section.place(key.name())
                    .error(key.path() + ": " + (named == null ? "is missing" : named) + " (expected: one of services: "
                            + String.join(", ", services.keySet()) + ")");
        }
        return found;
    }

    private static BundlePolling polling(Section section) throws ConfigException {
        int least = section.read(MIN_DELAY);
        int most = section.read(MAX_DELAY, Math.max(MAX_DELAY.byDefault() == null ? 0 : MAX_DELAY.byDefault(), least));
        @Nullable Integer wait = section.find(LONG_POLLING);
        section.end();
        if (most < least) {
            throw section.place(MAX_DELAY.name())
                    .error(MAX_DELAY.path() + ": " + most + " (expected: at least min_delay_seconds, " + least + ")");
        }
        return new BundlePolling(
                Duration.ofSeconds(least), Duration.ofSeconds(most), wait == null ? null : Duration.ofSeconds(wait));
    }

    /** A bundle without {@code signing} beside configured keys is likely an oversight that would verify nothing. */
    private @Nullable BundleKey key(Section bundle, Section signing) throws ConfigException {
        @Nullable String id = signing.find(KEY_ID);
        @Nullable String scope = signing.find(SCOPE);
        signing.end();
        if (!bundle.has("signing")) {
            if (!verification.isEmpty()) {
                throw bundle.error("signing: is missing, and there are keys (expected: signing with a keyid)");
            }
            return null;
        }
        VerificationKey key = id == null ? null : verification.get(id);
        if (key == null) {
            throw signing.place(KEY_ID.name())
                    .error(KEY_ID.path() + ": " + (id == null ? "is missing" : id) + " (expected: one of keys: "
                            + String.join(", ", verification.keySet()) + ")");
        }
        return scope == null
                ? key.key()
                : new BundleKey(key.key().id(), key.key().key(), scope);
    }

    private StatusSettings status(Section status, Map<String, String> labels) throws ConfigException {
        @Nullable String named = status.find(STATUS_SERVICE);
        @Nullable String partition = status.find(PARTITION);
        status.end();
        RemoteService service = service(status, STATUS_SERVICE, named);
        CanonicalUrl url =
                accepted(service.at(partition == null ? "status" : "status/" + partition), status, PARTITION);
        return new StatusSettings(service, url, labels);
    }

    private static <T> T accepted(Parsed<T> parsed, Section section, Key<String> key) throws ConfigException {
        return switch (parsed) {
            case Parsed.Accepted<T>(T value) -> value;
            case Parsed.Rejected<T>(String why, int _) ->
                throw section.place(key.name()).error(key.path() + ": " + why);
        };
    }
}
