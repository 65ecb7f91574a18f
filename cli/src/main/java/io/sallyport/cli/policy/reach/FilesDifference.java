package io.sallyport.cli.policy.reach;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.policycompiler.reach.BoxText;
import io.sallyport.policycompiler.reach.ReachDifference;
import io.sallyport.policycompiler.reach.ReachDifference.Side;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Compares two policies in files by what they let through. Confined to its thread. */
public final class FilesDifference {
    /** The limit of requests of each policy that a search begins with. */
    private static final int MAX_SAMPLES = 100;

    private final PolicyFiles old;
    private final PolicyFiles now;
    private final BoxText texts = new BoxText();

    private FilesDifference(PolicyFiles old, PolicyFiles now) {
        this.old = old;
        this.now = now;
    }

    /** Compares the policies in two files or folders; a document that does not load ends the command. */
    public static DifferenceReport of(Path old, Path now, ConfigFlag config) throws CliException {
        var difference = new FilesDifference(PolicyFiles.read(old), PolicyFiles.read(now));
        try (var sides = PolicySides.of(config)) {
            return difference.compare(sides);
        }
    }

    private DifferenceReport compare(PolicySides sides) throws CliException {
        Side before = sides.side(old);
        Side after = sides.side(now);
        var report = new DifferenceReport(old.hasRego() || now.hasRego());
        add(true, ReachDifference.of(after, before), report);
        add(false, ReachDifference.of(before, after), report);
        if (old.hasRego() || now.hasRego()) {
            search(before, after, report);
        }
        return report;
    }

    private void add(boolean isAdded, ReachDifference difference, DifferenceReport report) {
        switch (difference) {
            case ReachDifference.TooLarge _ -> report.tooLarge();
            case ReachDifference.Computed(var changes) ->
                changes.forEach(change -> report.add(isAdded, texts.of(change.reached()), change));
        }
    }

    /** Asks both policies about requests around what they let through, where their documents do not differ. */
    private void search(Side before, Side after, DifferenceReport report) {
        Set<CanonicalRequest> given = new LinkedHashSet<>(before.reach().samples(MAX_SAMPLES));
        given.addAll(after.reach().samples(MAX_SAMPLES));
        List<String> rego = new ArrayList<>(old.rego());
        rego.addAll(now.rego());
        Set<CanonicalRequest> asked = new RegoSearch(rego).around(given);
        for (CanonicalRequest request : asked) {
            Decision was = before.policy().apply(request);
            Decision is = after.policy().apply(request);
            boolean differs = was instanceof Decision.Allow != is instanceof Decision.Allow;
            if (differs && before.reach().mayLet(request) == after.reach().mayLet(request)) {
                report.found(request, was, is);
            }
        }
        report.searched(asked.size());
    }
}
