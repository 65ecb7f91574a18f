package io.sallyport.leasebridge.harness;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the path of a URL names on its forge: {@code PROJECT/tree/REF/NAMES}, or the same with {@code blob}. Only the
 * syntax is parsed; the names are not validated. Immutable.
 *
 * @param project owner and repository, or on GitLab the groups and the project
 * @param isTree whether the URL claims to name a directory rather than a file
 * @param ref empty if the path ends before it
 * @param names path segments from the root of the repository
 */
public record ForgePath(List<String> project, boolean isTree, String ref, List<String> names) {
    private static final int GITHUB_PROJECT = 2;

    public ForgePath {
        project = List.copyOf(project);
        names = List.copyOf(names);
    }

    /**
     * Parses a path of GitHub's form, {@code /OWNER/REPOSITORY/tree/...}; returns null if {@code segments} are not one.
     */
    public static @Nullable ForgePath ofGithub(List<String> segments) {
        return of(segments, GITHUB_PROJECT, GITHUB_PROJECT);
    }

    /**
     * Parses a path of GitLab's form, {@code /GROUPS/PROJECT/-/tree/...}; returns null if {@code segments} are not one.
     */
    public static @Nullable ForgePath ofGitlab(List<String> segments) {
        int dash = segments.indexOf("-");
        return dash < 1 ? null : of(segments, dash, dash + 1);
    }

    /** @param form index of the word {@code tree} or {@code blob} */
    private static @Nullable ForgePath of(List<String> segments, int project, int form) {
        String word = segments.size() > form ? segments.get(form) : "";
        boolean isTree = word.equals("tree");
        if (!isTree && !word.equals("blob")) {
            return null;
        }
        List<String> rest = segments.subList(form + 1, segments.size());
        return rest.isEmpty()
                ? new ForgePath(segments.subList(0, project), isTree, "", List.of())
                : new ForgePath(segments.subList(0, project), isTree, rest.getFirst(), rest.subList(1, rest.size()));
    }
}
