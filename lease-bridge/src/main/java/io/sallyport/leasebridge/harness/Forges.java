package io.sallyport.leasebridge.harness;

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

    /** Reads a reference to a directory: a path, or the pinned URL of a directory on one of them. */
    Reference directory(String text) {
        return switch (Reference.of(text)) {
            case Reference.Pinned pinned -> directory(pinned);
            case Reference.Local local -> local;
            case Reference.Faulty faulty -> faulty;
        };
    }

    private Reference directory(Reference.Pinned pinned) {
        List<String> segments = pinned.url().path().segments();
        String host = pinned.url().host().text();
        if (github.contains(host)) {
            return tree(pinned, ForgePath.ofGithub(segments));
        }
        return gitlab.contains(host)
                ? tree(pinned, ForgePath.ofGitlab(segments))
                : Reference.Faulty.url("skills are hosted on a supported forge");
    }

    private static Reference tree(Reference.Pinned pinned, @Nullable ForgePath path) {
        if (path == null || !path.isTree()) {
            return Reference.Faulty.url("the URL of a directory is .../tree/REF/PATH");
        }
        boolean namesPath = !path.names().isEmpty() && !path.names().getFirst().isEmpty();
        return namesPath ? pinned : Reference.Faulty.url("the URL names a path to a directory, not a whole repository");
    }
}
