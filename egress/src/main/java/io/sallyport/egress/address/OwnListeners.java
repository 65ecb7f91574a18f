package io.sallyport.egress.address;

import io.sallyport.model.host.IpAddress;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * The gateway's own listeners: proxy, admin, fetch, metrics; and the proxy that its connections lead through. Their
 * ports count as theirs on every address of this machine, whichever address they are bound to. Safe for concurrent use:
 * listeners are added as they are bound.
 */
public final class OwnListeners {
    private final Set<InetSocketAddress> bound = ConcurrentHashMap.newKeySet();
    private final Set<Integer> ports = ConcurrentHashMap.newKeySet();
    private final Predicate<IpAddress> ofThisMachine;
    private volatile List<InetSocketAddress> proxy = List.of();
    private volatile IntPredicate passing = _ -> false;

    /**
     * Creates an empty set.
     *
     * @param ofThisMachine whether an address belongs to this machine
     */
    public OwnListeners(Predicate<IpAddress> ofThisMachine) {
        this.ofThisMachine = ofThisMachine;
    }

    /** Creates an empty set for the machine that this JVM runs on. */
    public static OwnListeners ofThisMachine() {
        return new OwnListeners(OwnListeners::isOfThisMachine);
    }

    /** Adds a listener as it was bound, with a port other than 0, or an outer address that leads to one. */
    public void add(InetSocketAddress listener) {
        bound.add(listener);
        ports.add(listener.getPort());
    }

    /**
     * Sets the ports on which others than the gateway listen for a time, and which must not be reached by address.
     * {@code more} is asked at each check; it replaces the previous predicate.
     */
    public void addPassing(IntPredicate more) {
        passing = more;
    }

    /** Sets the addresses of the proxy that connections lead through; replaces the previous ones unless empty. */
    public void setProxy(List<InetSocketAddress> addresses) {
        if (!addresses.isEmpty()) {
            proxy = List.copyOf(addresses);
        }
    }

    /** Returns whether a connection to that address and port would arrive at the gateway or its upstream proxy. */
    boolean claims(IpAddress address, int port) {
        return listensAt(address, port) || proxy.stream().anyMatch(one -> isProxy(one, address, port));
    }

    private boolean isProxy(InetSocketAddress one, IpAddress address, int port) {
        IpAddress ofProxy = IpAddress.of(one.getAddress());
        return one.getPort() == port
                && (ofProxy.equals(address) || (ofThisMachine.test(ofProxy) && ofThisMachine.test(address)));
    }

    /** Returns whether a connection to that address and port would arrive at the gateway itself. */
    public boolean listensAt(IpAddress address, int port) {
        return ports.contains(port)
                && (bound.contains(new InetSocketAddress(address.toInetAddress(), port))
                        || ofThisMachine.test(address));
    }

    /** Returns whether a connection would arrive at one of the listeners of {@link #addPassing}. */
    boolean claimsInPassing(IpAddress address, int port) {
        return passing.test(port) && ofThisMachine.test(address);
    }

    /**
     * Asks the kernel by binding a datagram socket, which sends nothing: only a machine's own addresses can be bound.
     * This includes addresses that were added a moment ago, and costs the same on a machine with 10,000 interfaces. An
     * error other than a failed bind counts as own.
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
