package io.sallyport.decision;

import io.sallyport.decision.Judge.PassingInput;
import io.sallyport.decision.net.NetInput;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.RequestKind;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.value.MembersView;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request as policy sees it ({@code input} of the decision contract, version 1): a view, nothing is copied. Confined
 * to one evaluation, since its {@link #net} notes what was read.
 */
public final class RequestInput extends MembersView {
    private static final RegoString[] KEYS = NetInput.keys("identity", "kind", "net", "phase", "sandbox", "version");
    private static final RegoString[] KEYS_OF_LEASE =
            NetInput.keys("identity", "kind", "lease", "net", "phase", "sandbox", "version");
    static final RegoNumber VERSION = RegoNumber.of(1);
    /** When every claim holds still: a document that is written down has them. */
    static final EvalClock START = EvalClock.of(() -> Instant.EPOCH, new Random(0));

    private static final Map<RequestKind, RegoString> KINDS = kinds();

    /** The fields of {@code input.net} that say what is in the body of a request. */
    public static final Set<String> CONTENTS = Set.of("body", "findings", "git", "graphql", "rpc");

    /** The forms of {@code input.net.body}. */
    public static final Set<String> FORMS_OF_BODY = Set.of("form", "json", "parts", "text");

    private final RegoString kind;
    private final NetInput net;
    private final RegoString phase;
    private final RegoObject sandbox;
    private final @Nullable RegoObject lease;
    private final IdentityInput identity;
    private int reportedCalls = 1;

    RequestInput(
            CanonicalRequest request,
            RequestHeaders headers,
            SandboxInput sandbox,
            ActingIdentity identity,
            EvalClock clock) {
        this.kind = kind(request.kind());
        this.net = new NetInput(request, headers);
        this.phase = sandbox.phase();
        this.sandbox = sandbox.value();
        this.lease = sandbox.lease();
        this.identity = new IdentityInput(identity, clock);
    }

    private RequestInput(RequestInput whole, NetInput net, IdentityInput identity) {
        this.kind = whole.kind;
        this.net = net;
        this.phase = whole.phase;
        this.sandbox = whole.sandbox;
        this.lease = whole.lease;
        this.identity = identity;
    }

    /** The same request, of whose batch that call is meant. */
    RequestInput ofCall(int call) {
        return new RequestInput(this, net.ofCall(call), identity);
    }

    /** The same request and call, of which nothing is noted yet. */
    RequestInput unread() {
        return new RequestInput(this, net.unread(), identity.unread());
    }

    /**
     * What {@code evaluation} says of this, which looks at the whole, and cannot say at what of it.
     *
     * @param names of {@link #CONTENTS}, and of {@link #FORMS_OF_BODY}: it sees, and comes to, no others
     */
    public <T> T showing(Set<String> names, Function<RequestInput, T> evaluation) {
        net.show(names);
        try {
            return evaluation.apply(this);
        } finally {
            net.show(null);
        }
    }

    /** The paths at which something of the body would stand that {@link #showing} leaves out. */
    public List<List<String>> hidden() {
        return net.hidden(CONTENTS, FORMS_OF_BODY);
    }

    /** As with headers, for a request that has none. */
    public static RequestInput of(CanonicalRequest request, SandboxFacts facts) {
        return of(request, RequestHeaders.EMPTY, facts);
    }

    /** The input document of a request with the sandbox's token, for one evaluation or to be written down. */
    public static RequestInput of(CanonicalRequest request, RequestHeaders headers, SandboxFacts facts) {
        return new RequestInput(
                request, headers, SandboxInput.of(facts), ActingIdentity.of(IdentityKind.TOKEN, facts), START);
    }

    /**
     * Whether a rule that comes to {@code reference}, as {@code input.net.method}, at a CONNECT comes to something that
     * only the requests inside the tunnel have.
     */
    public static boolean isOfRequestOnly(String reference) {
        if (reference.equals("input") || reference.equals("input.net")) {
            return true;
        }
        String[] words = reference.split("[.\\[]", 4);
        return words.length > 2
                && words[0].equals("input")
                && words[1].equals("net")
                && NetInput.isOfRequestOnly(words[2]);
    }

    /** The part that stands for the request itself. */
    NetInput net() {
        return net;
    }

    /** Notes of how many calls in the body rules that only report have to be asked. */
    void reportedCalls(int calls) {
        reportedCalls = calls;
    }

    /** Of how many calls in the body some rule has to be asked. */
    int calls() {
        return Math.max(net.calls(), reportedCalls);
    }

    /** Whether the evaluation came to what may differ at the next like request: its headers, a message, or who acts. */
    boolean cameToPassing() {
        return net.cameToPassing() || identity.wasRead();
    }

    /** Of the passing inputs, those that the evaluation came to. */
    Set<PassingInput> passing(boolean moment) {
        return passing(net.cameToHeaders(), identity.wasRead(), moment);
    }

    /** The passing inputs that were come to; nearly always none, so that nothing is made. */
    static Set<PassingInput> passing(boolean headers, boolean identity, boolean moment) {
        if (!headers && !identity && !moment) {
            return Set.of();
        }
        Set<PassingInput> found = EnumSet.noneOf(PassingInput.class);
        if (headers) {
            found.add(PassingInput.HEADERS);
        }
        if (identity) {
            found.add(PassingInput.IDENTITY);
        }
        if (moment) {
            found.add(PassingInput.TIME);
        }
        return found;
    }

    @Override
    public @Nullable RegoValue get(RegoValue key) {
        return key instanceof RegoString name ? named(name.text()) : null;
    }

    @Override
    public boolean isReadUnnoticed(RegoValue key) {
        return true; // what is read of the request and of the identity is noted there
    }

    private @Nullable RegoValue named(String name) {
        return switch (name) {
            case "identity" -> identity;
            case "kind" -> kind;
            case "lease" -> lease;
            case "net" -> net;
            case "phase" -> phase;
            case "sandbox" -> sandbox;
            case "version" -> VERSION;
            default -> null;
        };
    }

    @Override
    protected RegoString[] keys() {
        return lease == null ? KEYS : KEYS_OF_LEASE;
    }

    @Override
    public int depth() {
        return net.depth() + 1;
    }

    static RegoString kind(RequestKind kind) {
        return KINDS.getOrDefault(kind, RegoString.EMPTY);
    }

    private static Map<RequestKind, RegoString> kinds() {
        Map<RequestKind, RegoString> words = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            words.put(kind, RegoString.named(kind.word()));
        }
        return words;
    }
}
