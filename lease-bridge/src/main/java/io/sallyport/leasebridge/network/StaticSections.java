package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Shape;
import io.sallyport.model.dialect.PolicySwitch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Validates the sections of a network policy that other programs enforce (specs: network policy, section 1). */
final class StaticSections {
    /** Limit of paths in both lists together. */
    static final int MAX_PATHS = 256;

    private static final int MAX_PATH_BYTES = 4_096;

    /** The highest id: the one above means "leave unchanged" to {@code chown}. */
    private static final long MAX_ID = 4_294_967_294L;

    /** The account that a process runs as; never root. */
    static final Shape ACCOUNT =
            Shape.text(StaticSections::isAccount, "sandbox or a number from 1 to " + MAX_ID + ", no other name,");

    /** The words of {@code landlock.compatibility}. */
    static final Set<String> COMPATIBILITY = Set.of("", "best_effort", "hard_requirement");

    private StaticSections() {}

    static void check(Map<String, Member> document, Leniency leniency, Findings findings) {
        Scalar compatibility = Fields.scalar(Fields.members(document, "landlock"), "compatibility");
        if (compatibility != null && !COMPATIBILITY.contains(compatibility.text())) {
            leniency.passes(PolicySwitch.LENIENT_WORDS, compatibility.place(), "landlock: it is read as best_effort");
        }
        Map<String, Member> files = Fields.members(document, "filesystem_policy");
        List<Scalar> writable = Fields.texts(files, "read_write");
        List<Scalar> all = new ArrayList<>(Fields.texts(files, "read_only"));
        all.addAll(writable);
        all.forEach(path -> checkPath(path, findings));
        for (Scalar path : writable) {
            if (components(path).allMatch(part -> part.isEmpty() || part.equals("."))) {
                error(path, "read_write: the root is not for writing", findings);
            }
        }
        if (all.size() > MAX_PATHS) {
            error(all.get(MAX_PATHS), "more than " + MAX_PATHS + " paths", findings);
        }
    }

    private static void checkPath(Scalar path, Findings findings) {
        if (!path.text().startsWith("/")) {
            error(path, "an absolute path is wanted", findings);
        }
        if (components(path).anyMatch(".."::equals)) {
            error(path, "a path without .. is wanted", findings);
        }
        if (path.text().getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES) {
            error(path, "a path of more than " + MAX_PATH_BYTES + " bytes", findings);
        }
    }

    private static Stream<String> components(Scalar path) {
        return Arrays.stream(path.text().split("/", -1));
    }

    private static boolean isAccount(String text) {
        boolean number = text.matches("[1-9][0-9]{0,9}") && Long.parseLong(text) <= MAX_ID;
        return number || text.isEmpty() || text.equals("sandbox");
    }

    private static void error(Scalar path, String why, Findings findings) {
        findings.error(path.place(), DiagnosticCode.BAD_PATH, why + ": " + Findings.quote(path.text()), null);
    }
}
