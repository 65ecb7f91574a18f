package io.sallyport.control;

import io.sallyport.audit.recorded.RecordReader;
import io.sallyport.audit.recorded.RecordedLine;
import io.sallyport.control.calls.ReplayControl;
import io.sallyport.control.calls.TrialRules.ReplayBounds;
import io.sallyport.control.replay.RecordClock;
import io.sallyport.control.replay.RecordFilter;
import io.sallyport.control.replay.Replay;
import io.sallyport.control.replay.ReplayReport;
import io.sallyport.control.replay.ReplaySink;
import io.sallyport.control.replay.ReplayedPolicy;
import io.sallyport.control.replay.SandboxTraits;
import io.sallyport.decision.Judge.Judgement;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.DialRules;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.author.Compilation;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@link ReplayControl}, one replay of a sandbox at a time. Safe for concurrent use. */
final class DocumentsReplay implements ReplayControl {
    /** No id of a sandbox begins so: a replay keeps no change waiting. */
    private static final String LANE = "replaying ";

    private static final int EXAMPLES = 1;

    private final ChangeQueues lanes;
    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final DialStep dial;
    private final ReplayBounds bounds;
    private final InstantSource wall;

    DocumentsReplay(
            ChangeQueues lanes,
            SandboxStates states,
            CompiledPolicies policies,
            DialRules dials,
            ReplayBounds bounds,
            InstantSource wall) {
        this.bounds = bounds;
        this.lanes = lanes;
        this.states = states;
        this.policies = policies;
        this.dial = new DialStep(dials);
        this.wall = wall;
    }

    @Override
    public int maxRecords() {
        return bounds.records();
    }

    @Override
    public CompletionStage<ReplayAnswer> replay(SandboxId id, SandboxDocuments documents, List<String> lines) {
        return lanes.run(
                LANE + id.text(),
                () -> compile(id, documents, lines),
                new ReplayAnswer.Unavailable("too many replays wait"));
    }

    private ReplayAnswer compile(SandboxId id, SandboxDocuments given, List<String> lines) {
        SandboxState state = states.find(id);
        if (state == null) {
            return new ReplayAnswer.Unknown();
        }
        SandboxDocuments documents = state.record().documents().withGrantsOf(given);
        List<String> above = states.leasesFrom(documents.parent());
        return switch (policies.sandbox(id, documents, above, states.store(), true)) {
            case Compilation.Refused<SandboxSpec>(var diagnostics) -> new ReplayAnswer.Refused(diagnostics);
            case Compilation.Unavailable<SandboxSpec>(String why) -> new ReplayAnswer.Unavailable(why);
            case Compilation.Ready<SandboxSpec>(SandboxSpec spec, var _) -> replay(state, spec, lines);
        };
    }

    private ReplayAnswer replay(SandboxState state, SandboxSpec spec, List<String> lines) {
        var clock = new RecordClock(wall.instant());
        var report = new ReplayReport(EXAMPLES);
        SandboxFacts facts = state.snapshot().facts();
        PolicySnapshot asked = policies.snapshot(spec, states.guardrails().policy(), facts, state.generation(), clock);
        var traits = new SandboxTraits(facts.labels(), facts.phase());
        var replay = new Replay(whole(asked, state.sandbox()), null, traits, dial::of, clock, report, bounds.answers());
        var sink = new ReplaySink(new RecordFilter(state.id(), null, null), replay, report);
        var reader = new RecordReader();
        for (String line : lines) {
            sink.line();
            switch (reader.read(line)) {
                case RecordedLine.Unreadable _ -> sink.unreadable();
                case RecordedLine.Unjudged(String kind) -> sink.unjudged(kind);
                case RecordedLine.Judged judged -> sink.judged(judged);
            }
        }
        return new ReplayAnswer.Replayed(report, state.generation());
    }

    /** Returns the policy together with those above the sandbox. All records are of the one sandbox. */
    private static ReplayedPolicy whole(PolicySnapshot own, Sandbox sandbox) {
        return (_, question, headers) -> {
            Judgement all = own.judge(question, headers);
            for (Sandbox above = sandbox.parent(); above != null; above = above.parent()) {
                all = all.and(above.policy().current().judge(question, headers));
            }
            return all;
        };
    }
}
