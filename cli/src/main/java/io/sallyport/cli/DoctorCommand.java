package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.TemporaryFolder;
import io.sallyport.cli.doctor.ConfigFindings;
import io.sallyport.cli.doctor.Finding;
import io.sallyport.cli.doctor.MachineFindings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what the machine and a configuration are good for. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what this machine is good for, and what a gateway with a configuration would listen at, write to and"
                    + " let pass. Changes nothing.",
            "A note is worth a look; with a fault a gateway does not work."
        },
        exitCodeList = {"0:no fault", "1:a fault", "2:the configuration is not usable"})
final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration (default: none, all defaults).")
    private @Nullable Path file;

    @Override
    public Integer call() throws CliException {
        PrintWriter out = spec.commandLine().getOut();
        List<Finding> found = new ArrayList<>(machine());
        found.addAll(ConfigFindings.of(Configs.read(file, null)));
        found.forEach(finding -> out.println(finding.lines()));
        out.flush();
        return found.stream().anyMatch(finding -> finding.level() == Finding.Level.FAULT) ? ExitCodes.NO : ExitCodes.OK;
    }

    private List<Finding> machine() throws CliException {
        try (var folder =
                TemporaryFolder.create("sallyport-doctor", spec.commandLine().getErr())) {
            return MachineFindings.of(folder.path());
        } catch (IOException e) {
            throw CliException.unreachable("there is no room for temporary files: " + e.getMessage());
        }
    }
}
