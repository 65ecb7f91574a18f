package io.sallyport.cli.learn;

import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.audit.recorded.RecordedVerdict;
import io.sallyport.control.replay.RecordSink;
import io.sallyport.leasebridge.learn.Observed;
import io.sallyport.leasebridge.learn.ObservedTraffic;
import io.sallyport.leasebridge.learn.Unlearned;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects what sandboxes asked for from the records of audit logs: what was refused because nothing granted it, and
 * perhaps what passed. Confined to one thread.
 */
public final class LearnedTraffic implements RecordSink {
    /** Limit of the sandboxes that are told apart; the traffic of further ones is counted. */
    public static final int MAX_SANDBOXES = 1_000;

    private final SortedMap<String, ObservedTraffic> bySandbox = new TreeMap<>();
    private final @Nullable SandboxId only;
    private final boolean passedToo;
    private long beyond;

    /**
     * Creates an empty one.
     *
     * @param only the sandbox whose records count; null for each
     * @param passedToo whether what passed is collected, too
     */
    public LearnedTraffic(@Nullable SandboxId only, boolean passedToo) {
        this.only = only;
        this.passedToo = passedToo;
    }

    @Override
    public void line() {}

    @Override
    public void unreadable() {}

    @Override
    public void unjudged(String kind) {}

    @Override
    public void judged(Judged record) {
        SandboxId sandbox = record.sandbox();
        if (sandbox == null
                || (only != null && !only.equals(sandbox))
                || !(record.question() instanceof CanonicalRequest request)
                || request.kind() == RequestKind.FETCH) {
            return;
        }
        if (record.verdict() == RecordedVerdict.ALLOWED) {
            if (passedToo) {
                with(sandbox, traffic -> traffic.passed(request, record.queryNames(), record.time()));
            }
        } else if (record.reason() == ReasonCode.NO_GRANT) {
            with(sandbox, traffic -> traffic.wanted(request, record.queryNames(), record.time()));
        } else if (record.reason() != ReasonCode.GATEWAY_OWN) {
            String why = record.reason().word() + " (" + record.reason().message() + ")";
            with(sandbox, traffic -> traffic.unlearned(Unlearned.of(request, why), record.time()));
        }
    }

    private void with(SandboxId sandbox, Consumer<ObservedTraffic> addition) {
        ObservedTraffic traffic = bySandbox.get(sandbox.text());
        if (traffic == null && bySandbox.size() == MAX_SANDBOXES) {
            beyond++;
            return;
        }
        if (traffic == null) {
            traffic = new ObservedTraffic();
            bySandbox.put(sandbox.text(), traffic);
        }
        addition.accept(traffic);
    }

    /** Returns what was collected, by sandbox. */
    public SortedMap<String, Observed> observed() {
        SortedMap<String, Observed> all = new TreeMap<>();
        bySandbox.forEach((sandbox, traffic) -> all.put(sandbox, traffic.observed()));
        return all;
    }

    /** Returns how many requests came from sandboxes beyond {@link #MAX_SANDBOXES}. */
    public long requestsBeyond() {
        return beyond;
    }
}
