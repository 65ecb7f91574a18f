package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.decision.rates.RateBounds;
import io.sallyport.egress.DialLimits;
import io.sallyport.egress.share.SlotQueue;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.proxy.listener.ConnectionLimits;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.HeadLimits;
import io.sallyport.proxy.listener.Http2Limits;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.UpstreamLimits;
import io.sallyport.proxy.listener.WebSocketLimits;
import io.sallyport.transport.PooledBuffers;
import java.time.Duration;
import java.util.List;

/**
 * Reads {@code limits}. Values that the section does not set are those of {@link ProxyLimits#DEFAULT} and {@link
 * DialLimits#DEFAULT}.
 */
final class LimitsSection {
    private static final int MOST = 1_000_000;
    /** Bounded because each sender of a wrong token is remembered for a minute. */
    private static final int MOST_GUESSES = 100_000;

    private static final int OF_ONE_SANDBOX = 1000;

    private static final Form<Integer> COUNT = Form.number(1, MOST);
    private static final Form<Integer> WAITING = Form.number(0, MOST);
    private static final Form<Integer> GUESSES = Form.number(1, MOST_GUESSES);
    private static final Form<Long> BUFFER = Form.amount(BufferLimits.MIN_BYTES, BufferLimits.MOST_BYTES);
    private static final ProxyLimits USUAL = ProxyLimits.DEFAULT;
    private static final SlotQueue.Limits SLOTS = DialLimits.DEFAULT.slots();

    private static final Keys LIMITS = new Keys("limits");
    private static final Key<Integer> MAX_HEAD_BYTES = LIMITS.value(
            "max_head_bytes", Form.number(256, 1 << 20), USUAL.request().maxBytes(), "Bytes of one request's head.");
    private static final Key<Integer> MAX_HEADERS =
            LIMITS.value("max_headers", Form.number(1, 10_000), USUAL.request().maxFields(), "Fields of one head.");
    private static final Key<Duration> HEAD_TIMEOUT = LIMITS.value(
            "head_timeout",
            Form.DURATION,
            USUAL.request().timeout(),
            "How long a client may take for a head, a TLS hello, or the body of a question to the gateway itself.");
    private static final Key<Duration> IDLE_TIMEOUT = LIMITS.value(
            "idle_timeout",
            Form.DURATION,
            USUAL.connections().idleTimeout(),
            "How long nothing may move on a kept connection, a tunnel or a body.");
    private static final Key<Duration> HALF_CLOSED_TIMEOUT = LIMITS.value(
            "half_closed_timeout",
            Form.DURATION,
            USUAL.connections().halfClosedTimeout(),
            "The same for a client that has ended its input and cannot be asked whether it still reads.");
    private static final Key<Duration> DIAL_TIMEOUT = LIMITS.value(
            "dial_timeout",
            Form.DURATION,
            USUAL.upstream().dialTimeout(),
            "How long finding, checking and reaching a target may take.");
    private static final Key<Duration> FIRST_BYTE_TIMEOUT = LIMITS.value(
            "first_byte_timeout",
            Form.DURATION,
            USUAL.upstream().firstByteTimeout(),
            "How long a target may take to begin its answer once it has the whole request.");
    private static final Key<Integer> DIALS_PER_SANDBOX = LIMITS.value(
            "dials_per_sandbox",
            COUNT,
            SLOTS.perSandbox(),
            "Connections to targets that one sandbox may open at the same time.");
    private static final Key<Integer> DIALS = LIMITS.value("dials", COUNT, SLOTS.total(), "The same of all sandboxes.");
    private static final Key<Integer> WAITING_DIALS_PER_SANDBOX = LIMITS.value(
            "waiting_dials_per_sandbox",
            WAITING,
            SLOTS.waitingPerSandbox(),
            "Dials over these bounds that wait for their turn; one more is refused with 429.");
    private static final Key<Integer> WAITING_DIALS =
            LIMITS.value("waiting_dials", WAITING, SLOTS.waiting(), "The same of all sandboxes.");
    private static final Key<Duration> DIAL_WAIT = LIMITS.value(
            "dial_wait",
            Form.DURATION,
            DialLimits.DEFAULT.maxWait(),
            "How long a dial waits before it is refused with 429; counts within `dial_timeout`.");
    private static final Key<Integer> IDLE_CONNECTIONS_PER_SANDBOX = LIMITS.value(
            "idle_connections_per_sandbox",
            COUNT,
            USUAL.upstream().maxIdlePerSandbox(),
            "Kept connections to targets that no request uses; over it the oldest is closed.");
    private static final Key<Integer> IDLE_CONNECTIONS = LIMITS.value(
            "idle_connections",
            COUNT,
            USUAL.upstream().maxIdleConnections(),
            "The same of all sandboxes; each is a descriptor.");
    private static final Key<Integer> MAX_OPEN = LIMITS.optional(
            "max_open",
            COUNT,
            USUAL.connections().maxOpen() + ", fewer with [few descriptors](#bounds-that-follow-the-descriptor-limit)",
            "Connections of all sandboxes; one more is closed as it comes.");
    private static final Key<Integer> MAX_UNIDENTIFIED = LIMITS.optional(
            "max_unidentified",
            COUNT,
            USUAL.connections().maxUnidentified() + ", or fewer",
            "Those of them that have not shown whose they are; one more ends the oldest.");
    private static final Key<Integer> CONNECTIONS_PER_SANDBOX = LIMITS.optional(
            "connections_per_sandbox", COUNT, OF_ONE_SANDBOX + ", or fewer", "Connections of one sandbox.");
    private static final Key<Integer> TUNNEL_PIPES = LIMITS.optional(
            "tunnel_pipes",
            Form.number(0, 100_000),
            USUAL.connections().maxPipes() + ", or fewer",
            "Pipes through which the kernel moves the bytes of opaque tunnels in bulk; other tunnels, and all with 0, are"
                    + " copied. Each is two descriptors.");
    private static final Key<Integer> NEW_NAMES_PER_MINUTE =
            LIMITS.value("new_names_per_minute", COUNT, 300, "Hosts that one sandbox asks for the first time.");
    private static final Key<Integer> WRONG_TOKENS_OF_ONE = LIMITS.value(
            "wrong_tokens_of_one_per_minute",
            GUESSES,
            USUAL.guesses().ofOne(),
            "Wrong tokens from one address for one sandbox; the next are answered 429.");
    private static final Key<Integer> WRONG_TOKENS =
            LIMITS.value("wrong_tokens_per_minute", GUESSES, USUAL.guesses().ofAll(), "Wrong tokens from everywhere.");
    private static final Key<Integer> HTTP2_STREAMS = LIMITS.value(
            "http2_streams",
            Form.number(0, 10_000),
            USUAL.http2().maxStreams(),
            "Streams of HTTP/2 open at once on one connection; with 0, HTTP/2 is not offered at all.");
    private static final Key<Integer> HTTP2_STREAM_WINDOW_BYTES = LIMITS.value(
            "http2_stream_window_bytes",
            Form.number(1, 1 << 24),
            USUAL.http2().streamWindowBytes(),
            "Bytes of content that may come on one stream before they are read.");
    private static final Key<Integer> HTTP2_CONNECTION_WINDOW_BYTES = LIMITS.value(
            "http2_connection_window_bytes",
            Form.number(65_535, 1 << 26),
            USUAL.http2().connectionWindowBytes(),
            "The same of all streams of one connection.");
    private static final Key<Integer> HTTP2_CONTROL_FRAMES = LIMITS.value(
            "http2_control_frames",
            COUNT,
            USUAL.http2().maxControlFrames(),
            "Frames in ten seconds that carry neither fields nor content, beyond those that traffic causes.");
    private static final Key<Integer> BODY_JUDGED_BYTES = LIMITS.value(
            "body_judged_bytes",
            Form.number(1, 1 << 26),
            USUAL.judgedBodyBytes(),
            "Bytes of a [body that a rule reads](bodies.md), which waits until it is whole; one more refuses it (413). Of one"
                    + " that may have [placeholders](credentials.md#in-bodies-and-messages): one more, and none is"
                    + " replaced.");
    private static final Key<Integer> BODY_SIGNED_BYTES = LIMITS.value(
            "body_signed_bytes",
            Form.number(1, 1 << 26),
            USUAL.signedBodyBytes(),
            "Bytes of a body whose hash the gateway [signs for AWS](credentials.md#requests-to-aws), which waits until it is"
                    + " whole; one more refuses it (413).");
    private static final Key<Integer> WEBSOCKET_MESSAGE_BYTES = LIMITS.value(
            "websocket_message_bytes",
            Form.number(1, 1 << 30),
            USUAL.webSocket().maxMessageBytes(),
            "Bytes of one message of a [WebSocket](websocket.md); one more ends it with 1009.");
    private static final Key<Integer> WEBSOCKET_JUDGED_BYTES = LIMITS.value(
            "websocket_judged_bytes",
            Form.number(1, 1 << 26),
            USUAL.webSocket().maxJudgedBytes(),
            "The same of a message that a rule reads or that may have placeholders, which waits until it is whole.");
    private static final Key<Integer> WEBSOCKET_MESSAGES_PER_SECOND = LIMITS.value(
            "websocket_messages_per_second",
            COUNT,
            USUAL.webSocket().maxMessagesPerSecond(),
            "Messages and control frames of one WebSocket, each way; one more ends it with 1013.");
    private static final Key<Long> BUFFERED_BYTES = LIMITS.optional(
            "buffered_bytes",
            BUFFER,
            "half of the direct memory ([deploy](deploy.md))",
            "What waits for somebody to read it, of all sandboxes.");
    private static final Key<Long> BUFFERED_BYTES_PER_SANDBOX = LIMITS.optional(
            "buffered_bytes_per_sandbox",
            BUFFER,
            "half of `buffered_bytes`, which is the most",
            "The same of one sandbox.");
    private static final Key<Integer> RATE_COUNTS_PER_SANDBOX = LIMITS.value(
            "rate_counts_per_sandbox",
            COUNT,
            RateBounds.DEFAULT.perSandbox(),
            "Counts of [named rates](guardrails.md) that one sandbox and its family make; one more is refused with 429.");
    private static final Key<Integer> RATE_COUNTS =
            LIMITS.value("rate_counts", COUNT, RateBounds.DEFAULT.total(), "The same of all sandboxes.");
    private static final Key<Integer> POLICY_ENDPOINTS = LIMITS.value(
            "policy_endpoints",
            Form.number(1, NetworkPolicyReader.MAX_WEIGHT),
            NetworkPolicyReader.MAX_ENDPOINTS,
            "Endpoints of one sandbox's network policy and profiles together.");

    private LimitsSection() {}

    static List<Keys> keys() {
        return List.of(LIMITS);
    }

    /** @param descriptors limit to which the defaults for connections are fitted */
    static Config.Limits read(Section section, DescriptorLimit descriptors) throws ConfigException {
        ConnectionLimits connections = connections(section, USUAL.connections(), descriptors);
        int ofOneSandbox = DescriptorLimit.ofOneSandbox(connections.maxOpen(), OF_ONE_SANDBOX);
        var limits = new Config.Limits(
                new ProxyLimits(
                        requestHeads(section, USUAL.request()),
                        USUAL.response(),
                        connections,
                        upstream(section, USUAL.upstream()),
                        guesses(section),
                        http2(section),
                        new WebSocketLimits(
                                section.read(WEBSOCKET_MESSAGE_BYTES),
                                section.read(WEBSOCKET_JUDGED_BYTES),
                                section.read(WEBSOCKET_MESSAGES_PER_SECOND)),
                        section.read(BODY_JUDGED_BYTES),
                        section.read(BODY_SIGNED_BYTES)),
                dials(section, DialLimits.DEFAULT),
                section.read(CONNECTIONS_PER_SANDBOX, ofOneSandbox),
                section.read(NEW_NAMES_PER_MINUTE),
                buffers(section),
                new RateBounds(section.read(RATE_COUNTS_PER_SANDBOX), section.read(RATE_COUNTS)),
                section.read(POLICY_ENDPOINTS));
        section.end();
        return limits;
    }

    private static HeadLimits requestHeads(Section section, HeadLimits usual) {
        int maxBytes = section.read(MAX_HEAD_BYTES);
        return new HeadLimits(
                maxBytes,
                Math.min(usual.maxLineBytes(), maxBytes),
                section.read(MAX_HEADERS),
                section.read(HEAD_TIMEOUT));
    }

    private static ConnectionLimits connections(Section section, ConnectionLimits usual, DescriptorLimit descriptors) {
        int maxOpen = section.read(MAX_OPEN, descriptors.connections(usual.maxOpen()));
        int unidentified = DescriptorLimit.unidentified(maxOpen, usual.maxUnidentified());
        return new ConnectionLimits(
                maxOpen,
                section.read(MAX_UNIDENTIFIED, unidentified),
                usual.maxIdentityFailures(),
                section.read(IDLE_TIMEOUT),
                section.read(HALF_CLOSED_TIMEOUT),
                usual.drainBytes(),
                usual.lingerTimeout(),
                section.read(TUNNEL_PIPES, DescriptorLimit.pipes(maxOpen, usual.maxPipes())));
    }

    private static UpstreamLimits upstream(Section section, UpstreamLimits usual) {
        return new UpstreamLimits(
                section.read(DIAL_TIMEOUT),
                section.read(FIRST_BYTE_TIMEOUT),
                usual.maxInterim(),
                section.read(IDLE_CONNECTIONS_PER_SANDBOX),
                section.read(IDLE_CONNECTIONS),
                usual.maxIdle(),
                usual.maxAge());
    }

    private static GuessLimits guesses(Section section) {
        return new GuessLimits(section.read(WRONG_TOKENS_OF_ONE), section.read(WRONG_TOKENS));
    }

    /** Reads buffer limits. The defaults are fitted to the direct memory of this process. */
    private static BufferLimits buffers(Section section) throws ConfigException {
        BufferLimits usual = BufferLimits.fittedTo(PooledBuffers.directMemoryBytes());
        long bytes = section.read(BUFFERED_BYTES, usual.bytes());
        long each = Math.max(BufferLimits.MIN_BYTES, bytes / 2);
        long ofOne = section.read(BUFFERED_BYTES_PER_SANDBOX, each);
        if (ofOne > bytes) {
            throw section.place(BUFFERED_BYTES_PER_SANDBOX.name())
                    .error(BUFFERED_BYTES_PER_SANDBOX.path() + ": " + ofOne + " (expected: "
                            + Form.amount(BufferLimits.MIN_BYTES, bytes).expected() + ")");
        }
        return new BufferLimits(bytes, ofOne);
    }

    private static Http2Limits http2(Section section) {
        return new Http2Limits(
                section.read(HTTP2_STREAMS),
                section.read(HTTP2_STREAM_WINDOW_BYTES),
                section.read(HTTP2_CONNECTION_WINDOW_BYTES),
                section.read(HTTP2_CONTROL_FRAMES));
    }

    private static DialLimits dials(Section section, DialLimits usual) {
        return new DialLimits(
                new SlotQueue.Limits(
                        section.read(DIALS_PER_SANDBOX),
                        section.read(DIALS),
                        section.read(WAITING_DIALS_PER_SANDBOX),
                        section.read(WAITING_DIALS)),
                section.read(DIAL_WAIT),
                usual.connectTimeout());
    }
}
