package io.sallyport.fetch.forge;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.tree.PathSet;
import io.sallyport.fetch.tree.SkillDirectory;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.model.text.Parsed;

/** The files of one skill while they come, under the bounds of a fetch. Confined to its thread. */
public final class CollectedFiles {
    private final FetchBounds bounds;
    private final SkillSink sink;
    private final PathSet paths = new PathSet();
    private long bytes;
    private boolean isBegun;

    CollectedFiles(FetchBounds bounds, SkillSink sink) {
        this.bounds = bounds;
        this.sink = sink;
    }

    /**
     * A file's or directory's place in the skill.
     *
     * @param path from the root of the repository, as the forge says it
     */
    public static SkillPath relative(SkillPath directory, String path) throws RefusedException {
        String below = directory.text() + "/";
        if (!path.startsWith(below)) {
            throw unsafe("an entry outside the directory", path);
        }
        return switch (SkillPath.parse(path.substring(below.length()))) {
            case Parsed.Accepted(var relative) -> relative;
            case Parsed.Rejected(var why, int _) -> throw unsafe(why, path);
        };
    }

    /** The refusal of all of it for one entry; {@code path} is escaped. */
    public static RefusedException unsafe(String why, String path) {
        return new RefusedException(FetchRefusal.unsafe(why + ": " + SkillDirectory.shown(path)));
    }

    /** Takes note that there is such a file, before anything is asked of it. */
    public void announce(SkillPath path) throws RefusedException {
        if (paths.add(path) instanceof PathSet.Clash(var why)) {
            throw unsafe(why, path.text());
        }
        if (paths.size() > bounds.files()) {
            throw new RefusedException(FetchRefusal.unsafe("more than " + bounds.files() + " files"));
        }
    }

    /** A file that was announced. */
    public void take(SkillPath path, byte[] content) throws RefusedException {
        isBegun = true;
        bytes += content.length;
        if (bytes > bounds.bytes()) {
            throw new RefusedException(FetchRefusal.unsafe("more than " + bounds.bytes() + " bytes in all"));
        }
        sink.take(path, content);
    }

    /** Counts what comes for it, the forge's own words included. Safe for concurrent use; returns at once. */
    public boolean receive(long came) {
        return sink.receive(came);
    }

    /** To be called before whoever gets it waits for a place of its own sandbox's. */
    public void waits() {
        sink.waits();
    }

    /** Whether a file was taken: then all of them come the same way. */
    boolean isBegun() {
        return isBegun;
    }

    /** What may still come. */
    public long room() {
        return bounds.bytes() - bytes;
    }

    /** Nothing more comes. */
    public void end() throws RefusedException {
        if (paths.size() == 0) {
            throw new RefusedException(FetchRefusal.noFiles("the forge lists none"));
        }
    }
}
