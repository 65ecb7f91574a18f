package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Commands for the candidate of one sandbox. */
@Command(
        name = "candidate",
        mixinStandardHelpOptions = true,
        description = "Judges other documents beside those in force for a sandbox. What they would decide otherwise is"
                + " recorded and counted, never enforced.",
        subcommands = {
            CandidatePut.class,
            CandidateGet.class,
            CandidateDifferences.class,
            CandidatePromote.class,
            CandidateDelete.class
        })
final class CandidateCommand extends CommandGroup {}
