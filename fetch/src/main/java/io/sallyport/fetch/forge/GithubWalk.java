package io.sallyport.fetch.forge;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.fetch.url.SkillLocation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Gets a directory by GitHub's contents API (version 2022-11-28): lists each directory, then gets each file. Confined to the
 * thread of the fetch.
 */
final class GithubWalk {
    /** A listing of so many may be cut off: the API says no more. */
    private static final int LISTING_END = 1_000;

    private static final long MAX_LISTING_BYTES = 8L << 20;
    /** Past it the JSON form holds no content. */
    private static final long MAX_INLINE_BYTES = 1L << 20;

    private static final Map<String, String> JSON =
            Map.of("Accept", "application/vnd.github+json", "X-GitHub-Api-Version", "2022-11-28");
    private static final Map<String, String> RAW =
            Map.of("Accept", "application/vnd.github.raw+json", "X-GitHub-Api-Version", "2022-11-28");

    private final ForgeCalls calls;
    private final SkillLocation location;
    private final Gathered gathered;
    private final Deque<String> directories = new ArrayDeque<>();

    GithubWalk(ForgeCalls calls, SkillLocation location, Gathered gathered) {
        this.calls = calls;
        this.location = location;
        this.gathered = gathered;
    }

    void run() throws RefusedException {
        directories.add(location.directory().text());
        while (!directories.isEmpty()) {
            list(directories.remove());
        }
        gathered.end();
    }

    private void list(String directory) throws RefusedException {
        var listing = ForgeJson.read(
                calls.get(target(directory), JSON, MAX_LISTING_BYTES).body());
        if (!listing.isArray()) {
            throw new RefusedException(Refused.noFiles("the path names no directory"));
        }
        List<Map<String, String>> entries = listing.objects();
        if (entries.size() >= LISTING_END) {
            throw new RefusedException(Refused.unsafe("a directory of " + LISTING_END + " entries or more"));
        }
        for (Map<String, String> entry : entries) {
            take(directory, entry);
        }
    }

    private void take(String directory, Map<String, String> entry) throws RefusedException {
        String path = ForgeJson.text(entry, "path");
        SkillPath relative = Gathered.relative(location.directory(), path);
        if (!path.equals(directory + "/" + ForgeJson.text(entry, "name"))) {
            throw Gathered.unsafe("an entry that is not where it was listed", path);
        }
        switch (ForgeJson.text(entry, "type")) {
            case "dir" -> directories.add(path);
            case "file" -> {
                gathered.announce(relative);
                gathered.take(relative, content(path, entry.getOrDefault("size", "0")));
            }
            case "symlink" -> throw Gathered.unsafe("a symbolic link", path);
            case "submodule" -> throw Gathered.unsafe("a submodule", path);
            default -> throw Gathered.unsafe("an entry of an unknown type", path);
        }
    }

    private byte[] content(String path, String size) throws RefusedException {
        if (size.length() > 18 || Long.parseLong(size.matches("[0-9]+") ? size : "0") > MAX_INLINE_BYTES) {
            return raw(path);
        }
        long most = gathered.room() / 3 * 4 + gathered.room() / 32 + MAX_INLINE_BYTES;
        var answer = ForgeJson.read(calls.get(target(path), JSON, most).body());
        if (answer.isArray()) {
            throw Gathered.unsafe("a file that is a directory too", path);
        }
        Map<String, String> file = answer.objects().getFirst();
        if (!ForgeJson.text(file, "type").equals("file")) {
            throw Gathered.unsafe("a " + kind(file) + " that was listed as a file", path);
        }
        String content = file.getOrDefault("content", "");
        boolean isInline = ForgeJson.text(file, "encoding").equals("base64")
                && (!content.isBlank() || file.getOrDefault("size", "0").equals("0"));
        return isInline ? ForgeJson.base64(content) : raw(path);
    }

    private static String kind(Map<String, String> file) throws RefusedException {
        return switch (ForgeJson.text(file, "type")) {
            case "symlink" -> "symbolic link";
            case "submodule" -> "submodule";
            default -> "special file";
        };
    }

    private byte[] raw(String path) throws RefusedException {
        // One byte more than there is room for: what is too much is refused for it, and not as a fault of the forge.
        return calls.get(target(path), RAW, gathered.room() + 1).body();
    }

    private String target(String path) {
        return "/repos/" + Escapes.path(String.join("/", location.project())) + "/contents/" + Escapes.path(path)
                + "?ref=" + Escapes.segment(location.ref());
    }
}
