package io.sallyport.fetch.git;

import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jgit.internal.storage.dfs.DfsInserter;
import org.eclipse.jgit.internal.storage.dfs.DfsObjDatabase;
import org.eclipse.jgit.internal.storage.dfs.DfsPackParser;
import org.eclipse.jgit.internal.storage.dfs.DfsRepositoryDescription;
import org.eclipse.jgit.internal.storage.dfs.InMemoryRepository;
import org.eclipse.jgit.lib.ObjectInserter;

/** A repository that is nowhere but in memory, for one fetch, whose packs are bounded. Confined to its thread. */
final class MemoryRepository extends InMemoryRepository {
    /** JGit keeps blocks of all repositories in one cache, by their names. */
    private static final AtomicLong NAMES = new AtomicLong();

    private final GitBounds bounds;

    MemoryRepository(GitBounds bounds) {
        super(new DfsRepositoryDescription("fetch-" + NAMES.incrementAndGet()));
        this.bounds = bounds;
        getConfig().setString("http", null, "followRedirects", "false");
    }

    @Override
    public ObjectInserter newObjectInserter() {
        return new Inserter(getObjectDatabase(), bounds);
    }

    private static final class Inserter extends DfsInserter {
        private final DfsObjDatabase objects;
        private final GitBounds bounds;

        private Inserter(DfsObjDatabase objects, GitBounds bounds) {
            super(objects);
            this.objects = objects;
            this.bounds = bounds;
        }

        @Override
        public DfsPackParser newPackParser(InputStream in) {
            var parser = new BoundedPackParser(objects, this, in, bounds);
            parser.setMaxObjectSizeLimit(bounds.objectBytes());
            return parser;
        }
    }
}
