package io.sallyport.regoengine.differential;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Policies that are compiled and evaluated together.
 *
 * @param modules texts by name; one whose name ends in {@code .v0} is in Rego version 0. Those with the same prefix up
 *     to a slash compile together or not at all
 * @param entrypoints paths of documents, by the module that contains them
 * @param inputs JSON; {@code null} means none
 * @param data JSON, the base documents
 * @param wasm whether to compare WebAssembly, too
 */
record Batch(
        Map<String, String> modules,
        Map<String, List<String>> entrypoints,
        List<String> inputs,
        String data,
        boolean wasm) {
    static final String NO_DATA = "{}";

    Batch {
        modules = Map.copyOf(modules);
        entrypoints = Map.copyOf(entrypoints);
        inputs = List.copyOf(inputs);
    }

    /**
     * Returns a module and what it may use: the modules that compile with it, and those without entrypoints that every
     * module may use.
     */
    Map<String, String> around(String module) {
        Map<String, String> around = new TreeMap<>(modules);
        around.keySet().removeIf(name -> !group(name).equals(group(module)) && entrypoints.containsKey(name));
        return around;
    }

    private static String group(String module) {
        return module.split("/", 2)[0];
    }

    RegoValue toValue() {
        Map<String, RegoValue> texts = new TreeMap<>();
        modules.forEach((name, text) -> texts.put(name, RegoString.of(text)));
        Map<String, RegoValue> paths = new TreeMap<>();
        entrypoints.forEach((name, listed) -> paths.put(name, strings(listed)));
        return RegoObject.growing()
                .put("modules", RegoObject.of(texts))
                .put("entrypoints", RegoObject.of(paths))
                .put(
                        "inputs",
                        RegoArray.of(inputs.stream().map(RegoJson::valueOf).toArray(RegoValue[]::new)))
                .put("data", RegoJson.valueOf(data))
                .put("wasm", RegoBoolean.of(wasm))
                .sealed();
    }

    private static RegoValue strings(List<String> texts) {
        return RegoArray.of(texts.stream().map(RegoString::of).toArray(RegoValue[]::new));
    }
}
