package io.sallyport.leasebridge.harness;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.host.CanonicalHost;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The forges whose URLs name directories (specs: fetch, section 4). Immutable.
 *
 * @param github hosts that write URLs as GitHub does, canonical
 * @param gitlab hosts that write them as GitLab does
 * @param foldsCase whether the case of owner and repository makes no difference on them
 */
public record Forges(Set<String> github, Set<String> gitlab, boolean foldsCase) {
    /** The two public ones. */
    public static final Forges PUBLIC = new Forges(Set.of("github.com"), Set.of("gitlab.com"), true);

    public Forges {
        github = Set.copyOf(github);
        gitlab = Set.copyOf(gitlab);
    }

    /** Whether two URLs on {@code host} that differ in the case of owner and repository name the same. */
    public boolean folds(CanonicalHost host) {
        return foldsCase && has(host.text());
    }

    /** Whether {@code host}, canonical, is one of them. */
    boolean has(String host) {
        return github.contains(host) || gitlab.contains(host);
    }

    /** Why {@code url} names no directory on one of them, or null. */
    @Nullable
    String directoryFault(CanonicalUrl url) {
        List<String> segments = url.path().segments();
        if (github.contains(url.host().text())) {
            return treeFault(ForgePath.ofGithub(segments));
        }
        return gitlab.contains(url.host().text())
                ? treeFault(ForgePath.ofGitlab(segments))
                : "skills are hosted on a supported forge";
    }

    private static @Nullable String treeFault(@Nullable ForgePath path) {
        if (path == null || !path.isTree()) {
            return "the URL of a directory is .../tree/REF/PATH";
        }
        boolean namesPath = !path.names().isEmpty() && !path.names().getFirst().isEmpty();
        return namesPath ? null : "the URL names a path to a directory, not a whole repository";
    }
}
