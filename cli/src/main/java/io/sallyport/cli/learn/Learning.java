package io.sallyport.cli.learn;

import io.sallyport.audit.AuditLog;
import io.sallyport.cli.command.CliException;
import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.leasebridge.learn.LearnedDocument;
import io.sallyport.leasebridge.learn.LearningScreen;
import io.sallyport.leasebridge.learn.ObservedTraffic;
import io.sallyport.model.DialRules;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * One learning run: what it tells before and after, and the files that it leaves. The log is safe for concurrent use,
 * the rest is confined to one thread.
 */
public final class Learning {
    /** The maximum number of requests that are told of those that are not learned; the document has more. */
    private static final int MAX_TOLD = 20;

    private final LearnedFiles files;
    private final ImportedForm form;
    private final int mergePaths;
    private final PrintWriter err;
    private final ObservedTraffic traffic = new ObservedTraffic();

    private Learning(LearnedFiles files, ImportedForm form, int mergePaths, PrintWriter err) {
        this.files = files;
        this.form = form;
        this.mergePaths = mergePaths;
        this.err = err;
    }

    /**
     * Returns a run whose document goes into {@code file}.
     *
     * @throws CliException if the file must not be written, or a flag is wrong
     */
    public static Learning into(Path file, LearnOptions options, PrintWriter err) throws CliException {
        LearnedFiles files = options.files(file);
        files.requireFree();
        return new Learning(files, options.form(file), options.mergePaths(), err);
    }

    /** Says that the run is not restricted. */
    public void begin() {
        err.println("sallyport: LEARNING: policy does NOT restrict this run: what no document grants passes, without"
                + " a credential, and is noted for " + files.document() + " (docs/learn.md)");
        err.flush();
    }

    /** Returns a log that notes what passes, before {@code log}. */
    public AuditLog noting(AuditLog log) {
        return new LearningLog(log, traffic);
    }

    /**
     * Writes what was learned.
     *
     * @param dials say what is never dialled
     * @throws CliException if it cannot be written
     */
    public void end(DialRules dials) throws CliException {
        LearnedDocument learned = LearnedDocument.of(traffic.observed(), new LearningScreen(dials), form, mergePaths);
        LearnedCheck.require(learned, form);
        files.write(learned);
        err.println("sallyport: LEARNED: policy did NOT restrict this run. "
                + learned.requests().size()
                + " different requests to " + learned.hosts() + " hosts are in " + files.document()
                + ", its tests in " + files.tests());
        tellUnlearned(learned, "  ", err);
        err.println("  read it, then: sallyport run --" + form.word() + " " + files.document() + " -- CMD");
        err.flush();
    }

    /** Tells which requests a document was not made of. */
    static void tellUnlearned(LearnedDocument learned, String before, PrintWriter err) {
        learned.unlearned().keySet().stream()
                .limit(MAX_TOLD)
                .forEach(request -> err.println(before + "not learned: " + request));
        if (learned.unlearned().size() > MAX_TOLD) {
            err.println(before + "and " + (learned.unlearned().size() - MAX_TOLD) + " more");
        }
    }
}
