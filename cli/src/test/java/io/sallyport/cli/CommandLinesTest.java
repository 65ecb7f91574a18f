package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandLinesTest {
    @Test
    void eachCommandIsFoundByItsName() {
        Sallyport.COMMANDS.keySet().forEach(name -> {
            Map<String, CommandLine> alone = CommandLines.of(name).getSubcommands();
            assertThat(alone.values()).extracting(CommandLine::getCommandName).contains(name);
        });
        assertThat(CommandLines.of().getSubcommands().keySet()).isEqualTo(Sallyport.COMMANDS.keySet());
    }

    @Test
    void aCommandIsReadAlone() {
        assertThat(CommandLines.of("run", "--", "true").getSubcommands().keySet())
                .isEqualTo(Set.of("run"));
    }

    @Test
    void whatNamesNoCommandMayMeanAny() {
        for (List<String> arguments :
                List.of(List.<String>of(), List.of("--help"), List.of("rnu"), List.of("completion"))) {
            assertThat(CommandLines.of(arguments.toArray(String[]::new)).getSubcommands())
                    .hasSameSizeAs(Sallyport.COMMANDS);
        }
    }
}
