package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CliReferenceTest {
    private static final Path PAGE = Path.of("../docs/cli.md");

    /** The text before the list of commands is written by hand. */
    private static final String GENERATED = "\n## Commands\n";

    /** With {@code -Dreference.write=true} the page is written instead of compared. */
    @Test
    void thePageOfTheCommandLineIsThatOfItsCommands() throws IOException {
        String page = Files.readString(PAGE);
        String made = new CliReference(CommandLines.of()).page(page.substring(0, page.indexOf(GENERATED)));
        if (Boolean.getBoolean("reference.write")) {
            Files.writeString(PAGE, made);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(made);
    }

    @Test
    void everyOptionAndParameterIsDescribed() {
        assertThat(new CliReference(CommandLines.of()).page("").lines()).noneMatch(line -> line.endsWith(": "));
    }
}
