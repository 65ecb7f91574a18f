package io.sallyport.model;

import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.rpc.GrpcForm;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request, in the one form that is judged, remembered, dialled, checked against certificates and audited.
 *
 * <p>A CONNECT has no method, path or query: they are not known yet, which is not the same as empty. Equal requests
 * have equal verdicts under one policy snapshot, so the object itself is the cache key of remembered decisions, or its
 * {@link #withoutQuery} if the policy did not read the query; hashes are computed once.
 */
public final class CanonicalRequest implements Question {
    private final RequestKind kind;
    private final Scheme scheme;
    private final CanonicalHost host;
    private final int port;
    private final @Nullable String method;
    private final @Nullable CanonicalPath path;
    private final CanonicalQuery query;
    private final GrpcForm grpc;
    private final CanonicalRequest withoutQuery;
    private final int hash;

    private CanonicalRequest(
            RequestKind kind,
            Scheme scheme,
            CanonicalHost host,
            int port,
            @Nullable String method,
            @Nullable CanonicalPath path,
            CanonicalQuery query,
            GrpcForm grpc) {
        this.kind = kind;
        this.scheme = scheme;
        this.host = host;
        this.port = port;
        this.method = method;
        this.path = path;
        this.query = query;
        this.grpc = grpc;
        this.withoutQuery = query.text() == null
                ? this
                : new CanonicalRequest(kind, scheme, host, port, method, path, CanonicalQuery.NONE, grpc);
        this.hash = hashOf();
    }

    /** Returns a request for a tunnel to that authority. */
    public static CanonicalRequest connect(Scheme scheme, CanonicalHost host, int port) {
        return new CanonicalRequest(
                RequestKind.CONNECT, scheme, host, port, null, null, CanonicalQuery.NONE, GrpcForm.NONE);
    }

    /**
     * Returns an HTTP request. Plain HTTP to an API server gets the scheme {@link Scheme#API}.
     *
     * @param method an HTTP token, case-sensitive (RFC 9110 section 9.1)
     */
    public static CanonicalRequest http(
            Scheme scheme, CanonicalHost host, int port, String method, CanonicalPath path, CanonicalQuery query) {
        Scheme own = scheme == Scheme.HTTP && ApiServerHost.is(host.text()) ? Scheme.API : scheme;
        return new CanonicalRequest(RequestKind.HTTP, own, host, port, method, path, query, GrpcForm.NONE);
    }

    /** Returns a question of the fetch endpoint. */
    public static CanonicalRequest fetch(Scheme scheme, CanonicalHost host, int port, CanonicalPath path) {
        return new CanonicalRequest(
                RequestKind.FETCH, scheme, host, port, "GET", path, CanonicalQuery.NONE, GrpcForm.NONE);
    }

    /** Returns a copy with another method. */
    public CanonicalRequest withMethod(String other) {
        return new CanonicalRequest(kind, scheme, host, port, other, path, query, grpc);
    }

    /** Returns a copy with another scheme. */
    public CanonicalRequest withScheme(Scheme other) {
        return new CanonicalRequest(kind, other, host, port, method, path, query, grpc);
    }

    /** Returns this request with these values of {@code Content-Type}, which say whether it is a call of gRPC. */
    public CanonicalRequest withContentType(List<String> values) {
        if (method == null || path == null) {
            return this;
        }
        GrpcForm said = GrpcForm.of(method, path.text(), values);
        return said == grpc ? this : new CanonicalRequest(kind, scheme, host, port, method, path, query, said);
    }

    /** Returns a copy for an API server, in the one form in which it is judged: its name, at the scheme's port. */
    public CanonicalRequest atServer(CanonicalHost server) {
        return new CanonicalRequest(kind, Scheme.API, server, Scheme.API.defaultPort(), method, path, query, grpc);
    }

    @Override
    public RequestKind kind() {
        return kind;
    }

    @Override
    public String capability() {
        return CapabilityName.NET_FETCH;
    }

    /** Returns text such as {@code https://h/p}; for a tunnel, {@code https://h:443}. */
    @Override
    public String target() {
        return path == null
                ? scheme.word() + "://" + host.authority() + ":" + port
                : scheme.word() + "://" + authority() + path.text();
    }

    public Scheme scheme() {
        return scheme;
    }

    @Override
    public CanonicalHost host() {
        return host;
    }

    /** Returns the port, 1..65535. */
    public int port() {
        return port;
    }

    public @Nullable String method() {
        return method;
    }

    public @Nullable CanonicalPath path() {
        return path;
    }

    public CanonicalQuery query() {
        return query;
    }

    /** Returns whether this is a call of gRPC. */
    public GrpcForm grpc() {
        return grpc;
    }

    /**
     * Returns a copy without query, or this if it has none. Created with the request, since every cache lookup needs
     * it.
     */
    public CanonicalRequest withoutQuery() {
        return withoutQuery;
    }

    /** Returns {@code host:port}, or {@code host} alone if the port is the scheme's default, as in the header Host. */
    public String authority() {
        return port == scheme.defaultPort() ? host.authority() : host.authority() + ":" + port;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CanonicalRequest that
                && hash == that.hash
                && kind == that.kind
                && scheme == that.scheme
                && port == that.port
                && Objects.equals(method, that.method)
                && host.equals(that.host)
                && Objects.equals(path, that.path)
                && query.equals(that.query)
                && grpc == that.grpc;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    private int hashOf() {
        int result = kind.word().hashCode();
        result = 31 * result + scheme.word().hashCode();
        result = 31 * result + host.hashCode();
        result = 31 * result + port;
        result = 31 * result + (method == null ? 0 : method.hashCode());
        result = 31 * result + (path == null ? 0 : path.hashCode());
        return 31 * result + query.hashCode();
    }

    /** Returns text for people. The query is left out, since it may contain secrets. */
    @Override
    public String toString() {
        String target = scheme.word() + "://" + authority() + (path == null ? "" : path.text());
        return kind.word() + " " + (method == null ? "" : method + " ") + target;
    }
}
