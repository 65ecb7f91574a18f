package io.sallyport.decision.guard;

import io.sallyport.model.FilePath;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Paths that no sandbox may touch, whatever is granted: the gateway's own files and places where credentials lie.
 * Letters are compared without their case, since some file systems do. Immutable.
 */
public final class ClosedPaths {
    private static final String ANYWHERE = "**/";

    /**
     * Where credentials and the system's own secrets commonly lie; the setting {@code guard.closed_paths} is added to
     * it.
     */
    public static final List<String> BY_DEFAULT = List.of(
            "**/.ssh",
            "**/.gnupg",
            "**/.aws",
            "**/.azure",
            "**/.config/gcloud",
            "**/.config/gh",
            "**/.kube",
            "**/.docker/config.json",
            "**/.netrc",
            "**/.git-credentials",
            "**/.npmrc",
            "**/.pypirc",
            "/etc/shadow",
            "/etc/gshadow",
            "/etc/sudoers",
            "/etc/sudoers.d",
            "/run/secrets",
            "/var/run/secrets",
            "/proc",
            "/sys",
            "/dev");

    /** With a slash at both ends. */
    private final List<String> rooted;

    private final List<String> anywhere;

    private ClosedPaths(List<String> rooted, List<String> anywhere) {
        this.rooted = List.copyOf(rooted);
        this.anywhere = List.copyOf(anywhere);
    }

    /**
     * Closes each of {@code paths}, and all below it.
     *
     * @param paths absolute ones, or {@code **}{@code /a/b}: these names in this order, at any depth
     * @throws IllegalArgumentException where one is neither
     */
    public static ClosedPaths of(Collection<String> paths) {
        List<String> rooted = new ArrayList<>();
        List<String> anywhere = new ArrayList<>();
        for (String path : paths) {
            String folded = folded(path);
            if (folded == null) {
                throw new IllegalArgumentException(
                        "guard.closed_paths: " + path + " (expected: an absolute path, or **/ and names)");
            }
            (path.startsWith(ANYWHERE) ? anywhere : rooted).add(slashed(folded));
        }
        return new ClosedPaths(rooted, anywhere);
    }

    /** Whether {@code path} is of a form that {@link #of} takes. */
    public static boolean isOne(String path) {
        return folded(path) != null;
    }

    private static @Nullable String folded(String path) {
        String text = path.startsWith(ANYWHERE) ? path.substring(ANYWHERE.length() - 1) : path;
        return text.startsWith("/")
                        && FilePath.parse(text) instanceof Parsed.Accepted(String folded)
                        && !folded.equals("/")
                ? folded
                : null;
    }

    /** Whether the canonical {@code path}, or something above it, is closed. */
    boolean contains(String path) {
        String text = slashed(path);
        return rooted.stream().anyMatch(text::startsWith) || anywhere.stream().anyMatch(text::contains);
    }

    /** Whether something closed lies below {@code path}, so that taking it away takes that as well. */
    boolean liesBelow(String path) {
        String text = slashed(path);
        return rooted.stream().anyMatch(closed -> closed.startsWith(text));
    }

    private static String slashed(String path) {
        return path.equals("/") ? path : path.toLowerCase(Locale.ROOT) + "/";
    }
}
