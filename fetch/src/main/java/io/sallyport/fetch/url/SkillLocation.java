package io.sallyport.fetch.url;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.leasebridge.harness.ForgePath;
import io.sallyport.model.text.Parsed;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a skill's URL names on its forge.
 *
 * @param project owner and repository, or on GitLab the groups and the project
 * @param ref a branch, tag or commit: one segment
 * @param directory in the repository: decoded names joined by slashes
 */
public record SkillLocation(ForgeHost forge, List<String> project, String ref, SkillPath directory) {
    private static final Pattern PROJECT = Pattern.compile("[A-Za-z0-9._-]+");
    private static final Pattern REF = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._ -]{0,99}");
    private static final List<String> RAW_HOSTS = List.of("raw.githubusercontent.com", "gist.githubusercontent.com");

    public SkillLocation {
        project = List.copyOf(project);
    }

    /** The last name of the directory: that of the skill. */
    public String name() {
        return directory.name();
    }

    /** A location, or its refusal. */
    public sealed interface Located {}

    /** It is on a forge that is served. */
    public record Found(SkillLocation location) implements Located {}

    /** It is on none; {@code refused} is what the client hears. */
    public record Rejected(FetchRefusal refused) implements Located {}

    /** Reads the path of {@code url} as the forge of its host writes it. */
    public static Located of(SkillUrl url, Collection<ForgeHost> forges) {
        for (ForgeHost forge : forges) {
            if (forge.host().equals(url.host())) {
                return of(forge, decoded(url));
            }
        }
        return new Rejected(RAW_HOSTS.contains(url.host().text()) ? FetchRefusal.RAW_CONTENT : FetchRefusal.NO_FORGE);
    }

    /** Each segment decoded once; the last empty one of a trailing slash is left out. */
    private static List<String> decoded(SkillUrl url) {
        List<String> names = new ArrayList<>();
        for (String segment : url.path().segments()) {
            names.add(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        if (!names.isEmpty() && names.getLast().isEmpty()) {
            names.removeLast();
        }
        return names;
    }

    private static Located of(ForgeHost forge, List<String> names) {
        ForgePath path = switch (forge.kind()) {
            case GITHUB -> ForgePath.ofGithub(names);
            case GITLAB -> ForgePath.ofGitlab(names);
        };
        if (path == null || !isProject(path.project()) || !isRef(path.ref())) {
            return new Rejected(FetchRefusal.NO_FORGE);
        }
        if (!forge.isEnabled()) {
            return new Rejected(FetchRefusal.forgeNotEnabled(forge.kind().word()));
        }
        return path.isTree() && !path.names().isEmpty()
                ? of(forge, path.project(), path.ref(), path.names())
                : new Rejected(FetchRefusal.NO_DIRECTORY);
    }

    private static Located of(ForgeHost forge, List<String> project, String ref, List<String> path) {
        if (path.stream().anyMatch(name -> name.indexOf('/') >= 0)
                || !(SkillPath.parse(String.join("/", path)) instanceof Parsed.Accepted(var directory))) {
            return new Rejected(FetchRefusal.NOT_CANONICAL);
        }
        return NAME.matcher(path.getLast()).matches()
                ? new Found(new SkillLocation(forge, project, ref, directory))
                : new Rejected(FetchRefusal.BAD_NAME);
    }

    /** On GitLab a project may lie in many groups, and lies in one at least. */
    private static boolean isProject(List<String> names) {
        return names.size() >= 2 && names.stream().allMatch(SkillLocation::isProjectName);
    }

    private static boolean isProjectName(String name) {
        return PROJECT.matcher(name).matches() && !isDots(name);
    }

    private static boolean isRef(String ref) {
        return REF.matcher(ref).matches() && !isDots(ref);
    }

    private static boolean isDots(String name) {
        return name.equals(".") || name.equals("..");
    }
}
