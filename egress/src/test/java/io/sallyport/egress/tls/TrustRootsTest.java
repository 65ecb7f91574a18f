package io.sallyport.egress.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class TrustRootsTest {
    private static final TestCa SYSTEM = TestCa.create("system", InstantSource.system());
    private static final TestCa ADDED = TestCa.create("added", InstantSource.system());

    @TempDir
    Path folder;

    @Test
    void trustsTheFirstBundleThatIsThereAndWhatIsAddedAndNothingElse() throws IOException {
        Path absent = folder.resolve("absent.pem");
        Path system = write("system.pem", "# roots of the system\n" + SYSTEM.pem());
        Path later = write(
                "later.pem", TestCa.create("later", InstantSource.system()).pem());
        Path added = write("added.pem", ADDED.pem());

        TrustRoots roots = accepted(TrustRoots.read(List.of(absent, system, later), List.of(added)));

        assertThat(roots.certificates()).containsExactly(SYSTEM.certificate(), ADDED.certificate());
    }

    @Test
    void fallsBackOnTheJdksRoots() {
        TrustRoots roots = accepted(TrustRoots.read(List.of(), List.of()));

        assertThat(roots.certificates()).hasSizeGreaterThan(50);
    }

    @Test
    void refusesASystemsBundleThatCannotBeRead() throws IOException {
        Path broken = write("broken.pem", "");

        assertRejects(TrustRoots.read(List.of(broken), List.of()), broken, "the system's roots");
    }

    @Test
    void refusesAnAddedFileThatIsNotCertificatesAloneAndNamesIt() throws IOException {
        TestCa.Leaf leaf = ADDED.leaf("x.test");
        String cut = ADDED.pem().substring(0, 200);

        for (String text : List.of("", "hello\n", leaf.keyPem(), ADDED.pem() + leaf.keyPem(), cut, ADDED.pem() + cut)) {
            Path file = write("corp.pem", text);
            assertRejects(TrustRoots.read(List.of(), List.of(file)), file, "no certificates");
        }
        Path missing = folder.resolve("missing.pem");
        assertRejects(TrustRoots.read(List.of(), List.of(missing)), missing, "no certificates");
    }

    @Test
    void refusesARootWhoseConstraintsNobodyWouldHoldItTo() throws IOException {
        Path file = write("constrained.pem", ADDED.constrainedTo("corp.test").pem());

        assertRejects(TrustRoots.read(List.of(), List.of(file)), file, "name constraints");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static TrustRoots accepted(TrustRoots.Parsed parsed) {
        assertThat(parsed).isInstanceOf(TrustRoots.Accepted.class);
        return ((TrustRoots.Accepted) parsed).roots();
    }

    private static void assertRejects(TrustRoots.Parsed parsed, Path file, String why) {
        assertThat(parsed).as("%s", file).isInstanceOf(TrustRoots.Rejected.class);
        TrustRoots.Rejected rejected = (TrustRoots.Rejected) parsed;
        assertThat(rejected.file()).isEqualTo(file);
        assertThat(rejected.why()).contains(why);
    }
}
