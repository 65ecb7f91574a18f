package io.sallyport.decision;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.RequestHeaders;
import io.sallyport.model.RequestKind;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as policy sees it ({@code input} of the decision contract, version 1): a view, nothing is copied. Confined to
 * one evaluation, since its {@link #net} notes what was read.
 */
public final class RequestInput extends RegoObject {
    private static final RegoString[] KEYS = {
        RegoString.named("kind"),
        RegoString.named("net"),
        RegoString.named("phase"),
        RegoString.named("sandbox"),
        RegoString.named("version"),
    };
    static final RegoNumber VERSION = RegoNumber.of(1);
    private static final Map<RequestKind, RegoString> KINDS = kinds();

    private final RegoString kind;
    private final NetInput net;
    private final RegoString phase;
    private final RegoObject sandbox;

    RequestInput(CanonicalRequest request, RequestHeaders headers, SandboxInput sandbox) {
        this.kind = kind(request.kind());
        this.net = new NetInput(request, headers);
        this.phase = sandbox.phase();
        this.sandbox = sandbox.value();
    }

    /** The input document of {@code request} without headers, for one evaluation or to be written down. */
    public static RequestInput of(CanonicalRequest request, SandboxFacts facts) {
        return of(request, RequestHeaders.EMPTY, facts);
    }

    /** The input document of a request with headers, for one evaluation or to be written down. */
    public static RequestInput of(CanonicalRequest request, RequestHeaders headers, SandboxFacts facts) {
        return new RequestInput(request, headers, SandboxInput.of(facts));
    }

    /**
     * Whether a rule that comes to {@code reference}, as {@code input.net.method}, at a CONNECT comes to something that only
     * the requests inside the tunnel have.
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

    @Override
    public @Nullable RegoValue get(RegoValue key) {
        return key instanceof RegoString name ? named(name.text()) : null;
    }

    @Override
    public boolean isReadUnnoticed(RegoValue key) {
        return true; // what is read of the request itself is noted below
    }

    private @Nullable RegoValue named(String name) {
        return switch (name) {
            case "kind" -> kind;
            case "net" -> net;
            case "phase" -> phase;
            case "sandbox" -> sandbox;
            case "version" -> VERSION;
            default -> null;
        };
    }

    @Override
    public int size() {
        return KEYS.length;
    }

    @Override
    public RegoValue keyAt(int place) {
        return KEYS[place];
    }

    @Override
    public RegoValue valueAt(int place) {
        return switch (place) {
            case 0 -> kind;
            case 1 -> net;
            case 2 -> phase;
            case 3 -> sandbox;
            case 4 -> VERSION;
            default -> throw new IndexOutOfBoundsException(place);
        };
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
