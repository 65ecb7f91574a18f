package io.sallyport.leasebridge.accesslist;

/**
 * What a list allows at one port of a host.
 *
 * @param tunnel whether a tunnel is allowed, and with it whatever a client sends
 * @param methods of requests that are not in a tunnel
 */
record CellAccess(boolean tunnel, MethodSet methods) {
    static final CellAccess NONE = new CellAccess(false, MethodSet.NONE);

    boolean isEmpty() {
        return !tunnel && methods.isEmpty();
    }

    boolean covers(CellAccess other) {
        return (tunnel || !other.tunnel) && methods.covers(other.methods);
    }

    CellAccess and(CellAccess other) {
        return new CellAccess(tunnel || other.tunnel, methods.and(other.methods));
    }
}
