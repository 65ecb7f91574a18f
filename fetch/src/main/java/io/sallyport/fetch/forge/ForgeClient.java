package io.sallyport.fetch.forge;

import io.netty.channel.EventLoopGroup;
import io.sallyport.egress.Dialer;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.url.ForgeHost;
import io.sallyport.fetch.url.SkillLocation;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.SandboxId;
import java.time.InstantSource;
import java.util.List;

/** Gets skills from the forges that the operator configured. Safe for concurrent use; a call blocks its thread. */
public final class ForgeClient {
    private final List<ForgeSite> sites;
    private final Dialer dialer;
    private final EventLoopGroup loops;
    private final FetchBounds bounds;
    private final InstantSource wall;
    private final FallbackTransport second;

    /**
     * A client.
     *
     * @param loops of the dialer's transport; not shut down here
     * @param second for what an API cannot give
     */
    public ForgeClient(
            List<ForgeSite> sites,
            Dialer dialer,
            EventLoopGroup loops,
            FetchBounds bounds,
            InstantSource wall,
            FallbackTransport second) {
        this.second = second;
        this.sites = List.copyOf(sites);
        this.dialer = dialer;
        this.loops = loops;
        this.bounds = bounds;
        this.wall = wall;
    }

    /** The hosts whose URLs are understood. */
    public List<ForgeHost> hosts() {
        return sites.stream().map(ForgeSite::host).toList();
    }

    public FetchBounds bounds() {
        return bounds;
    }

    /**
     * Hands every file of the skill to {@code sink}, in the order in which they come; by the API, or where that wants a
     * credential that nobody configured, or more calls than there may be, by the second transport.
     *
     * @return how they came
     * @throws RefusedException where the forge fails, or the skill holds what none may hold
     */
    public SkillTransport get(SkillLocation location, SandboxId sandbox, FetchDeadline deadline, SkillSink sink)
            throws RefusedException {
        ForgeSite site = site(location.forge());
        CollectedFiles collected = new CollectedFiles(bounds, sink);
        try {
            byApi(site, location, sandbox, deadline, collected);
            return SkillTransport.API;
        } catch (ApiUnsuitableException e) {
            CanonicalUrl repositories = site.git();
            if (repositories == null || collected.isBegun()) {
                throw e;
            }
            bySecond(repositories, location, sandbox, deadline, new CollectedFiles(bounds, sink), e.refused());
            return SkillTransport.GIT;
        }
    }

    private void bySecond(
            CanonicalUrl repositories,
            SkillLocation location,
            SandboxId sandbox,
            FetchDeadline deadline,
            CollectedFiles collected,
            FetchRefusal first)
            throws RefusedException {
        try {
            second.get(repositories, location, sandbox, deadline, collected);
        } catch (RefusedException e) {
            throw new RefusedException(e.refused().after(first));
        }
    }

    private void byApi(
            ForgeSite site, SkillLocation location, SandboxId sandbox, FetchDeadline deadline, CollectedFiles collected)
            throws RefusedException {
        try (ForgeCalls calls =
                new ForgeCalls(site, sandbox, dialer, loops.next(), bounds, deadline, wall, collected::receive)) {
            switch (location.forge().kind()) {
                case GITHUB -> new GithubDownload(calls, location, collected).run();
                case GITLAB -> new GitlabDownload(calls, location, collected).run();
            }
        }
    }

    private ForgeSite site(ForgeHost host) {
        return sites.stream()
                .filter(site -> site.host().equals(host))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("forge: " + host.host() + " is not configured"));
    }
}
