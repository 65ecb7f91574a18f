package io.sallyport.cli.learn;

import io.sallyport.cli.command.CliException;
import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.leasebridge.learn.LearnedDocument;
import io.sallyport.leasebridge.learn.LearningScreen;
import io.sallyport.leasebridge.learn.Observed;
import io.sallyport.model.DialRules;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Prints or writes a document for each sandbox of some traffic. Confined to one thread.
 *
 * @param into a file for the document of one sandbox, a folder for those of several, or null for {@code out}
 * @param err receives what is not learned, and what was written
 */
public record SuggestedDocuments(
        LearnOptions options, DialRules dials, @Nullable Path into, PrintWriter out, PrintWriter err) {
    /**
     * Writes the documents. Without traffic there are none.
     *
     * @throws CliException if they cannot be written, or {@code into} is no place for them
     */
    public void of(SortedMap<String, Observed> traffic) throws CliException {
        ImportedForm form = options.form(into);
        SortedMap<String, LearnedDocument> documents = new TreeMap<>();
        for (Map.Entry<String, Observed> each : traffic.entrySet()) {
            var document = LearnedDocument.of(each.getValue(), new LearningScreen(dials), form, options.mergePaths());
            LearnedCheck.require(document, form);
            documents.put(each.getKey(), document);
        }
        if (into == null) {
            requireOne(documents, form == ImportedForm.POLICY);
            documents.forEach(this::print);
        } else if (Files.isDirectory(into)) {
            for (Map.Entry<String, LearnedDocument> each : documents.entrySet()) {
                String ending = form == ImportedForm.POLICY ? ".yaml" : ".json";
                write(each.getKey(), each.getValue(), options.files(into.resolve(each.getKey() + ending)));
            }
        } else {
            requireOne(documents, false);
            for (Map.Entry<String, LearnedDocument> each : documents.entrySet()) {
                write(each.getKey(), each.getValue(), options.files(into));
            }
        }
        err.flush();
    }

    private static void requireOne(Map<String, LearnedDocument> documents, boolean several) throws CliException {
        if (documents.size() > 1 && !several) {
            throw CliException.unusable("the records are of " + documents.size()
                    + " sandboxes (expected: --sandbox ID, or --out with a folder that exists)");
        }
    }

    /** Several documents of YAML are parted as its section 9.1.2 says. */
    private void print(String sandbox, LearnedDocument document) {
        if (options.form(into) == ImportedForm.POLICY) {
            out.println("--- # sandbox " + sandbox);
        }
        out.print(document.text());
        out.flush();
        tell(sandbox, document);
    }

    private void write(String sandbox, LearnedDocument document, LearnedFiles files) throws CliException {
        files.requireFree();
        files.write(document);
        err.println("sallyport: " + sandbox + ": " + document.requests().size() + " different requests to "
                + document.hosts() + " hosts are in " + files.document() + ", its tests in " + files.tests());
        tell(sandbox, document);
    }

    private void tell(String sandbox, LearnedDocument document) {
        Learning.tellUnlearned(document, "  " + sandbox + ": ", err);
    }
}
