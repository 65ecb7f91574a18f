package io.sallyport.cli.learn;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.policy.accesslist.ImportedFormConverter;
import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.leasebridge.learn.LearnedDocument;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of commands that make a document of traffic. */
public final class LearnOptions {
    @Option(
            names = "--as",
            paramLabel = "policy|lease",
            converter = ImportedFormConverter.class,
            description = "What traffic becomes (default: lease for a file whose name ends in .json, else policy). A"
                    + " policy has methods and comments, a lease neither.")
    private @Nullable ImportedForm form;

    @Option(
            names = "--merge-paths",
            paramLabel = "COUNT",
            defaultValue = "" + LearnedDocument.MERGE_PATHS,
            description = "How many paths that differ in one number or id become one rule for all (default:"
                    + " ${DEFAULT-VALUE}; 0: never).")
    private int mergePaths = LearnedDocument.MERGE_PATHS;

    @Option(names = "--force", description = "Replace files that exist.")
    private boolean force;

    /** Returns what a document is written as into {@code file}, or on standard output if that is null. */
    public ImportedForm form(@Nullable Path file) {
        if (form != null) {
            return form;
        }
        return file != null && file.toString().endsWith(".json") ? ImportedForm.LEASE : ImportedForm.POLICY;
    }

    /** Returns whether one of these flags asks for something else than its default. */
    public boolean isUsed() {
        return form != null || force || mergePaths != LearnedDocument.MERGE_PATHS;
    }

    /** Returns how many siblings become one rule; 0 for never. */
    public int mergePaths() throws CliException {
        if (mergePaths < 0 || mergePaths == 1) {
            throw CliException.unusable("--merge-paths: " + mergePaths + " (expected: 0, or at least 2)");
        }
        return mergePaths;
    }

    /** Returns the files for a document. */
    public LearnedFiles files(Path document) {
        return new LearnedFiles(document, force);
    }
}
