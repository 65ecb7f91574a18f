package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.TemporaryFolder;
import io.sallyport.cli.doctor.ConfigFindings;
import io.sallyport.cli.doctor.Finding;
import io.sallyport.cli.doctor.MachineFindings;
import io.sallyport.fence.OutwardCheck;
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
            "A note is worth a look; with a fault a gateway does not work.",
            "With --inside, tries for real what leads out of the place where it is started, such as a container: connects to"
                    + " public addresses, metadata services and sockets of services, with nothing secret in what it sends."
        },
        exitCodeList = {
            "0:no fault; with --inside: every way out is closed",
            "1:a fault; with --inside: a way out is open",
            "2:the configuration is not usable, or options exclude each other",
            "3:with --inside: it cannot be tried here"
        })
final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration (default: none, all defaults).")
    private @Nullable Path file;

    @Option(names = "--inside", description = "Try the ways out of the place where this is started.")
    private boolean inside;

    @Option(
            names = "--admin",
            paramLabel = "ADDRESS",
            description = "With --inside: the gateway's control API, HOST:PORT or URL, which has to be out of reach"
                    + " (default: SALLYPORT_ADMIN).")
    private @Nullable String admin;

    @Option(names = "--json", description = "With --inside: print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        if (inside) {
            return tryOutwards();
        }
        if (json || admin != null) {
            throw CliException.unusable("--json and --admin are for --inside");
        }
        PrintWriter out = spec.commandLine().getOut();
        List<Finding> found = new ArrayList<>(machine());
        found.addAll(ConfigFindings.of(Configs.read(file, null)));
        found.forEach(finding -> out.println(finding.lines()));
        out.flush();
        return found.stream().anyMatch(finding -> finding.level() == Finding.Level.FAULT) ? ExitCodes.NO : ExitCodes.OK;
    }

    private int tryOutwards() throws CliException {
        if (file != null) {
            throw CliException.unusable("--inside looks at no configuration: leave --config out");
        }
        List<String> options = new ArrayList<>(json ? List.of("--json") : List.of());
        if (admin != null) {
            options.add("--admin=" + admin);
        }
        return inFolder(folder -> {
            Process started = OutwardCheck.start(folder, options);
            if (started == null) {
                throw CliException.unreachable("there is no program for " + System.getProperty("os.arch"));
            }
            return started.onExit().join().exitValue();
        });
    }

    private List<Finding> machine() throws CliException {
        return inFolder(MachineFindings::of);
    }

    private <T> T inFolder(Work<T> work) throws CliException {
        try (var folder =
                TemporaryFolder.create("sallyport-doctor", spec.commandLine().getErr())) {
            return work.in(folder.path());
        } catch (IOException e) {
            throw CliException.unreachable("there is no room for temporary files: " + e.getMessage());
        }
    }

    /** What needs a folder of its own for a moment. */
    private interface Work<T> {
        T in(Path folder) throws IOException, CliException;
    }
}
