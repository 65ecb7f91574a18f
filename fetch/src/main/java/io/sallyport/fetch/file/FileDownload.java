package io.sallyport.fetch.file;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.egress.http.AnswerPart;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One GET and the redirects it leads to: each is judged before it is dialled, and each on a connection of its own, so
 * that nothing of one target's reaches the next. Confined to the thread of the fetch, which it blocks.
 */
final class FileDownload {
    private static final int OK = 200;

    private final Dialer dialer;
    private final EventLoop loop;
    private final FileBounds bounds;
    private final FilePolicy policy;
    private final SandboxId sandbox;
    private final FetchDeadline deadline;
    private final FileContentSink sink;
    private final Set<String> seen = new HashSet<>();

    FileDownload(
            Dialer dialer,
            EventLoop loop,
            FileBounds bounds,
            FilePolicy policy,
            SandboxId sandbox,
            FetchDeadline deadline,
            FileContentSink sink) {
        this.dialer = dialer;
        this.loop = loop;
        this.bounds = bounds;
        this.policy = policy;
        this.sandbox = sandbox;
        this.deadline = deadline;
        this.sink = sink;
    }

    void run(CanonicalUrl first, FilePolicy.Admitted admitted) throws RefusedException {
        CanonicalUrl at = first;
        FilePolicy.Admitted by = admitted;
        seen.add(at.text());
        for (CanonicalUrl next = get(at, by); next != null; next = get(at, by)) {
            by = judged(next, admitted);
            sink.redirected(next);
            at = next;
        }
    }

    private FilePolicy.Admitted judged(CanonicalUrl next, FilePolicy.Admitted first) throws RefusedException {
        if (!seen.add(next.text())) {
            throw failed("a redirect leads in a circle");
        }
        if (seen.size() > bounds.redirects() + 1) {
            throw failed("more than " + bounds.redirects() + " redirects");
        }
        return switch (policy.judge(next)) {
            case FilePolicy.Admitted by
            when by.isCounted() && !first.isCounted() ->
                throw new RefusedException(FetchRefusal.COUNTED_ELSEWHERE.at("redirect to " + next));
            case FilePolicy.Admitted by
            when !by.credentials().isEmpty() && !by.credentials().equals(first.credentials()) ->
                // What is kept is found by the credentials of the first URL.
                throw failed("a redirect leads to where another credential is shown");
            case FilePolicy.Admitted by -> by;
            case FilePolicy.Turned(var refused) -> throw new RefusedException(refused.at(place(refused, next)));
        };
    }

    /** A secret in a URL is not repeated. */
    private static String place(FetchRefusal refused, CanonicalUrl next) {
        return "redirect to " + (refused.reason() == ReasonCode.SECRET_FOUND ? next.host() : next);
    }

    /** Where {@code url} leads to, or null where the file was there. */
    private @Nullable CanonicalUrl get(CanonicalUrl url, FilePolicy.Admitted by) throws RefusedException {
        ClientCertificates.Certificate shown = by.certificate();
        var target = new Target(
                sandbox,
                url.host(),
                url.port(),
                TargetProtocol.TLS,
                by.addresses(),
                "",
                shown == null ? null : shown.identity());
        try (FileConnection connection = FileConnection.open(dialer, target, loop, deadline)) {
            AnswerPart.Head head = connection.get(url);
            if (Redirects.isOne(head.status())) {
                return redirect(url, head.headers());
            }
            if (head.status() != OK) {
                throw new RefusedException(
                        FetchRefusal.fileFailed(ReasonCode.UPSTREAM_REFUSED, "the target answered " + head.status()));
            }
            take(connection, head);
            return null;
        }
    }

    private static CanonicalUrl redirect(CanonicalUrl from, HttpHeaders headers) throws RefusedException {
        List<String> locations = headers.getAll("Location");
        if (locations.size() != 1) {
            throw failed("a redirect with " + locations.size() + " locations");
        }
        return switch (Redirects.read(from, locations.getFirst())) {
            case Redirects.To(var url) -> url;
            case Redirects.Nowhere(String why) -> throw failed(why);
        };
    }

    private void take(FileConnection connection, AnswerPart.Head head) throws RefusedException {
        if (head.isCoded()) {
            throw new RefusedException(
                    FetchRefusal.fileFailed(ReasonCode.UPSTREAM_MALFORMED, "the target's answer has a content coding"));
        }
        if (head.length() > bounds.bytes()) {
            throw new RefusedException(FetchRefusal.fileTooLarge(bounds.bytes()));
        }
        long bytes = 0;
        for (byte[] piece = connection.next(); piece != null; piece = connection.next()) {
            sink.take(piece);
            bytes += piece.length;
            if (bytes > bounds.bytes()) {
                throw new RefusedException(FetchRefusal.fileTooLarge(bounds.bytes()));
            }
        }
    }

    private static RefusedException failed(String why) {
        return new RefusedException(FetchRefusal.fileFailed(ReasonCode.UPSTREAM_REFUSED, why));
    }
}
