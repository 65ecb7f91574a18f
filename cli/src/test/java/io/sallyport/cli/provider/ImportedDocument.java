package io.sallyport.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the command makes of a document. */
record ImportedDocument(Client.Ended ended, Path policy) {
    static ImportedDocument of(Path folder, String dialect, String text, String... flags) throws IOException {
        Path policy = folder.resolve("policy.yaml");
        Files.deleteIfExists(policy);
        Path file = Files.writeString(folder.resolve("document.yaml"), text);
        var command = new ArrayList<>(List.of("provider", "import", "--from", dialect, "--policy", policy.toString()));
        command.addAll(List.of(flags));
        command.add(file.toString());
        return new ImportedDocument(CommandInProcess.run(command.toArray(String[]::new)), policy);
    }

    ImportedDocument isImported() {
        assertThat(ended.exit()).as(ended.err()).isZero();
        return this;
    }

    /** Asserts that nothing is printed but these words on standard error. */
    void isRefused(String... words) {
        assertThat(ended.exit()).as(ended.out()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains(words);
        assertThat(policy).doesNotExist();
    }

    String providers() {
        return ended.out();
    }

    String policyText() throws IOException {
        return Files.readString(policy);
    }
}
