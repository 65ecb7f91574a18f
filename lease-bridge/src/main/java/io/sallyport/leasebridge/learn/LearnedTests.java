package io.sallyport.leasebridge.learn;

import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.leasebridge.regotests.RequestTests;
import io.sallyport.leasebridge.regotests.TestedRequest;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Writes tests of a learned document in Rego: for each rule requests that were seen, and requests beside them that
 * nothing admits. WebSockets and tunnels have none.
 */
final class LearnedTests {
    /** Limit of rules that have tests. */
    static final int MAX_RULES = 1_000;

    private static final int SAMPLES = 3; // requests of one rule
    private static final int MAX_PORT = 65_535;

    private final List<LearnedRule> rules;
    private final ImportedForm form;

    private LearnedTests(List<LearnedRule> rules, ImportedForm form) {
        this.rules = rules;
        this.form = form;
    }

    static String of(LearnedRules learned, ImportedForm form, String comments) {
        var tests = new LearnedTests(learned.rules(), form);
        var rego = new RequestTests(
                "# Tests of a learned document: sallyport policy test --" + form.word() + " DOCUMENT THIS-FILE\n"
                        + comments,
                "learned_test");
        List<LearnedRule> tested = learned.rules().stream()
                .filter(tests::isTested)
                .limit(MAX_RULES)
                .toList();
        for (int i = 0; i < tested.size(); i++) {
            LearnedRule rule = tested.get(i);
            String name = "test_rule_" + (i + 1);
            rego.allowed(
                    name + "_is_allowed",
                    rule.requests().stream()
                            .limit(SAMPLES)
                            .map(request -> tested(request, rule.parameters()))
                            .toList());
            rego.refused(
                    name + "_has_nothing_beside",
                    tests.beside(rule)
                            .map(request -> tested(request, rule.parameters()))
                            .toList());
        }
        return rego.text();
    }

    private boolean isTested(LearnedRule rule) {
        boolean isRequest = rule.path() != null && !rule.scheme().isWebSocket();
        return isRequest && (form == ImportedForm.POLICY || LearnedLease.pattern(rule) != null);
    }

    /** Returns requests that differ in one point, and that no rule admits. */
    private Stream<CanonicalRequest> beside(LearnedRule rule) {
        CanonicalRequest one = rule.requests().getFirst();
        String scheme = one.scheme().word() + "://";
        String host = one.host().authority();
        String path = Objects.requireNonNull(one.path()).text();
        int port = one.port() == MAX_PORT ? 1 : one.port() + 1;
        Stream<String> urls = Stream.of(
                scheme + "x." + host + ":" + one.port() + path,
                scheme + host + ".x:" + one.port() + path,
                scheme + host + ":" + port + path,
                scheme + host + ":" + one.port() + path + "-x",
                scheme + host + ":" + one.port() + path + "/x");
        String method = Objects.requireNonNull(one.method());
        Stream<CanonicalRequest> others = Stream.of("POST", "DELETE", "GET").map(one::withMethod);
        return Stream.concat(
                        form == ImportedForm.POLICY ? others : Stream.empty(),
                        urls.flatMap(url -> request(method, url)))
                .filter(beside -> rules.stream().noneMatch(any -> admits(any, beside)));
    }

    /** Returns nothing for a name that is none, such as one below an address. */
    private static Stream<CanonicalRequest> request(String method, String url) {
        return WrittenRequest.parse(method, url) instanceof Parsed.Accepted(CanonicalRequest request)
                ? Stream.of(request)
                : Stream.empty();
    }

    private boolean admits(LearnedRule rule, CanonicalRequest request) {
        String method = rule.method();
        return rule.covers(form == ImportedForm.LEASE && method != null ? request.withMethod(method) : request);
    }

    private static TestedRequest tested(CanonicalRequest request, List<String> parameters) {
        return new TestedRequest(
                Objects.requireNonNull(request.method()),
                request.scheme().word(),
                request.host().text(),
                request.port(),
                Objects.requireNonNull(request.path()).text(),
                parameters);
    }
}
