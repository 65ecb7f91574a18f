package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.command.SandboxIdConverter;
import io.sallyport.cli.command.TimeConverter;
import io.sallyport.cli.policy.reach.PolicyFiles;
import io.sallyport.cli.policy.reach.PolicySides;
import io.sallyport.cli.policy.replay.AuditFiles;
import io.sallyport.cli.policy.replay.FailOnChange;
import io.sallyport.cli.policy.replay.ReplayPage;
import io.sallyport.cli.policy.replay.ReplayText;
import io.sallyport.configuration.Config;
import io.sallyport.control.calls.TrialRules.ReplayBounds;
import io.sallyport.control.replay.RecordClock;
import io.sallyport.control.replay.RecordFilter;
import io.sallyport.control.replay.Replay;
import io.sallyport.control.replay.ReplayJson;
import io.sallyport.control.replay.ReplayReport;
import io.sallyport.control.replay.ReplaySink;
import io.sallyport.control.replay.ReplayedPolicy;
import io.sallyport.control.replay.SandboxTraits;
import io.sallyport.decision.DecisionCache;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Reports what a policy would change on recorded traffic. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Asks a policy about the requests of an audit log, and prints which would be newly allowed and newly"
                    + " refused, grouped by sandbox, host, method and path. Changes nothing, and needs no gateway.",
            "What a record lacks (query, body, headers, identity) and the policy reads is told as 'cannot be said'."
                    + " Rules read the time of the record. What a limit, an address or the target decided is not"
                    + " compared.",
            "Example: policy replay --audit audit.jsonl --lease new.json"
        },
        exitCodeList = {
            "0:replayed",
            "1:there are changes that --fail-on names",
            "2:the documents, a file, or with --strict a line are not usable"
        })
final class PolicyReplay implements Callable<Integer> {
    private static final int MAX_EXAMPLES = 100;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Option(
            names = "--audit",
            required = true,
            arity = "1..*",
            paramLabel = "FILE",
            description = "The log's files, the oldest first; gzip is read, too.")
    private List<Path> audit = new ArrayList<>();

    @Option(
            names = "--against",
            paramLabel = "OLD",
            description = "The policy to compare with: a lease (.json), a network policy (.yaml), or a folder with any"
                    + " of lease.json, policy.yaml, rego/ and guardrails/ (default: what the records say).")
    private @Nullable Path against;

    @Option(
            names = "--sandbox",
            paramLabel = "ID",
            converter = SandboxIdConverter.class,
            description = "Replay only this sandbox's records.")
    private @Nullable SandboxId sandbox;

    @Option(
            names = "--since",
            paramLabel = "RFC3339",
            converter = TimeConverter.class,
            description = "Replay records of this time and later ones.")
    private @Nullable Instant since;

    @Option(
            names = "--until",
            paramLabel = "RFC3339",
            converter = TimeConverter.class,
            description = "Replay records before this time.")
    private @Nullable Instant until;

    @Option(
            names = "--label",
            paramLabel = "NAME=VALUE",
            description = "A label of every sandbox, which records do not hold; repeatable.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--phase",
            paramLabel = "planning|execution",
            defaultValue = "planning",
            converter = PhaseConverter.class,
            description = "The phase of every sandbox (default: ${DEFAULT-VALUE}).")
    private Phase phase = Phase.PLANNING;

    @Option(
            names = "--examples",
            paramLabel = "N",
            defaultValue = "3",
            description = "Name at most this many records of each group, 0 to 100 (default: ${DEFAULT-VALUE}).")
    private int examples = 3;

    @Option(
            names = "--fail-on",
            paramLabel = "newly-allowed|newly-refused|any",
            converter = FailOnChange.Converter.class,
            description = "Exit with 1 if there are such requests.")
    private @Nullable FailOnChange failOn;

    @Option(names = "--strict", description = "End at the first line that cannot be read.")
    private boolean strict;

    @Option(names = "--html", paramLabel = "FILE", description = "Write the report as a page, besides.")
    private @Nullable Path html;

    @Option(names = "--json", description = "Print the report as JSON.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        if (examples < 0 || examples > MAX_EXAMPLES) {
            throw CliException.unusable("--examples: " + examples + " (expected: 0 to " + MAX_EXAMPLES + ")");
        }
        var report = new ReplayReport(examples);
        var clock = new RecordClock(Instant.now());
        policy.compile(DecisionCache.OFF, clock, policy.toldTo(spec), (policies, compiled) -> {
            ReplayedPolicy asked =
                    ReplayedPolicy.of(facts -> policies.snapshot(compiled.sandbox(), compiled.guardrails(), facts, 1));
            replay(asked, clock, report);
            return report;
        });
        if (html != null) {
            write(html, ReplayPage.of(report, compared()));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? ReplayJson.of(report) + "\n" : ReplayText.of(report));
        out.flush();
        return failOn != null && report.hasAny(failOn.changes()) ? ExitCodes.NO : ExitCodes.OK;
    }

    private void replay(ReplayedPolicy asked, RecordClock clock, ReplayReport report) throws CliException {
        if (against == null) {
            read(asked, null, clock, report);
            return;
        }
        try (var sides = PolicySides.of(policy.config(), clock)) {
            read(asked, ReplayedPolicy.of(sides.snapshots(PolicyFiles.read(against))), clock, report);
        }
    }

    private void read(ReplayedPolicy asked, @Nullable ReplayedPolicy old, RecordClock clock, ReplayReport report)
            throws CliException {
        tellOfLabels();
        Config config = policy.config().read();
        int answers = config == null
                ? ReplayBounds.BY_DEFAULT.answers()
                : config.trials().replayAnswers();
        var traits = new SandboxTraits(labels, phase);
        var replay = new Replay(asked, old, traits, policy.dialStep()::of, clock, report, answers);
        PrintWriter err = spec.commandLine().getErr();
        try (var progress = new ProgressLine(err, json)) {
            var sink = new ReplaySink(new RecordFilter(sandbox, since, until), replay, report);
            new AuditFiles(audit, sink, err, progress, strict).read();
        }
    }

    private void tellOfLabels() throws CliException {
        if (labels.isEmpty() && policy.mentions("labels")) {
            spec.commandLine()
                    .getErr()
                    .println("sallyport: the policy reads labels, and records hold none (--label NAME=VALUE)");
        }
    }

    private String compared() {
        return audit.size() + (audit.size() == 1 ? " file" : " files") + " of an audit log; compared with "
                + (against == null ? "what was recorded" : against.toString());
    }

    private static void write(Path file, String page) throws CliException {
        try {
            Files.writeString(file, page);
        } catch (IOException e) {
            throw CliException.unusable(file + ": cannot be written: " + e.getMessage());
        }
    }
}
