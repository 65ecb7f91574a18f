package io.sallyport.leasebridge.harness;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the path of a URL names on its forge, {@code PROJECT/tree/REF/NAMES} or the same with {@code blob}. Only the form is
 * read, the names are judged by nobody yet. Immutable.
 *
 * @param project owner and repository, or on GitLab the groups and the project
 * @param isTree whether the URL says that it names a directory; else it says a file
 * @param ref empty where the path ends before it
 * @param names from the root of the repository
 */
public record ForgePath(List<String> project, boolean isTree, String ref, List<String> names) {
    private static final int GITHUB_PROJECT = 2;

    public ForgePath {
        project = List.copyOf(project);
        names = List.copyOf(names);
    }

    /** The path as GitHub writes it, {@code /OWNER/REPOSITORY/tree/...}, or null where {@code segments} are none. */
    public static @Nullable ForgePath ofGithub(List<String> segments) {
        return of(segments, GITHUB_PROJECT, GITHUB_PROJECT);
    }

    /** The path as GitLab writes it, {@code /GROUPS/PROJECT/-/tree/...}, or null where {@code segments} are none. */
    public static @Nullable ForgePath ofGitlab(List<String> segments) {
        int dash = segments.indexOf("-");
        return dash < 1 ? null : of(segments, dash, dash + 1);
    }

    /** @param form where the word stands */
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
