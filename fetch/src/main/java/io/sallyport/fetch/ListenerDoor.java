package io.sallyport.fetch;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.sallyport.decision.AddressLimit;
import io.sallyport.fetch.answer.Refused;
import java.net.InetAddress;
import java.util.function.LongSupplier;

/** What the listener asks of a head beside what every door asks: the path, and how often nobody knows who it is. Confined to the event loop. */
final class ListenerDoor {
    /** Of an address that shows no token. */
    static final int MAX_PER_MINUTE = 120;

    private static final String FETCH = "/fetch";
    private static final String HEALTH = "/healthz";

    private final FetchDoor door;
    private final AddressLimit guesses;
    private final AddressLimit healthChecks;

    ListenerDoor(FetchDoor door, LongSupplier nanoClock) {
        this.door = door;
        this.guesses = new AddressLimit(nanoClock, MAX_PER_MINUTE);
        this.healthChecks = new AddressLimit(nanoClock, MAX_PER_MINUTE);
    }

    /** How a head was judged. */
    sealed interface Judged {}

    /** Somebody asks whether this is alive. */
    record Health() implements Judged {}

    /** What the door said. */
    record Said(FetchDoor.Judged judged) implements Judged {}

    Judged judge(HttpRequest head, InetAddress peer) {
        String path = path(head.uri());
        if (path.equals(HEALTH)) {
            return health(head, peer);
        }
        FetchDoor.Judged judged = path.equals(FETCH)
                ? door.judge(NettyHead.of(head))
                : new FetchDoor.Turned(Refused.notFound(), null, null);
        boolean isUnknown = judged instanceof FetchDoor.Turned turned && turned.run() == null;
        return isUnknown && !guesses.admits(peer) ? tooMany() : new Said(judged);
    }

    private Judged health(HttpRequest head, InetAddress peer) {
        if (!healthChecks.admits(peer)) {
            return tooMany();
        }
        return head.method().equals(HttpMethod.GET)
                ? new Health()
                : new Said(new FetchDoor.Turned(Refused.methodNotAllowed(), null, "GET"));
    }

    private static Judged tooMany() {
        return new Said(new FetchDoor.Turned(Refused.tooManyGuesses(), null, null));
    }

    /** Of an absolute-form target what follows its authority (RFC 9112 section 3.2.2). */
    private static String path(String target) {
        if (target.startsWith("http://")) {
            int slash = target.indexOf('/', "http://".length());
            return slash < 0 ? "" : target.substring(slash);
        }
        return target;
    }
}
