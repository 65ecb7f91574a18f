package io.sallyport.configuration.bundle;

import io.sallyport.bundles.RemoteService;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Section;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.BundleKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The servers that policy may come from, and whose signatures count: the operator names both. Immutable. */
record PolicyServices(Map<String, RemoteService> services, Map<String, VerificationKey> verification) {
    /** @param named what {@code key} says, or null for the only one */
    RemoteService service(Section section, Key<String> key, @Nullable String named) throws ConfigException {
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

    /**
     * @param id what {@code key} says, or null
     * @param scope what the signature must be for, or null for what the key says
     */
    BundleKey key(Section section, Key<String> key, @Nullable String id, @Nullable String scope)
            throws ConfigException {
        VerificationKey found = id == null ? null : verification.get(id);
        if (found == null) {
            throw section.place(key.name())
                    .error(key.path() + ": " + (id == null ? "is missing" : id) + " (expected: one of keys: "
                            + String.join(", ", verification.keySet()) + ")");
        }
        return scope == null
                ? found.key()
                : new BundleKey(found.key().id(), found.key().key(), scope);
    }

    static <T> T accepted(Parsed<T> parsed, Section section, Key<String> key) throws ConfigException {
        return switch (parsed) {
            case Parsed.Accepted<T>(T value) -> value;
            case Parsed.Rejected<T>(String why, int _) ->
                throw section.place(key.name()).error(key.path() + ": " + why);
        };
    }
}
