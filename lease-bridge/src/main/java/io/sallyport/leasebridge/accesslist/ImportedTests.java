package io.sallyport.leasebridge.accesslist;

import io.sallyport.leasebridge.regotests.RequestTests;
import io.sallyport.leasebridge.regotests.TestedRequest;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes tests of an imported document in Rego: for each reach one request that it admits, and requests beside it that
 * nothing admits, asked of the decision that a gateway compiles from the document.
 */
final class ImportedTests {
    /** Limit of reaches that have tests. */
    static final int MAX_REACHES = 1_000;

    private final AccessGrants grants;
    private final GrantForm form;

    private ImportedTests(AccessGrants grants, GrantForm form) {
        this.grants = grants;
        this.form = form;
    }

    static String of(AccessGrants grants, ImportedForm form) {
        var tests = new ImportedTests(grants, GrantForm.of(form));
        var rego = new RequestTests(
                "# Tests of an imported document: sallyport policy test --" + form.word() + " DOCUMENT THIS-FILE\n",
                "imported_test");
        List<ReachedHost> reaches = grants.reaches().stream().limit(MAX_REACHES).toList();
        for (int i = 0; i < reaches.size(); i++) {
            tests.add(rego, i + 1, reaches.get(i));
        }
        tests.addDenied(rego);
        return rego.text();
    }

    private void add(RequestTests rego, int number, ReachedHost reach) {
        String name = "test_line_" + reach.place().line() + "_reach_" + number;
        List<TestedRequest> admitted =
                ReachSamples.of(reach, form).stream().filter(this::isAdmitted).toList();
        List<TestedRequest> beside = ReachSamples.beside(reach, form).stream()
                .filter(sample -> !mayBeAdmitted(sample))
                .toList();
        rego.allowed(name + "_is_allowed", admitted);
        rego.refused(name + "_has_nothing_beside", beside);
    }

    private void addDenied(RequestTests rego) {
        List<TestedRequest> samples = grants.denied().stream()
                .limit(MAX_REACHES)
                .flatMap(denied -> denied.ports().stream()
                        .map(port -> new TestedRequest("GET", "https", ReachSamples.host(denied.host()), port, "/")))
                .toList();
        rego.refused("test_what_is_denied_is_refused", samples);
    }

    /** Whether it is admitted: no denial covers it. */
    private boolean isAdmitted(TestedRequest sample) {
        return grants.denied().stream()
                .noneMatch(denied ->
                        denied.ports().contains(sample.port()) && ReachSamples.covers(denied.host(), sample.host()));
    }

    /** Whether some reach may admit it; paths are compared where they have no wildcards. */
    private boolean mayBeAdmitted(TestedRequest sample) {
        return grants.reaches().stream().anyMatch(reach -> mayAdmit(reach, sample));
    }

    private boolean mayAdmit(ReachedHost reach, TestedRequest sample) {
        return ReachSamples.covers(reach.host(), sample.host())
                && reach.ports().contains(sample.port())
                && form.schemes(reach, sample.port()).contains(sample.scheme())
                && (form instanceof LeaseForm || reach.access().methods().has(sample.method()))
                && mayAdmit(reach.paths(), sample.path());
    }

    private static boolean mayAdmit(List<String> paths, String path) {
        return paths.isEmpty() || paths.stream().anyMatch(glob -> mayMatch(glob, path));
    }

    private static boolean mayMatch(String glob, String path) {
        int star = Stream.of("*", "?")
                .mapToInt(glob::indexOf)
                .filter(at -> at >= 0)
                .min()
                .orElse(-1);
        return star < 0 ? glob.equals(path) : path.startsWith(glob.substring(0, star));
    }
}
