package io.sallyport.configuration.bundle;

import io.sallyport.bundles.BundlePolling;
import io.sallyport.bundles.BundleSettings;
import io.sallyport.bundles.RegistryReference;
import io.sallyport.bundles.RemoteService;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.policycompiler.bundle.BundleKey;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one bundle is got, verified and kept: an entry of {@code bundles}, and {@code discovery}. */
final class BundleKeys {
    private static final int DAY = 24 * 60 * 60;

    private final Keys bundle;
    private final Keys polling;
    private final Keys signing;
    private final Key<String> service;
    private final Key<String> resource;
    private final Key<Boolean> persist;
    private final Key<Integer> sizeLimit;
    private final Key<Integer> maxAge;
    private final Key<Integer> minDelay;
    private final Key<Integer> maxDelay;
    private final Key<Integer> longPolling;
    private final Key<String> keyId;
    private final Key<String> scope;

    /**
     * Declares the keys below {@code section}.
     *
     * @param what the bundle, as the reference calls it
     * @param standard where it is by default, as the reference writes it
     */
    BundleKeys(String section, String what, String standard) {
        bundle = new Keys(section);
        service = bundle.optional(
                "service",
                Form.STRING,
                "the only service",
                "The service that " + what + " comes from ([bundles](bundles.md)).");
        resource = bundle.optional(
                "resource",
                Form.STRING,
                standard,
                "Where it is below the service's URL; at a registry `HOST/REPOSITORY:TAG`.");
        persist = bundle.value(
                "persist",
                Form.TRUTH,
                false,
                "Whether the last one that came into force is kept on disk, for a start without the service.");
        sizeLimit = bundle.value(
                "size_limit_bytes",
                Form.bytes(1 << 10, 256 << 20),
                32 << 20,
                "The most bytes of the compressed bundle.");
        maxAge = bundle.value(
                "max_age_seconds",
                Form.number(60, 366 * DAY),
                DAY,
                "How many seconds after the service last confirmed it the kept bundle may come into force at a start.");
        polling = new Keys(section + ".polling");
        minDelay = polling.value(
                "min_delay_seconds", Form.number(1, DAY), 60, "The shortest pause between two requests, in seconds.");
        maxDelay = polling.value(
                "max_delay_seconds",
                Form.number(1, DAY),
                120,
                "The longest pause between two requests, in seconds, after failures too.");
        longPolling = polling.optional(
                "long_polling_timeout_seconds",
                Form.number(1, 3600),
                "no long polling",
                "How many seconds the service may hold a request until there is news.");
        signing = new Keys(section + ".signing");
        keyId = signing.optional(
                "keyid", Form.STRING, "none: it has to be set", "The key of `keys` that it must be signed with.");
        scope = signing.optional("scope", Form.STRING, "the key's", "What the signature must be for.");
    }

    /** To which further keys of the section are added. */
    Keys section() {
        return bundle;
    }

    List<Keys> all() {
        return List.of(bundle, polling, signing);
    }

    /** Reads the section, but for keys that the caller has read; {@code name} names the copy on disk. */
    BundleSettings read(String name, String standard, Section section, PolicyServices from) throws ConfigException {
        @Nullable String named = section.find(service);
        BundlePolling often = polling(section.section("polling"));
        Section signed = section.section("signing");
        String where = section.read(resource, standard);
        boolean kept = section.read(persist);
        int most = section.read(sizeLimit);
        Duration age = Duration.ofSeconds(section.read(maxAge));
        section.end();
        @Nullable BundleKey key = key(section, signed, from);
        RemoteService at = from.service(section, service, named);
        RegistryReference found = PolicyServices.accepted(
                at.isRegistry()
                        ? RegistryReference.of(at, where)
                        : at.at(where).map(url -> new RegistryReference(url, "")),
                section,
                resource);
        return new BundleSettings(name, at, found.repository(), found.reference(), kept, often, key, most, age);
    }

    private BundlePolling polling(Section section) throws ConfigException {
        int least = section.read(minDelay);
        int most = section.read(maxDelay, Math.max(maxDelay.byDefault() == null ? 0 : maxDelay.byDefault(), least));
        @Nullable Integer wait = section.find(longPolling);
        section.end();
        if (most < least) {
            throw section.place(maxDelay.name())
                    .error(maxDelay.path() + ": " + most + " (expected: at least min_delay_seconds, " + least + ")");
        }
        return new BundlePolling(
                Duration.ofSeconds(least), Duration.ofSeconds(most), wait == null ? null : Duration.ofSeconds(wait));
    }

    /** A bundle without {@code signing} beside configured keys is likely an oversight that would verify nothing. */
    private @Nullable BundleKey key(Section section, Section signed, PolicyServices from) throws ConfigException {
        @Nullable String id = signed.find(keyId);
        @Nullable String purpose = signed.find(scope);
        signed.end();
        if (section.has("signing")) {
            return from.key(signed, keyId, id, purpose);
        }
        if (!from.verification().isEmpty()) {
            throw section.error("signing: is missing, and there are keys (expected: signing with a keyid)");
        }
        return null;
    }
}
