package io.sallyport.leasebridge.skill;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.FilePath;
import io.sallyport.model.Grant;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code permissions.fs} of a manifest whose shape is already validated. Confined to one reading.
 *
 * @param files the members of {@code fs}
 */
record FilesReader(Map<String, Member> manifest, Map<String, Member> files, NamesReader names, Findings findings) {
    SkillManifest.Files read() {
        return new SkillManifest.Files(
                paths("read", CapabilityName.FS_READ, List.of("directory", "work_directory")),
                paths("write", CapabilityName.FS_WRITE, List.of("work_directory")),
                names.read(
                        Fields.texts(files, "execute_paths"),
                        CapabilityName.FS_READ,
                        "fs.execute_paths",
                        this::rooted));
    }

    /** Returns the paths of one flag. If it is set and no paths are named, grants everything below {@code folders}. */
    private List<Grant.Named> paths(String flag, String capability, List<String> folders) {
        String key = flag + "_paths";
        List<Scalar> written = Fields.texts(files, key);
        if (!Fields.isTrue(files, flag)) {
            written.stream()
                    .limit(1)
                    .forEach(path ->
                            error(path, DiagnosticCode.CONTRADICTION, key + ": " + flag + " is not true beside it"));
            return List.of();
        }
        if (files.containsKey(key)) {
            return names.read(written, capability, "fs." + key, this::rooted);
        }
        List<Grant.Named> below = new ArrayList<>();
        for (String folder : folders) {
            Scalar scalar = Fields.scalar(manifest, folder);
            Grant.Named grant = scalar != null && isFolder(scalar.text())
                    ? names.grant(capability, folder, scalar, scalar.text() + "/**")
                    : null;
            if (grant != null) {
                below.add(grant);
            }
        }
        Scalar set = Fields.scalar(files, flag);
        if (below.isEmpty() && set != null) {
            error(set, DiagnosticCode.NO_PATHS, flag + ": name " + key + ", or " + String.join(" or ", folders));
        }
        return below;
    }

    private boolean rooted(Scalar path) {
        if (path.text().startsWith("/") || path.text().startsWith("**")) {
            return true;
        }
        error(path, DiagnosticCode.BAD_ENTRY, Findings.quote(path.text()) + ": a path begins with a slash, or with **");
        return false;
    }

    /** Checks the two folders of a manifest. */
    static void checkFolders(Map<String, Member> manifest, Findings findings) {
        for (String key : List.of("directory", "work_directory")) {
            Scalar scalar = Fields.scalar(manifest, key);
            if (scalar != null && !isFolder(scalar.text())) {
                String message = key + ": an absolute path below / is wanted, as it is in the sandbox, no stars, no ..";
                findings.error(scalar.place(), DiagnosticCode.BAD_VALUE, message, null);
            }
        }
    }

    private static boolean isFolder(String text) {
        return text.startsWith("/")
                && text.length() > 1
                && text.indexOf('*') < 0
                && FilePath.parse(text) instanceof Parsed.Accepted(var path)
                && path.equals(text);
    }

    private void error(Scalar scalar, DiagnosticCode code, String message) {
        findings.error(scalar.place(), code, message, null);
    }
}
