package io.sallyport.control;

import io.sallyport.control.calls.Control.ApiServerView;
import io.sallyport.documents.Diagnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the parts report about a sandbox, for its view. Confined to the thread that asks. */
public final class SandboxReport {
    private final Map<String, Long> counters = new TreeMap<>();
    private final List<ApiServerView> apiServers = new ArrayList<>();
    private final List<Diagnostic> failures = new ArrayList<>();

    SandboxReport() {}

    /** Sets a counter such as {@code allowed}, {@code denied} or {@code connections}. */
    public void count(String name, long value) {
        counters.put(name, value);
    }

    /** Adds API servers, in the order of the harness. */
    public void apiServers(List<ApiServerView> servers) {
        apiServers.addAll(servers);
    }

    /** Reports that a part of the sandbox failed although the sandbox is in force. */
    public void failed(Diagnostic why) {
        failures.add(why);
    }

    Map<String, Long> counters() {
        return counters;
    }

    List<ApiServerView> apiServers() {
        return apiServers;
    }

    List<Diagnostic> failures() {
        return failures;
    }
}
