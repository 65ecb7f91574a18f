package io.sallyport.fetch.file;

import io.netty.channel.EventLoopGroup;
import io.sallyport.egress.Dialer;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.SandboxId;

/**
 * Gets single files by https, through the egress guard. Safe for concurrent use; a call blocks its thread.
 *
 * @param loops of the dialer's transport; not shut down here
 */
public record FileClient(Dialer dialer, EventLoopGroup loops, FileBounds bounds) {
    /**
     * Hands the file to {@code sink}, after all redirects.
     *
     * @param admitted what {@code policy} said of {@code url}
     * @throws RefusedException where a target fails, or the policy does not admit where it leads
     */
    public void get(
            CanonicalUrl url,
            FilePolicy.Admitted admitted,
            FilePolicy policy,
            SandboxId sandbox,
            FetchDeadline deadline,
            FileContentSink sink)
            throws RefusedException {
        new FileDownload(dialer, loops.next(), bounds, policy, sandbox, deadline, sink).run(url, admitted);
    }
}
