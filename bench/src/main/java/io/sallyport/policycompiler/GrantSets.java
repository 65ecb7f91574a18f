package io.sallyport.policycompiler;

import io.sallyport.decision.Author;
import io.sallyport.decision.Judge;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.RegoJudge;
import io.sallyport.decision.RequestInput;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.PathPattern;
import io.sallyport.model.Phase;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Policies of many grants, more than a lease permits, laid out by the product's own index. In this package because only
 * benchmarks need policies made of grants alone.
 */
public final class GrantSets {
    private static final SandboxFacts FACTS =
            new SandboxFacts(new SandboxId("bench"), "run-1", Map.of(), Phase.EXECUTION);
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.system(), new Random(1));

    private final RegoObject index;
    private final int count;

    /** Creates {@code count} grants of one whole host each: {@code host-0.example.com} and so on. */
    public GrantSets(int count) {
        List<Grant.Net> grants = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            grants.add(grant(i));
        }
        TreeMap<GrantSide, RegoObject> sides = new TreeMap<>();
        sides.put(GrantSide.LEASE, GrantIndex.of(GrantSide.LEASE, grants, List.of()));
        this.index = SideIndexes.of(sides, null);
        this.count = count;
    }

    private static Grant.Net grant(int number) {
        String host = "host-" + number + ".example.com";
        return new Grant.Net(
                Grant.Source.LEASE,
                "lease:net.fetch[" + number + "]",
                Set.of(RequestKind.CONNECT, RequestKind.HTTP),
                Set.of(Scheme.HTTPS),
                new HostPattern.Exact(host),
                Set.of(443),
                Set.of(),
                PathPattern.ANY,
                null,
                Mode.ENFORCE,
                "https://" + host + "/**");
    }

    /** Returns a judge that evaluates each request anew, with the shipped library as nodes or as bytecode. */
    public Judge judge(ToBytecode when) {
        var programs = new RegoJudge.Programs(Library.decision(when), Author.SILENT, Author.SILENT);
        return new RegoJudge(programs, index, FACTS, Limits.DEFAULT, CLOCK);
    }

    /** Returns a snapshot that caches its decisions. */
    public PolicySnapshot snapshot() {
        return new PolicySnapshot(FACTS, 1, "bench", null, List.of(), judge(ToBytecode.AT_LOAD));
    }

    /** Returns {@code howMany} requests for granted hosts, drawn with a fixed seed. */
    public CanonicalRequest[] requests(int howMany) {
        Random random = new Random(42);
        CanonicalRequest[] requests = new CanonicalRequest[howMany];
        for (int i = 0; i < howMany; i++) {
            requests[i] = connect("host-" + random.nextInt(count) + ".example.com");
        }
        return requests;
    }

    /** Returns the same policy as a bundle that OPA loads. */
    public byte[] bundle() {
        EntryObject sallyport = RegoObject.growing().put("index", index).sealed();
        EntryObject data = RegoObject.growing().put("sallyport", sallyport).sealed();
        return Bundle.of("bench", data, Library.rego(), Set.of()).written();
    }

    /** Returns {@code requests} as a JSON array of input documents. */
    public static String inputs(CanonicalRequest... requests) {
        List<String> documents = new ArrayList<>(requests.length);
        for (CanonicalRequest request : requests) {
            documents.add(RequestInput.of(request, FACTS).toString());
        }
        return "[" + String.join(",\n", documents) + "]";
    }

    /** Returns a GET of {@code /} at the first granted host, with a query. */
    public static CanonicalRequest withQuery(String query) {
        return CanonicalRequest.http(
                Scheme.HTTPS, host("host-0.example.com"), 443, "GET", CanonicalPath.ROOT, CanonicalQuery.parse(query));
    }

    private static CanonicalRequest connect(String host) {
        return CanonicalRequest.connect(Scheme.HTTPS, host(host), 443);
    }

    private static CanonicalHost host(String host) {
        return switch (CanonicalHost.parse(host)) {
            case CanonicalHost.Accepted(CanonicalHost canonical) -> canonical;
            case CanonicalHost.Rejected(String why, int at) ->
                throw new IllegalStateException(host + " at " + at + ": " + why);
        };
    }
}
