package io.sallyport.gateway.serve;

import io.sallyport.control.SkillSource;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.leasebridge.skill.SkillReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's folder of skills: each {@code *.yaml}, {@code *.yml} and {@code *.json} in it is the manifest of one
 * skill. The skill's modules are in the subfolder named after its id; only their existence is checked.
 */
record SkillFolder(Path folder) implements SkillSource {
    private static final Logger LOG = LoggerFactory.getLogger(SkillFolder.class);

    @Override
    public Found read() throws IOException {
        var manifests = new TreeMap<String, String>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.{yaml,yml,json}")) {
            for (Path file : files) {
                if (manifests.size() == SkillSet.MAX_SKILLS) {
                    throw new IOException("more than " + SkillSet.MAX_SKILLS + " manifests in " + folder);
                }
                add(file, manifests);
            }
        }
        return new Found(manifests, this::has);
    }

    private static void add(Path file, Map<String, String> manifests) throws IOException {
        try {
            manifests.put(String.valueOf(file.getFileName()), text(file));
        } catch (NoSuchFileException _) {
            LOG.info("registry of skills: {} went away while the folder was read", file);
        }
    }

    /** Reads at most one byte more than a manifest may have, so that its reader refuses a longer one by name. */
    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(SkillReader.MAX_BYTES + 1), StandardCharsets.UTF_8);
        }
    }

    private boolean has(String skill, String module) {
        return Files.isRegularFile(folder.resolve(skill).resolve(module));
    }
}
