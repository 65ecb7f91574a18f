package io.sallyport.configuration.bundle;

import io.sallyport.bundles.BundleSettings;
import io.sallyport.bundles.RemotePolicy;
import io.sallyport.bundles.StatusSettings;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code discovery} (OPA 1.22, "Discovery"), and what a bundle says that is found by it: {@code bundles}, and
 * {@code status} where the operator has set none. Services and keys are the operator's alone, so who serves and signs
 * policy does not change.
 */
final class DiscoverySection {
    private static final BundleKeys DISCOVERY =
            new BundleKeys("discovery", "the bundle that names the bundle of guardrails", "`bundles/discovery`");
    private static final Key<String> DECISION = DISCOVERY
            .section()
            .optional(
                    "decision",
                    Form.STRING,
                    "all its data",
                    "Where in the data of that bundle the configuration is, such as `example/discovery`.");

    private final PolicyServices from;
    private final @Nullable StatusSettings status;
    private final Map<String, String> labels;
    private final List<String> decision;

    private DiscoverySection(
            PolicyServices from, @Nullable StatusSettings status, Map<String, String> labels, List<String> decision) {
        this.from = from;
        this.status = status;
        this.labels = labels;
        this.decision = decision;
    }

    static List<Keys> keys() {
        return DISCOVERY.all();
    }

    /** @param status where the operator has status reported to, or null */
    static RemotePolicy read(
            Section section, PolicyServices from, @Nullable StatusSettings status, Map<String, String> labels)
            throws ConfigException {
        @Nullable String decision = section.find(DECISION);
        List<String> path = decision == null
                ? List.of()
                : Stream.of(decision.split("[./]"))
                        .filter(step -> !step.isEmpty())
                        .toList();
        BundleSettings settings = DISCOVERY.read("discovery", "bundles/discovery", section, from);
        return new RemotePolicy.Discovered(settings, new DiscoverySection(from, status, labels, path)::found);
    }

    private Parsed<RemotePolicy.Configured> found(OpaBundle bundle) {
        if (!bundle.modules().isEmpty() || bundle.plan() != null || bundle.wasm() != null) {
            return new Parsed.Rejected<>("it holds policy (expected: data alone, which is not evaluated)");
        }
        RegoValue at = bundle.data();
        for (String step : decision) {
            at = at instanceof RegoObject object ? object.get(RegoString.of(step)) : null;
        }
        if (!(at instanceof RegoObject found)) {
            return new Parsed.Rejected<>(
                    "it holds no object at " + DECISION.path() + ", " + String.join("/", decision));
        }
        try {
            return new Parsed.Accepted<>(configured(Section.read("discovery", RegoJson.write(found))));
        } catch (ConfigException e) {
            return new Parsed.Rejected<>(String.valueOf(e.getMessage()));
        }
    }

    private RemotePolicy.Configured configured(Section top) throws ConfigException {
        for (String own : List.of("services", "keys", "labels", "discovery")) {
            if (top.has(own)) {
                throw top.place(own).error(own + ": is set by the operator alone (expected: bundles, status)");
            }
        }
        if (top.has("status") && status != null) {
            throw top.place("status").error("status: is set by the operator already");
        }
        StatusSettings to = top.has("status") ? BundleSection.status(top.section("status"), from, labels) : status;
        BundleSettings bundle = BundleSection.bundle(top.section("bundles"), from);
        top.pass("status");
        top.end();
        top.faults().end();
        return new RemotePolicy.Configured(bundle, to);
    }
}
