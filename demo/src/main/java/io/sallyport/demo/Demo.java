package io.sallyport.demo;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.testkit.Client;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Runs the steps of {@link Steps} and checks that every request ends as expected. Confined to one thread. */
public final class Demo {
    private static final Duration CLIENT = Duration.ofSeconds(60);

    private final PrintWriter out;
    private final InstantSource clock;
    private final LongSupplier nanoClock;

    public Demo(PrintWriter out, InstantSource clock, LongSupplier nanoClock) {
        this.out = out;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    /** Keeps the gateway and origins running after the last step. */
    @FunctionalInterface
    public interface Keeping {
        /** Returns when everything may be stopped. */
        void await();
    }

    /**
     * Runs all steps; returns true if every verdict was the expected one.
     *
     * @param keeping null to stop everything after the last step
     */
    public boolean play(@Nullable Keeping keeping) throws IOException, StartException {
        return play(keeping, UnaryOperator.identity());
    }

    boolean play(@Nullable Keeping keeping, UnaryOperator<List<Step>> turned) throws IOException, StartException {
        Path folder = Files.createTempDirectory("sallyport-demo");
        try {
            out.println("starting a gateway and its origins below " + folder);
            out.flush();
            try (Stage stage = Stage.set(folder, clock)) {
                boolean asExpected = play(stage, turned.apply(Steps.of(stage)));
                if (keeping != null) {
                    new Leftover(stage, out).show();
                    keeping.await();
                }
                return asExpected;
            }
        } finally {
            delete(folder);
        }
    }

    private boolean play(Stage stage, List<Step> steps) throws IOException {
        var table = new Table(out);
        var lines = new AuditLines(stage.auditFile());
        table.head();
        int wrong = 0;
        for (Step step : steps) {
            wrong += played(stage, step, table, lines) ? 0 : 1;
        }
        stage.missing().forEach(table::skipped);
        out.println();
        out.println(wrong == 0 ? "every verdict was the expected one" : wrong + " NOT AS EXPECTED");
        out.println("proxy variables are no fence: docs/deploy.md has the network rules that make one");
        out.flush();
        return wrong == 0;
    }

    private boolean played(Stage stage, Step step, Table table, AuditLines lines) throws IOException {
        long begun = nanoClock.getAsLong();
        return switch (step) {
            case Step.Ask ask -> {
                StepOutcome outcome = ask(stage, ask, lines, begun);
                table.asked(ask, outcome);
                yield outcome.is(ask.expected());
            }
            case Step.Change change -> {
                AdminClient.Reply reply = change.call().send(stage.admin());
                if (reply.isOk()) {
                    table.changed(change, millisSince(begun));
                } else {
                    table.refused(change, reply.status() + " " + reply.body());
                }
                yield reply.isOk();
            }
        };
    }

    private StepOutcome ask(Stage stage, Step.Ask ask, AuditLines lines, long begun) throws IOException {
        int before = ask.counted().requests();
        Client.Ended ended = Client.run(stage.folder(), ask.environment(), CLIENT, ask.command());
        long millis = millisSince(begun);
        String foretold = ask.expected().reason();
        JsonNode record = lines.lastRequest(found -> text(found, "reason").equals(foretold));
        return new StepOutcome(
                text(record, "verdict"),
                text(record, "reason"),
                text(record, "audit_id"),
                millis,
                Telling.of(ended),
                ask.counted().requests() - before);
    }

    private static String text(@Nullable JsonNode record, String name) {
        return record == null ? "none" : record.path(name).asString("none");
    }

    private long millisSince(long begun) {
        return Duration.ofNanos(nanoClock.getAsLong() - begun).toMillis();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
