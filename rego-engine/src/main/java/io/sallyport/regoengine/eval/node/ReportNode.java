package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Reports that an evaluation comes to a place. */
public final class ReportNode extends Node {
    private final Runnable report;

    public ReportNode(Runnable report) {
        this.report = report;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        report.run();
        return Signal.NEXT;
    }
}
