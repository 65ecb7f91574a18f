package io.sallyport.fetch.git;

import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.fetch.url.SkillLocation;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import java.util.List;

/**
 * Where a repository is: {@code BASE/PROJECT.git}. Immutable.
 *
 * @param base where the repositories of its forge begin
 * @param project checked names
 */
record GitRepository(CanonicalUrl base, List<String> project) {
    private static final String SUFFIX = ".git";

    GitRepository {
        project = List.copyOf(project);
    }

    static GitRepository of(CanonicalUrl base, SkillLocation location) {
        return new GitRepository(base, location.project());
    }

    Target target(SandboxId sandbox) {
        return new Target(
                sandbox,
                base.host(),
                base.port(),
                base.scheme() == Scheme.HTTPS ? TargetProtocol.TLS : TargetProtocol.PLAIN);
    }

    /** Host and, where it is another than the scheme's, port. */
    String authority() {
        return base.authority();
    }

    /** Without a slash at its end. */
    String origin() {
        return (base.scheme() == Scheme.HTTPS ? "https://" : "http://") + authority();
    }

    /** Without a slash at its end. */
    String url() {
        String path = base.path().text();
        String name = String.join("/", project);
        return origin() + (path.endsWith("/") ? path : path + "/") + (name.endsWith(SUFFIX) ? name : name + SUFFIX);
    }
}
