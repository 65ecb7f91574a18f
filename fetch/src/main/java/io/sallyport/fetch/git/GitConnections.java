package io.sallyport.fetch.git;

import io.netty.channel.EventLoop;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.http.ByteCount;
import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.forge.ForgeConnection;
import io.sallyport.model.ReasonCode;
import java.io.IOException;
import java.net.Proxy;
import java.net.URL;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jgit.transport.http.HttpConnection;
import org.eclipse.jgit.transport.http.HttpConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one git fetch: to one repository, through {@code egress}, one after the other, under one bound of
 * bytes. No proxy is used and no other URL is asked, whatever JGit or the other side says. Confined to the thread of
 * the fetch.
 */
final class GitConnections implements HttpConnectionFactory, AutoCloseable {
    private static final String SERVICE = "git-upload-pack";
    private static final int TOO_MANY_REQUESTS = 429;
    private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

    private final GitRepository repository;
    private final Target target;
    private final Dialer dialer;
    private final EventLoop loop;
    private final FetchDeadline deadline;
    private final ByteCount count;
    private long room;
    private @Nullable ForgeConnection connection;

    GitConnections(
            GitRepository repository,
            Target target,
            Dialer dialer,
            EventLoop loop,
            FetchDeadline deadline,
            long mostBytes,
            ByteCount count) {
        this.repository = repository;
        this.target = target;
        this.dialer = dialer;
        this.loop = loop;
        this.deadline = deadline;
        this.room = mostBytes;
        this.count = count;
    }

    @Override
    public HttpConnection create(URL url) throws IOException {
        String asked = url.toString();
        boolean isListing = asked.equals(repository.url() + "/info/refs?service=" + SERVICE);
        if (!isListing && !asked.equals(repository.url() + "/" + SERVICE)) {
            throw new GitRefusedException(
                    FetchRefusal.forgeFailed(ReasonCode.UPSTREAM_MALFORMED, "git: another URL was to be asked"));
        }
        return new GitConnection(this, url, asked.substring(repository.origin().length()));
    }

    @Override
    public HttpConnection create(URL url, Proxy proxy) throws IOException {
        return create(url);
    }

    /**
     * The answer with status 200.
     *
     * @param body null: GET
     */
    HttpAnswer ask(String path, Map<String, String> headers, byte @Nullable [] body) throws GitRefusedException {
        var all = new HashMap<>(headers);
        all.put("Host", repository.authority());
        all.put("User-Agent", "sallyport");
        all.put("Accept-Encoding", "identity");
        try {
            ForgeConnection open = connected();
            HttpAnswer answer = body == null ? open.get(path, all, room) : open.post(path, all, body, room);
            room -= answer.body().length;
            return good(answer);
        } catch (RefusedException e) {
            throw new GitRefusedException(e.refused());
        }
    }

    private static HttpAnswer good(HttpAnswer answer) throws RefusedException {
        if (answer.status() == TOO_MANY_REQUESTS) {
            throw new RefusedException(FetchRefusal.throttled("git: the forge answered 429", RETRY_AFTER));
        }
        if (answer.status() != 200) {
            throw new RefusedException(FetchRefusal.forgeFailed(
                    ReasonCode.UPSTREAM_REFUSED, "git: the forge answered " + answer.status()));
        }
        String type = answer.headers().get("Content-Type", "");
        if (!type.startsWith("application/x-" + SERVICE)) {
            throw new RefusedException(
                    FetchRefusal.forgeFailed(ReasonCode.UPSTREAM_MALFORMED, "git: no git over HTTP is spoken there"));
        }
        return answer;
    }

    private ForgeConnection connected() throws RefusedException {
        ForgeConnection open = connection;
        if (open == null || !open.isOpen()) {
            open = ForgeConnection.open(dialer, target, loop, deadline, count);
            connection = open;
        }
        return open;
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
