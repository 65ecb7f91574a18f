package io.sallyport.leasebridge.harness;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.host.CanonicalHost;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The forges whose URLs name directories (specs: fetch, section 4). Immutable.
 *
 * @param github canonical hosts with GitHub's form of URLs
 * @param gitlab canonical hosts with GitLab's form
 * @param foldsCase whether these forges ignore the case of owner and repository
 */
public record Forges(Set<String> github, Set<String> gitlab, boolean foldsCase) {
    /** The two public forges. */
    public static final Forges PUBLIC = new Forges(Set.of("github.com"), Set.of("gitlab.com"), true);

    public Forges {
        github = Set.copyOf(github);
        gitlab = Set.copyOf(gitlab);
    }

    /**
     * Returns whether URLs on {@code host} that differ only in the case of owner and repository name the same thing.
     */
    public boolean folds(CanonicalHost host) {
        return foldsCase && has(host.text());
    }

    /** Returns whether {@code host}, canonical, is one of the forges. */
    boolean has(String host) {
        return github.contains(host) || gitlab.contains(host);
    }

    /** Returns why {@code url} does not name a directory on one of them, or null. */
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
