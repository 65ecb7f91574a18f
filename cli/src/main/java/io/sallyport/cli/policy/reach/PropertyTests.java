package io.sallyport.cli.policy.reach;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.policy.reach.PropertyFile.Group;
import io.sallyport.cli.policy.reach.PropertyFile.Placed;
import io.sallyport.documents.Place;
import io.sallyport.policycompiler.reach.Proof;
import io.sallyport.policycompiler.reach.Prover;
import io.sallyport.policycompiler.reach.ReachDifference.Side;
import io.sallyport.policycompiler.reach.ReachProperty;
import io.sallyport.policycompiler.test.TestResult;
import io.sallyport.policycompiler.test.TestVerdict;
import io.sallyport.regoengine.plan.Position;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Proves the properties of a file as tests. Confined to its thread. */
public final class PropertyTests {
    private static final String PACKAGE = "properties";

    private final Path file;
    private final PolicySides sides;
    private final List<TestResult> results = new ArrayList<>();

    private PropertyTests(Path file, PolicySides sides) {
        this.file = file;
        this.sides = sides;
    }

    /** Returns a result for each property, in the order of the file; ends the command if a document does not load. */
    public static List<TestResult> run(Path file) throws CliException {
        PropertyFile read = PropertyFile.read(file);
        try (var sides = PolicySides.of(new ConfigFlag())) {
            var tests = new PropertyTests(file, sides);
            for (Group group : read.groups()) {
                tests.add(group);
            }
            return List.copyOf(tests.results);
        }
    }

    private void add(Group group) throws CliException {
        Side side = sides.side(PolicyFiles.read(group.policy()));
        var prover = new Prover(side.reach(), side.policy());
        group.properties().forEach(placed -> add(group, placed.place(), placed.value(), prover));
        for (Placed<Path> placed : group.within()) {
            Side above = sides.side(PolicyFiles.ceiling(placed.value()));
            String text = "within " + placed.value().getFileName();
            add(group, placed.place(), new ReachProperty.Within(text, above.reach(), above.policy()), prover);
        }
    }

    private void add(Group group, Place place, ReachProperty property, Prover prover) {
        long begin = System.nanoTime();
        Proof proof = prover.prove(property);
        long took = System.nanoTime() - begin;
        results.add(new TestResult(
                PACKAGE,
                group.policy().getFileName() + ": " + property.text(),
                new Position(file.toString(), place.line(), place.column()),
                proof instanceof Proof.Proven ? TestVerdict.PASS : TestVerdict.FAIL,
                took,
                ProofReport.against(proof),
                null,
                List.of()));
    }
}
