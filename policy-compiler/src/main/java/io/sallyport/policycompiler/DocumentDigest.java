package io.sallyport.policycompiler;

import io.sallyport.model.HarnessFiles;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.Sha256;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The digest of the documents that grants are read from. */
final class DocumentDigest {
    private DocumentDigest() {}

    /** Returns the lower-case hex SHA-256 of what is read of {@code documents}. */
    static String of(SandboxDocuments documents) {
        String digest = Sha256.hexOfAll(
                "grants",
                present(documents.lease()),
                present(documents.leaseConstraints()),
                present(documents.harness()),
                present(documents.policy()),
                Boolean.toString(documents.allowlistGet()));
        HarnessFiles enclosed = documents.enclosed();
        return enclosed.equals(HarnessFiles.NOTHING) ? digest : Sha256.hexOfAll("enclosed", digest, enclosed(enclosed));
    }

    /**
     * Returns the enclosed files in a fixed order, with their lengths, so that no two sets of files yield the same
     * text.
     */
    private static String enclosed(HarnessFiles enclosed) {
        var all = new StringBuilder(String.valueOf(enclosed.forge()));
        new TreeMap<>(enclosed.files())
                .forEach((name, text) -> all.append(' ')
                        .append(name.length())
                        .append(' ')
                        .append(text.length())
                        .append(' ')
                        .append(name)
                        .append(text));
        return all.append(" ").append(enclosed.profiles()).toString();
    }

    private static String present(@Nullable String text) {
        return text == null ? "-" : "+" + text;
    }
}
