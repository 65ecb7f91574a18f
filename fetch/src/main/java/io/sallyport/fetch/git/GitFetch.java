package io.sallyport.fetch.git;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.CollectedFiles;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.url.SkillLocation;
import io.sallyport.model.ReasonCode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.JGitText;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdRef;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.transport.FetchConnection;
import org.eclipse.jgit.transport.FilterSpec;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.TagOpt;
import org.eclipse.jgit.transport.Transport;
import org.eclipse.jgit.transport.TransportHttp;
import org.eclipse.jgit.transport.URIish;
import org.jspecify.annotations.Nullable;

/**
 * One fetch: the commit with its directories, then the files that lie in the skill's. An object is known by the hash of
 * its bytes, which JGit makes anew, so a forge can leave one out but not put another in its place. Confined to its
 * thread.
 */
final class GitFetch {
    private static final String WITHOUT_FILES = "blob:none";

    private final GitRepository where;
    private final GitConnections connections;
    private final MemoryRepository repository;
    private final DeadlineMonitor monitor;

    GitFetch(GitRepository where, GitConnections connections, MemoryRepository repository, FetchDeadline deadline) {
        this.where = where;
        this.connections = connections;
        this.repository = repository;
        this.monitor = new DeadlineMonitor(deadline);
    }

    void run(SkillLocation location, CollectedFiles collected, GitBounds bounds) throws IOException, RefusedException {
        ObjectId commit = commit(location.ref());
        List<GitFile> files;
        try (RevWalk walk = new RevWalk(repository)) {
            files = new GitTree(walk.getObjectReader(), location.directory(), collected, bounds)
                    .files(walk.parseCommit(commit).getTree());
        }
        want(absent(files));
        try (ObjectReader reader = repository.newObjectReader()) {
            for (GitFile file : files) {
                collected.take(file.path(), content(reader, file, collected.room()));
            }
        }
        collected.end();
    }

    /** The commit, which is fetched then; of a tag it is what the tag stands for. */
    private ObjectId commit(String ref) throws IOException, RefusedException {
        try {
            return commit(ref, WITHOUT_FILES);
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains(JGitText.get().filterRequiresCapability)) {
                throw e;
            }
            return commit(ref, null);
        }
    }

    private ObjectId commit(String ref, @Nullable String filter) throws IOException, RefusedException {
        try (Transport transport = transport(filter);
                FetchConnection connection = transport.openFetch(named(ref))) {
            ObjectId tip = tip(connection, ref);
            connection.fetch(monitor, List.of(wanted(tip)), Set.of());
            return tip;
        }
    }

    private static Collection<RefSpec> named(String ref) {
        return List.of(new RefSpec(Constants.R_HEADS + ref), new RefSpec(Constants.R_TAGS + ref));
    }

    private static ObjectId tip(FetchConnection connection, String ref) throws RefusedException {
        Map<String, Ref> refs = connection.getRefsMap();
        Ref named = refs.getOrDefault(Constants.R_HEADS + ref, refs.get(Constants.R_TAGS + ref));
        ObjectId tip = named == null ? null : named.getObjectId();
        if (tip != null) {
            return tip;
        }
        if (ObjectId.isId(ref)) {
            return ObjectId.fromString(ref);
        }
        throw new RefusedException(FetchRefusal.forgeFailed(
                ReasonCode.UPSTREAM_REFUSED, "git: no branch and no tag of that name, and no whole commit id"));
    }

    private static Ref wanted(ObjectId id) {
        return new ObjectIdRef.Unpeeled(Ref.Storage.NETWORK, id.name(), id);
    }

    /** The objects of {@code files} that did not come with the commit. */
    private List<Ref> absent(List<GitFile> files) throws IOException {
        List<Ref> absent = new ArrayList<>();
        try (ObjectReader reader = repository.newObjectReader()) {
            for (ObjectId id : files.stream().map(GitFile::id).distinct().toList()) {
                if (!reader.has(id)) {
                    absent.add(wanted(id));
                }
            }
        }
        return absent;
    }

    /** By their ids, which a forge that can leave files out lets anybody ask for. */
    private void want(List<Ref> objects) throws IOException {
        if (objects.isEmpty()) {
            return;
        }
        try (Transport transport = transport(null);
                FetchConnection connection = transport.openFetch(named("HEAD"))) {
            connection.fetch(monitor, objects, Set.of());
        }
    }

    private Transport transport(@Nullable String filter) throws IOException {
        try {
            Transport transport = Transport.open(repository, new URIish(where.url()));
            if (transport instanceof TransportHttp http) {
                http.setHttpConnectionFactory(connections);
                http.setTagOpt(TagOpt.NO_TAGS);
                http.setFetchThin(false);
                http.setDepth(1);
                if (filter != null) {
                    http.setFilterSpec(FilterSpec.fromFilterLine(filter));
                }
                return http;
            }
            transport.close();
            throw new IllegalStateException(where.base() + " is not asked over HTTP");
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a repository's URL is made of checked parts", e);
        }
    }

    private static byte[] content(ObjectReader reader, GitFile file, long room) throws IOException, RefusedException {
        try {
            ObjectLoader loader = reader.open(file.id(), Constants.OBJ_BLOB);
            if (loader.getSize() > room) {
                throw new RefusedException(FetchRefusal.unsafe("more bytes in all than a skill may have"));
            }
            return loader.openStream().readAllBytes();
        } catch (MissingObjectException _) {
            throw new RefusedException(FetchRefusal.forgeFailed(
                    ReasonCode.UPSTREAM_MALFORMED, "git: the forge left out what was asked for"));
        }
    }
}
