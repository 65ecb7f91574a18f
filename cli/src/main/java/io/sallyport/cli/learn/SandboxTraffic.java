package io.sallyport.cli.learn;

import io.sallyport.audit.RecordedQuestion;
import io.sallyport.audit.recorded.RecordReader;
import io.sallyport.audit.recorded.RecordedLine;
import io.sallyport.audit.recorded.RecordedVerdict;
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
 * Collects what sandboxes asked for from the lines of audit logs: what was refused because nothing granted it, and
 * perhaps what passed. Confined to one thread.
 */
public final class SandboxTraffic {
    /** Limit of the sandboxes that are told apart; the traffic of further ones is counted. */
    public static final int MAX_SANDBOXES = 1_000;

    private final SortedMap<String, ObservedTraffic> bySandbox = new TreeMap<>();
    private final RecordReader reader = new RecordReader();
    private final @Nullable SandboxId only;
    private final boolean passedToo;
    private long unread;
    private long beyond;

    /**
     * Creates an empty one.
     *
     * @param only the sandbox whose records count; null for each
     * @param passedToo whether what passed is collected, too
     */
    public SandboxTraffic(@Nullable SandboxId only, boolean passedToo) {
        this.only = only;
        this.passedToo = passedToo;
    }

    /** Adds a line of a log, without its line feed. */
    public void add(String line) {
        switch (reader.read(line)) {
            case RecordedLine.Unreadable _ -> unread++;
            case RecordedLine.Unjudged _ -> {}
            case RecordedLine.Judged record -> add(record, line);
        }
    }

    private void add(RecordedLine.Judged record, String line) {
        SandboxId sandbox = record.sandbox();
        if (sandbox == null
                || (only != null && !only.equals(sandbox))
                || !(record.question() instanceof CanonicalRequest request)
                || request.kind() == RequestKind.FETCH) {
            return;
        }
        if (record.verdict() == RecordedVerdict.ALLOWED) {
            if (passedToo) {
                with(sandbox, traffic -> traffic.passed(request, record.time()));
            }
            return;
        }
        String reason = reason(line);
        if (reason.equals(ReasonCode.NO_GRANT.word())) {
            with(sandbox, traffic -> traffic.wanted(request, record.time()));
        } else if (!reason.equals(ReasonCode.GATEWAY_OWN.word())) {
            with(sandbox, traffic -> traffic.unlearned(Unlearned.of(request, reason), record.time()));
        }
    }

    private static String reason(String line) {
        RecordedQuestion recorded = RecordedQuestion.parse(line);
        return recorded == null ? "" : recorded.reason();
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

    /** Returns how many lines were no records. */
    public long unreadLines() {
        return unread;
    }

    /** Returns how many requests came from sandboxes beyond {@link #MAX_SANDBOXES}. */
    public long requestsBeyond() {
        return beyond;
    }
}
