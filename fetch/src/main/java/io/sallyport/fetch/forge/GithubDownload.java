package io.sallyport.fetch.forge;

import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.fetch.url.SkillLocation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Gets a directory by GitHub's API (version 2022-11-28): lists it by the contents API and what lies below it by the
 * trees API, a call for each directory in it, then gets each file. Confined to the thread of the fetch.
 */
final class GithubDownload {
    /** A listing of so many may be cut off: the API says no more. */
    private static final int LISTING_END = 1_000;

    private static final long MAX_LISTING_BYTES = 8L << 20;

    private final ForgeCalls calls;
    private final SkillLocation location;
    private final CollectedFiles collected;
    private final GithubFile content;
    private final Deque<Directory> directories = new ArrayDeque<>();
    private final List<File> files = new ArrayList<>();

    GithubDownload(ForgeCalls calls, SkillLocation location, CollectedFiles collected) {
        this.calls = calls;
        this.location = location;
        this.collected = collected;
        this.content = new GithubFile(calls, location, collected);
    }

    /** One to be listed; the hash of its tree is empty where the forge did not say it. */
    private record Directory(String path, String sha) {}

    private record File(String path, SkillPath relative, String size) {}

    void run() throws RefusedException {
        list(location.directory().text());
        while (!directories.isEmpty()) {
            Directory next = directories.remove();
            if (next.sha.isEmpty() || !listAllBelow(next)) {
                list(next.path);
            }
        }
        calls.requireLeft(files.size());
        for (File file : files) {
            collected.take(file.relative, content.get(file.path, file.size));
        }
        collected.end();
    }

    private void list(String directory) throws RefusedException {
        var listing = ForgeJson.read(calls.get(content.target(directory), GithubFile.JSON, MAX_LISTING_BYTES)
                .body());
        if (!listing.isArray()) {
            throw new RefusedException(FetchRefusal.noFiles("the path names no directory"));
        }
        List<Map<String, String>> entries = listing.objects();
        if (entries.size() >= LISTING_END) {
            throw new ApiUnsuitableException(FetchRefusal.unsafe("a directory of " + LISTING_END + " entries or more"));
        }
        for (Map<String, String> entry : entries) {
            take(directory, entry);
        }
    }

    private void take(String directory, Map<String, String> entry) throws RefusedException {
        String path = ForgeJson.text(entry, "path");
        SkillPath relative = CollectedFiles.relative(location.directory(), path);
        if (!path.equals(directory + "/" + ForgeJson.text(entry, "name"))) {
            throw CollectedFiles.unsafe("an entry that is not where it was listed", path);
        }
        EntryKind kind = EntryKind.ofContent(ForgeJson.text(entry, "type"));
        kind.requireFit(path);
        if (kind == EntryKind.FILE) {
            add(path, relative, entry.getOrDefault("size", "0"));
        } else {
            directories.add(new Directory(path, sha(entry)));
        }
    }

    /** False where the forge has no such tree to show: then the directory is listed as the first one was. */
    private boolean listAllBelow(Directory directory) throws RefusedException {
        HttpAnswer answer = calls.find(
                content.repository() + "/git/trees/" + directory.sha + "?recursive=1",
                GithubFile.JSON,
                MAX_LISTING_BYTES);
        if (answer == null) {
            return false;
        }
        ForgeJson.Tree tree = ForgeJson.tree(answer.body());
        if (tree.isTruncated()) {
            throw new ApiUnsuitableException(FetchRefusal.unsafe("a directory of more entries than the forge lists"));
        }
        for (Map<String, String> entry : tree.entries()) {
            takeBelow(directory.path + "/" + ForgeJson.text(entry, "path"), entry);
        }
        return true;
    }

    /** What is in a directory is listed too. */
    private void takeBelow(String path, Map<String, String> entry) throws RefusedException {
        SkillPath relative = CollectedFiles.relative(location.directory(), path);
        EntryKind kind = EntryKind.ofMode(ForgeJson.text(entry, "mode"));
        kind.requireFit(path);
        if (kind == EntryKind.FILE) {
            add(path, relative, entry.getOrDefault("size", "0"));
        }
    }

    private void add(String path, SkillPath relative, String size) throws RefusedException {
        collected.announce(relative);
        files.add(new File(path, relative, size));
    }

    private static String sha(Map<String, String> entry) {
        String sha = entry.getOrDefault("sha", "");
        return sha.matches("[0-9a-f]{40}([0-9a-f]{24})?") ? sha : "";
    }
}
