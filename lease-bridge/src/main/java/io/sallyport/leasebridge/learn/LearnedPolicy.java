package io.sallyport.leasebridge.learn;

import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Writes rules as a network policy, each with how often and when it was seen. */
final class LearnedPolicy {
    private final StringBuilder yaml = new StringBuilder();

    private LearnedPolicy() {}

    /** A host, a port, and whether requests there are looked into. */
    private record Target(CanonicalHost host, int port, boolean isTcp) {
        static Target of(LearnedRule rule) {
            return new Target(rule.host(), rule.port(), rule.scheme().isTcp());
        }
    }

    static String of(LearnedRules rules) {
        if (rules.rules().isEmpty()) {
            return "version: 1\nnetwork_policies: {}\n";
        }
        Map<Target, List<LearnedRule>> targets = new LinkedHashMap<>();
        rules.rules()
                .forEach(rule -> targets.computeIfAbsent(Target.of(rule), _ -> new ArrayList<>())
                        .add(rule));
        var policy = new LearnedPolicy();
        policy.yaml.append("version: 1\nnetwork_policies:\n  learned:\n    endpoints:\n");
        targets.forEach(policy::add);
        return policy.yaml.toString();
    }

    private void add(Target target, List<LearnedRule> rules) {
        if (target.isTcp || rules.getFirst().isOfWholeHost()) {
            rules.forEach(this::addWhole);
            return;
        }
        List<LearnedRule> requests =
                rules.stream().filter(rule -> !rule.scheme().isWebSocket()).toList();
        if (!requests.isEmpty()) {
            addTarget(requests);
            yaml.append("        protocol: rest\n        rules:\n");
            requests.forEach(rule -> addRule(Objects.requireNonNull(rule.method()), rule));
        }
        rules.stream().filter(rule -> rule.scheme().isWebSocket()).forEach(this::addWebSocket);
    }

    /** A tunnel says nothing of what is inside, so that a host of which only tunnels were seen is granted whole. */
    private void addWhole(LearnedRule rule) {
        addTarget(List.of(rule));
        Scheme scheme = rule.scheme();
        yaml.append(
                scheme.isTcp()
                        ? "        protocol: " + scheme.word() + "\n"
                        : "        protocol: rest\n        access: full  # only tunnels were seen, refused\n");
    }

    /** Each has an endpoint of its own, for the paths of that rule alone: beside it there may be requests. */
    private void addWebSocket(LearnedRule rule) {
        addTarget(List.of(rule));
        yaml.append("        path: ").append(glob(rule)).append("\n        protocol: websocket\n        rules:\n");
        addRule("'*'", rule);
    }

    private void addTarget(List<LearnedRule> rules) {
        LearnedRule first = rules.getFirst();
        String note = rules.stream().anyMatch(LearnedRule::writes) ? LearningScreen.note(first.host()) : null;
        if (note != null) {
            yaml.append("      # ").append(note).append('\n');
        }
        yaml.append("      - host: ")
                .append(quoted(first.host().authority()))
                .append("\n        port: ")
                .append(first.port())
                .append("  # ")
                .append(rules.stream()
                        .map(LearnedRule::seen)
                        .reduce(Sighting::and)
                        .orElseThrow())
                .append('\n');
    }

    private void addRule(String method, LearnedRule rule) {
        yaml.append("          - allow: {method: ")
                .append(method)
                .append(", path: ")
                .append(glob(rule))
                .append(query(rule))
                .append("}  # ")
                .append(rule.seen());
        if (rule.requests().size() > 1) {
            yaml.append(", ").append(rule.requests().size()).append(" paths");
        }
        yaml.append('\n');
    }

    /** Names what each query had; which values, nobody recorded. */
    private static String query(LearnedRule rule) {
        return rule.parameters().isEmpty()
                ? ""
                : rule.parameters().stream()
                        .map(name -> quoted(name) + ": '*'")
                        .collect(Collectors.joining(", ", ", query: {", "}"));
    }

    private static String glob(LearnedRule rule) {
        return quoted(Objects.requireNonNull(rule.path()).glob());
    }

    /** Quotes as YAML 1.2.2 section 7.3.2 does, where a backslash is itself. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
