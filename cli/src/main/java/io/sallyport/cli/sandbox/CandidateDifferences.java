package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ShownName;
import io.sallyport.client.TrialClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Prints what the candidate of a sandbox would have decided otherwise. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Prints which requests the candidate of a sandbox would newly allow and newly refuse.",
        exitCodeList = {"0:printed", "1:there is no candidate", "3:no gateway answers"})
final class CandidateDifferences extends OneSandbox implements Callable<Integer> {
    @Override
    public Integer call() throws CliException {
        return tell(client -> new TrialClient(client, id()).report(), reply -> show(reply.body()));
    }

    private void show(JsonNode report) {
        out().println("candidate " + report.path("digest").asString("") + " beside generation "
                + report.path("generation").asString(""));
        out().println(report.path("requests").asLong() + " requests since "
                + report.path("since").asString(""));
        show("newly allowed", report.path("newly_allowed"));
        show("newly refused", report.path("newly_refused"));
        count(report.path("not_asked").asLong(), "requests that it could not be asked about");
    }

    private void show(String kind, JsonNode side) {
        out().println(kind + ": " + side.path("requests").asLong());
        side.path("rows")
                .forEach(row -> out().println("%8d  %s %s%s  (%s, audit id %s)"
                        .formatted(
                                row.path("hits").asLong(),
                                text(row, "method"),
                                text(row, "host"),
                                text(row, "path"),
                                text(row, "rule"),
                                text(row, "audit_id"))));
        count(side.path("others").asLong(), "requests without a row of their own");
    }

    private void count(long count, String what) {
        if (count > 0) {
            out().println("%8d  %s".formatted(count, what));
        }
    }

    private static String text(JsonNode row, String name) {
        return ShownName.of(row.path(name).asString(""));
    }
}
