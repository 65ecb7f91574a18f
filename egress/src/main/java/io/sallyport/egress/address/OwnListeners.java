package io.sallyport.egress.address;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * The gateway's own listeners: proxy, admin, fetch, metrics. A port of theirs is theirs on every address of this
 * machine, whichever address they are bound to. Safe for concurrent use: listeners are added as they are bound.
 */
public final class OwnListeners {
    private final Set<InetSocketAddress> bound = ConcurrentHashMap.newKeySet();
    private final Set<Integer> ports = ConcurrentHashMap.newKeySet();
    private final Predicate<IpAddress> ofThisMachine;
    private volatile IntPredicate passing = _ -> false;

    /**
     * None yet.
     *
     * @param ofThisMachine whether an address is one of this machine's
     */
    public OwnListeners(Predicate<IpAddress> ofThisMachine) {
        this.ofThisMachine = ofThisMachine;
    }

    /** None yet, on the machine that this JVM runs on. */
    public static OwnListeners ofThisMachine() {
        return new OwnListeners(OwnListeners::isOfThisMachine);
    }

    /** A listener as it was bound, its port not 0; or an outer address that leads to one. */
    public void add(InetSocketAddress listener) {
        bound.add(listener);
        ports.add(listener.getPort());
    }

    /** Ports at which what is not the gateway, and nobody's to reach by an address either, listens as long as they are these. */
    public void addPassing(IntPredicate more) {
        passing = more;
    }

    /** Whether a connection to there would arrive at the gateway itself. */
    boolean claims(IpAddress address, int port) {
        return ports.contains(port)
                && (bound.contains(new InetSocketAddress(address.toInetAddress(), port))
                        || ofThisMachine.test(address));
    }

    /** Whether a connection to there would arrive at one of those that {@link #addPassing} is about. */
    boolean claimsInPassing(IpAddress address, int port) {
        return passing.test(port) && ofThisMachine.test(address);
    }

    /**
     * Asks the kernel by binding a datagram socket, which sends nothing: only a machine's own addresses can be bound.
     * This holds for addresses that came a moment ago, and costs the same on a machine with 10,000 interfaces. What
     * the kernel does not plainly call foreign counts as own.
     */
    static boolean isOfThisMachine(IpAddress address) {
        InetSocketAddress anyPort = new InetSocketAddress(address.toInetAddress(), 0);
        try (DatagramSocket socket = new DatagramSocket(anyPort)) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
