package io.sallyport.leasebridge.accesslist;

import java.util.List;
import java.util.stream.Stream;

/**
 * Writes tests of an imported document in Rego: for each reach one request that it admits, and requests beside it that
 * nothing admits, asked of the decision that a gateway compiles from the document.
 */
final class ImportedTests {
    /** Limit of reaches that have tests. */
    static final int MAX_REACHES = 1_000;

    private static final String HEAD = """
            # Tests of an imported document: sallyport policy test --FORM DOCUMENT THIS-FILE
            package imported_test

            import data.sallyport.decision
            """;

    private static final String TAIL = """

            allowed(method, url, path) if decision.allow == true with input as request(method, url, path)

            refused(method, url, path) if decision.allow == false with input as request(method, url, path)

            request(method, url, path) := {
            	"kind": "http",
            	"net": {
            		"scheme": url[0],
            		"host": url[1],
            		"port": url[2],
            		"suffixes": suffixes(url[1]),
            		"method": method,
            		"path": path,
            		"prefixes": array.concat(["/"], below(path)),
            	},
            }

            below(path) := [concat("/", array.slice(parts, 0, i + 1)) | some i, _ in parts; i > 0] if {
            	path != "/"
            	parts := split(path, "/")
            } else := []

            suffixes(host) := [host] if regex.match(`^[0-9.]+$|:`, host)

            suffixes(host) := [concat(".", array.slice(labels, i, count(labels))) | some i, _ in labels] if {
            	not regex.match(`^[0-9.]+$|:`, host)
            	labels := split(host, ".")
            }
            """;

    private final AccessGrants grants;
    private final GrantForm form;

    private ImportedTests(AccessGrants grants, GrantForm form) {
        this.grants = grants;
        this.form = form;
    }

    static String of(AccessGrants grants, ImportedForm form) {
        var tests = new ImportedTests(grants, GrantForm.of(form));
        var rego = new StringBuilder(HEAD.replace("FORM", form.word()));
        List<ReachedHost> reaches = grants.reaches().stream().limit(MAX_REACHES).toList();
        for (int i = 0; i < reaches.size(); i++) {
            tests.add(rego, i + 1, reaches.get(i));
        }
        tests.addDenied(rego);
        return rego.append(TAIL).toString();
    }

    private void add(StringBuilder rego, int number, ReachedHost reach) {
        String name = "test_line_" + reach.place().line() + "_reach_" + number;
        List<TestedRequest> admitted =
                TestedRequest.of(reach, form).stream().filter(this::isAdmitted).toList();
        List<TestedRequest> beside = TestedRequest.beside(reach, form).stream()
                .filter(sample -> !mayBeAdmitted(sample))
                .toList();
        add(rego, name + "_is_allowed", "allowed", admitted);
        add(rego, name + "_has_nothing_beside", "refused", beside);
    }

    private void addDenied(StringBuilder rego) {
        List<TestedRequest> samples = grants.denied().stream()
                .limit(MAX_REACHES)
                .flatMap(denied -> denied.ports().stream()
                        .map(port -> new TestedRequest("GET", "https", TestedRequest.host(denied.host()), port, "/")))
                .toList();
        add(rego, "test_what_is_denied_is_refused", "refused", samples);
    }

    private static void add(StringBuilder rego, String name, String word, List<TestedRequest> samples) {
        if (!samples.isEmpty()) {
            rego.append('\n').append(name).append(" if {\n");
            samples.forEach(
                    sample -> rego.append('\t').append(word).append(sample).append('\n'));
            rego.append("}\n");
        }
    }

    /** Whether it is admitted: no denial covers it. */
    private boolean isAdmitted(TestedRequest sample) {
        return grants.denied().stream()
                .noneMatch(denied ->
                        denied.ports().contains(sample.port()) && TestedRequest.covers(denied.host(), sample.host()));
    }

    /** Whether some reach may admit it; paths are compared where they have no wildcards. */
    private boolean mayBeAdmitted(TestedRequest sample) {
        return grants.reaches().stream().anyMatch(reach -> mayAdmit(reach, sample));
    }

    private boolean mayAdmit(ReachedHost reach, TestedRequest sample) {
        return TestedRequest.covers(reach.host(), sample.host())
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
