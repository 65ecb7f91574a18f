package io.sallyport.configuration.bundle;

import io.sallyport.bundles.BundleSettings;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code bundles} or {@code discovery}, with the sections that they refer to. */
public final class BundleSection {
    private static final Keys TOP = new Keys("");
    private static final Key<String> LABELS =
            TOP.map("labels", Form.STRING, "none", "What `status` says of this gateway, such as its region.");

    private static final BundleKeys BUNDLES = new BundleKeys("bundles.*", "the bundle", "`bundles/NAME`");

    private static final Keys STATUS = new Keys("status");
    private static final Key<String> STATUS_SERVICE = STATUS.optional(
            "service", Form.STRING, "the only service", "The service that the status of bundles is posted to.");
    private static final Key<String> PARTITION = STATUS.optional(
            "partition_name", Form.STRING, "none", "The part of `/status` that it is posted to: `/status/PARTITION`.");

    private BundleSection() {}

    /** Returns all keys of the sections. */
    public static List<Keys> keys() {
        return Stream.of(
                        ServiceSection.keys(),
                        BUNDLES.all(),
                        DiscoverySection.keys(),
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
        Stream.of("services", "bundles", "keys", "status", "discovery").forEach(top::pass);
        Map<String, String> labels = top.map(LABELS);
        boolean isDiscovered = top.has("discovery");
        if (used.isEmpty() && !isDiscovered && !top.has("bundles")) {
            return null;
        }
        var from = new PolicyServices(
                ServiceSection.read(top.section("services"), folder, environment),
                VerificationKey.read(top.section("keys"), folder));
        StatusSettings status = top.has("status") ? status(top.section("status"), from, labels) : null;
        if (isDiscovered == top.has("bundles")) {
            throw isDiscovered
                    ? top.place("discovery").error("discovery: beside bundles, which it would name (expected: one)")
                    : top.place(used.getFirst())
                            .error(used.getFirst() + ": there are no bundles that it could be for (expected: bundles)");
        }
        return isDiscovered
                ? DiscoverySection.read(top.section("discovery"), from, status, labels)
                : new RemotePolicy.Configured(bundle(top.section("bundles"), from), status);
    }

    /** Reads the only bundle. */
    static BundleSettings bundle(Section bundles, PolicyServices from) throws ConfigException {
        Set<String> names = bundles.keys();
        if (names.size() != 1) {
            throw bundles.error(names.size() + " bundles (expected: one, which has all guardrails)");
        }
        String name = names.iterator().next();
        if (!NamedRate.isName(name)) {
            throw bundles.place(name).error("bundles: " + name + " (expected: 1 to 63 of a-z 0-9 . _ -)");
        }
        return BUNDLES.read(name, "bundles/" + name, bundles.section(name), from);
    }

    /** Reads where status is reported to. */
    static StatusSettings status(Section status, PolicyServices from, Map<String, String> labels)
            throws ConfigException {
        @Nullable String named = status.find(STATUS_SERVICE);
        @Nullable String partition = status.find(PARTITION);
        status.end();
        RemoteService service = from.service(status, STATUS_SERVICE, named);
        CanonicalUrl url = PolicyServices.accepted(
                service.at(partition == null ? "status" : "status/" + partition), status, PARTITION);
        return new StatusSettings(service, url, labels);
    }
}
