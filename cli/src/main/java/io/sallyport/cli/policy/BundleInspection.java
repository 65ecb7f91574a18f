package io.sallyport.cli.policy;

import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.compiler.ModuleFacts;
import io.sallyport.regoengine.compiler.ModuleFacts.RuleFacts;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a bundle holds, for people and for programs. Immutable.
 *
 * @param claimed header and payload of its signature, or null
 * @param verified whether a key was given and the signature is of that key
 */
record BundleInspection(
        OpaBundle bundle,
        List<ModuleFacts> modules,
        @Nullable RegoObject claimed,
        boolean verified) {
    /** Returns the members of {@code opa inspect --format json} (manifest, namespaces), and rules, data, signature. */
    ObjectNode json() {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        ObjectNode manifest =
                all.putObject("manifest").put("revision", bundle.manifest().revision());
        ArrayNode roots = manifest.putArray("roots");
        bundle.manifest().roots().forEach(roots::add);
        manifest.put("rego_version", bundle.manifest().regoVersion());
        ObjectNode namespaces = all.putObject("namespaces");
        packages().forEach((name, files) -> files.forEach(namespaces.putArray(name)::add));
        ArrayNode rules = all.putArray("rules");
        modules.forEach(module -> module.rules().forEach(rule -> add(rules.addObject(), module, rule)));
        ArrayNode data = all.putArray("data");
        names().forEach(data::add);
        if (claimed != null) {
            ObjectNode signature = all.putObject("signature").put("verified", verified);
            signature.set("claims", JsonMapper.shared().readTree(claimed.toString()));
        }
        return all;
    }

    private static void add(ObjectNode object, ModuleFacts module, RuleFacts rule) {
        object.put("package", name(module)).put("rule", rule.reference());
        object.put("kind", rule.kind().name().toLowerCase(Locale.ROOT));
        object.putObject("location")
                .put("file", module.file())
                .put("row", rule.row())
                .put("col", rule.column());
        put(object, "key", rule.said().of());
        put(object, "title", rule.said().title());
        put(object, "description", rule.said().description());
    }

    private static void put(ObjectNode object, String name, String text) {
        if (!text.isEmpty()) {
            object.put(name, text);
        }
    }

    /** Returns lines, the last without a line end. */
    String text() {
        List<String> lines = new ArrayList<>();
        line(lines, "revision", bundle.manifest().revision());
        line(lines, "roots", String.join(", ", bundle.manifest().roots()));
        line(lines, "rego", "v" + bundle.manifest().regoVersion());
        line(lines, "signature", signature());
        line(lines, "compiled", compiled());
        line(lines, "data", String.join(", ", names()));
        packages().forEach((name, files) -> line(lines, "package", name + " (" + String.join(", ", files) + ")"));
        modules.forEach(module -> module.rules().forEach(rule -> lines.add(rule(module, rule))));
        return String.join("\n", lines);
    }

    private static void line(List<String> lines, String name, String value) {
        if (!value.isEmpty()) {
            lines.add("%-10s%s".formatted(name, value));
        }
    }

    private static String rule(ModuleFacts module, RuleFacts rule) {
        String said = rule.said().of().isEmpty() ? "" : " " + rule.said().of();
        String title = rule.said().title().isEmpty() ? "" : ": " + rule.said().title();
        return "%-10s%s:%d %s.%s%s%s"
                .formatted("rule", module.file(), rule.row(), name(module), rule.reference(), said, title);
    }

    private String signature() {
        if (claimed == null) {
            return "none";
        }
        String algorithm =
                claimed.get("header") instanceof RegoObject header && header.get("alg") instanceof RegoString name
                        ? name.text()
                        : "of no algorithm";
        return algorithm + (verified ? ", verified" : ", not verified (name a key: --verification-key)");
    }

    private String compiled() {
        return (bundle.plan() == null ? "" : "plan.json ") + (bundle.wasm() == null ? "" : "policy.wasm");
    }

    /** Returns the files of each package. */
    private Map<String, List<String>> packages() {
        var packages = new TreeMap<String, List<String>>();
        modules.forEach(module ->
                packages.computeIfAbsent(name(module), _ -> new ArrayList<>()).add(module.file()));
        return packages;
    }

    private static String name(ModuleFacts module) {
        return "data." + String.join(".", module.packagePath());
    }

    /** Returns the names of the data's first two levels. */
    private List<String> names() {
        List<String> names = new ArrayList<>();
        bundle.data().forEach((top, value) -> names.addAll(below(text(top), value)));
        return names;
    }

    private static List<String> below(String top, RegoValue value) {
        if (!(value instanceof RegoObject object) || object.size() == 0) {
            return List.of(top);
        }
        List<String> names = new ArrayList<>();
        object.forEach((name, _) -> names.add(top + "." + text(name)));
        return names;
    }

    private static String text(RegoValue key) {
        return key instanceof RegoString string ? string.text() : key.toString();
    }
}
