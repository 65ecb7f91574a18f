package io.sallyport.cli.lease.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.LeaseSubset;
import io.sallyport.leasebridge.SubsetViolation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the examples on children and batches; the guide's requests are run by a gateway in other tests. */
final class LeaseBatchGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S+ ?\\S*)\\n(.*?)^```$");

    @Test
    void whatTheGuideSaysIsSo() throws IOException {
        String guide = Files.readString(Path.of("../docs/leases.md"));
        String parent = "";
        String child = "";
        String answers = "";
        int checked = 0;
        for (Matcher block = BLOCK.matcher(guide); block.find(); ) {
            String text = block.group(2);
            switch (block.group(1)) {
                case "json parent" -> parent = text;
                case "json child" -> child = text;
                case "jsonl batch" -> answers = answers(text);
                case "text answer" -> {
                    assertThat(violation(child, parent)).as(child).isEqualTo(text);
                    checked++;
                }
                case "jsonl answers" -> {
                    assertThat(answers).isEqualTo(text);
                    checked++;
                }
                default -> {}
            }
        }
        assertThat(checked).isEqualTo(5);
    }

    private static String answers(String lines) {
        StringBuilder answers = new StringBuilder();
        try (var batch = new LeaseBatch()) {
            lines.lines()
                    .forEach(line -> answers.append(batch.lines().answer(line)).append('\n'));
        }
        return answers.toString();
    }

    private static String violation(String child, String parent) {
        return LeaseSubset.of(lease(child), lease(parent)) instanceof SubsetViolation violation ? violation + "\n" : "";
    }

    private static Lease lease(String json) {
        return switch (LeaseReader.validate("lease", json)) {
            case LeaseReader.Read(var lease, var _) -> lease;
            case LeaseReader.Refused(var diagnostics) -> throw new AssertionError(diagnostics.toString());
        };
    }
}
