package io.sallyport.fetch.git;

import io.netty.channel.EventLoopGroup;
import io.sallyport.egress.Dialer;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.CollectedFiles;
import io.sallyport.fetch.forge.FallbackTransport;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.forge.ForgeClient;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.share.ComputeThreads;
import io.sallyport.fetch.tree.SkillDirectory;
import io.sallyport.fetch.url.SkillLocation;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import org.eclipse.jgit.errors.TooLargeObjectInPackException;
import org.eclipse.jgit.transport.UserAgent;

/**
 * Gets skills by git's smart HTTP (gitprotocol-http(5), version 2 where the forge speaks it), one commit deep and,
 * where the forge can leave the rest out, without any file but the skill's. All of it in memory, so few at one time.
 */
public final class GitTransport implements FallbackTransport {
    /** Each may hold a pack of the size of a fetch's bound a few times over, and resolves it without a wait. */
    private static final int AT_ONE_TIME = 2;

    private static final int OF_ONE_SANDBOX = 1;

    private final Dialer dialer;
    private final EventLoopGroup loops;
    private final GitBounds bounds;
    private final ComputeThreads threads =
            new ComputeThreads("git", AT_ONE_TIME, OF_ONE_SANDBOX, FetchRefusal::forgeFailed);

    /** @param loops of the dialer's transport; not shut down here */
    GitTransport(Dialer dialer, EventLoopGroup loops, FetchBounds bounds) {
        this.dialer = dialer;
        this.loops = loops;
        this.bounds = GitBounds.of(bounds);
        EmptySystemReader.install();
        UserAgent.set("sallyport");
    }

    /**
     * A client of forges whose second transport is git.
     *
     * @param loops of the dialer's transport; not shut down here
     */
    public static ForgeClient client(
            List<ForgeSite> sites, Dialer dialer, EventLoopGroup loops, FetchBounds bounds, InstantSource wall) {
        return new ForgeClient(sites, dialer, loops, bounds, wall, new GitTransport(dialer, loops, bounds));
    }

    @Override
    public void get(
            CanonicalUrl repositories,
            SkillLocation location,
            SandboxId sandbox,
            FetchDeadline deadline,
            CollectedFiles collected)
            throws RefusedException {
        GitRepository where = GitRepository.of(repositories, location);
        try {
            threads.run(sandbox, deadline, collected::waits, () -> {
                fetch(where, location, sandbox, deadline, collected);
                return where;
            });
        } catch (IOException | RuntimeException e) {
            throw new RefusedException(refused(e, deadline));
        }
    }

    private void fetch(
            GitRepository where,
            SkillLocation location,
            SandboxId sandbox,
            FetchDeadline deadline,
            CollectedFiles collected)
            throws IOException, RefusedException {
        try (var connections = new GitConnections(
                        where,
                        where.target(sandbox),
                        dialer,
                        loops.next(),
                        deadline,
                        bounds.received(),
                        collected::receive);
                var repository = new MemoryRepository(bounds)) {
            new GitFetch(where, connections, repository, deadline).run(location, collected, bounds);
        }
    }

    /** JGit meets what is wrong with a pack in exceptions of many kinds, unchecked ones too. */
    private FetchRefusal refused(Exception failure, FetchDeadline deadline) {
        return GitRefusedException.behind(failure, () -> ofGit(failure, deadline));
    }

    private FetchRefusal ofGit(Exception failure, FetchDeadline deadline) {
        if (deadline.remainingNanos() == 0) {
            return FetchRefusal.forgeFailed(ReasonCode.CONNECT_TIMEOUT, "git: the fetch did not end in time");
        }
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof TooLargeObjectInPackException) {
                return FetchRefusal.unsafe(
                        "the repository's pack holds an object of more than " + bounds.objectBytes() + " bytes");
            }
        }
        return FetchRefusal.forgeFailed(
                ReasonCode.UPSTREAM_MALFORMED, "git: " + SkillDirectory.shown(String.valueOf(failure.getMessage())));
    }
}
