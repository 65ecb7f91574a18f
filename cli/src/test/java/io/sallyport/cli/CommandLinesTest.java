package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandLinesTest {
    @Test
    void eachCommandIsFoundByItsName() {
        Sallyport.COMMANDS.forEach((name, type) -> {
            assertThat(CommandLines.of().getSubcommands().get(name)).isNotNull();
            assertThat(CommandLines.of(name)
                            .getSubcommands()
                            .get(name)
                            .getCommandSpec()
                            .userObject())
                    .isInstanceOf(type);
        });
        assertThat(CommandLines.of().getSubcommands()).hasSameSizeAs(Sallyport.COMMANDS);
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
