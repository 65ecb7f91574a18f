package io.sallyport.fetch.forge;

import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.fetch.url.SkillLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Gets a directory by GitLab's API (version 4): the whole tree in pages, then each file as it is. Confined to the
 * fetch's thread.
 */
final class GitlabDownload {
    private static final long MAX_PAGE_BYTES = 4L << 20;
    private static final Map<String, String> JSON = Map.of("Accept", "application/json");
    private static final Map<String, String> RAW = Map.of("Accept", "*/*");

    private final ForgeCalls calls;
    private final SkillLocation location;
    private final CollectedFiles collected;
    private final String project;

    GitlabDownload(ForgeCalls calls, SkillLocation location, CollectedFiles collected) {
        this.calls = calls;
        this.location = location;
        this.collected = collected;
        this.project = "/projects/" + PercentEncoder.segment(String.join("/", location.project())) + "/repository";
    }

    void run() throws RefusedException {
        List<String> files = new ArrayList<>();
        String page = "1";
        while (!page.isEmpty()) {
            page = list(page, files);
        }
        calls.requireLeft(files.size());
        for (String path : files) {
            collected.take(CollectedFiles.relative(location.directory(), path), content(path));
        }
        collected.end();
    }

    /** Answers the next page, empty where there is none. */
    private String list(String page, List<String> files) throws RefusedException {
        String target = project + "/tree?path="
                + PercentEncoder.segment(location.directory().text()) + "&ref=" + PercentEncoder.segment(location.ref())
                + "&recursive=true&per_page=100&page=" + page;
        HttpAnswer answer = calls.get(target, JSON, MAX_PAGE_BYTES);
        var listing = ForgeJson.read(answer.body());
        if (!listing.isArray()) {
            throw ForgeJson.garbage();
        }
        for (Map<String, String> entry : listing.objects()) {
            take(entry, files);
        }
        String next = answer.headers().get("X-Next-Page", "");
        if (!next.isEmpty() && (!next.matches("[0-9]{1,4}") || Integer.parseInt(next) != Integer.parseInt(page) + 1)) {
            throw ForgeJson.garbage();
        }
        return next;
    }

    private void take(Map<String, String> entry, List<String> files) throws RefusedException {
        String path = ForgeJson.text(entry, "path");
        SkillPath relative = CollectedFiles.relative(location.directory(), path);
        if (!relative.name().equals(ForgeJson.text(entry, "name"))) {
            throw CollectedFiles.unsafe("an entry that is not where it was listed", path);
        }
        EntryKind kind = EntryKind.ofMode(ForgeJson.text(entry, "mode"));
        kind.requireFit(path);
        if (kind == EntryKind.FILE) {
            collected.announce(relative);
            files.add(path);
        }
    }

    private byte[] content(String path) throws RefusedException {
        String target = project + "/files/" + PercentEncoder.segment(path) + "/raw?ref="
                + PercentEncoder.segment(location.ref());
        // One byte more than there is room for: what is too much is refused for it, and not as a fault of the forge.
        return calls.get(target, RAW, collected.room() + 1).body();
    }
}
