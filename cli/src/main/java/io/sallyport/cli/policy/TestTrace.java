package io.sallyport.cli.policy;

import io.sallyport.cli.policy.query.QueryReport;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.run.Tracer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** The trace of the test that runs. Confined to one thread. */
final class TestTrace implements Tracer {
    private final Map<String, String> texts;
    private StringWriter lines = new StringWriter();
    private QueryReport report;

    /** @param texts the files whose rules are traced */
    TestTrace(Map<String, String> texts) {
        this.texts = Map.copyOf(texts);
        this.report = begun();
    }

    private QueryReport begun() {
        lines = new StringWriter();
        return new QueryReport(new PrintWriter(lines), true, texts);
    }

    /** Ends the trace of a test, returns its lines, and begins that of the next. */
    String take() {
        report.end();
        String taken = lines.toString();
        report = begun();
        return taken;
    }

    @Override
    public void entered(String name, Position at) {
        report.entered(name, at);
    }

    @Override
    public void reached(Position at) {
        report.reached(at);
    }

    @Override
    public void failed(Position at) {
        report.failed(at);
    }

    @Override
    public void negated(Position at) {
        report.negated(at);
    }
}
