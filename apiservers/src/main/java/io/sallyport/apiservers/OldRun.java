package io.sallyport.apiservers;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run of a gateway that is gone, as it stands in its folder: whose it was, and which processes may be left of it.
 * Immutable.
 */
public final class OldRun {
    private static final Logger LOG = LoggerFactory.getLogger(OldRun.class);

    private final RunFolder folder;
    private final boolean movedHome;
    private final String sandbox;
    private final List<ProcessRecord> records;

    private OldRun(RunFolder folder, boolean movedHome, String sandbox, List<ProcessRecord> records) {
        this.folder = folder;
        this.movedHome = movedHome;
        this.sandbox = sandbox;
        this.records = records;
    }

    /** Says in {@code folder} that a run of {@code sandbox} begins, and that this process is its gateway. */
    public static void begin(RunFolder folder, String sandbox) throws IOException {
        folder.makeOwn();
        write(folder, sandbox, ProcessIdentity.of(ProcessHandle.current().pid()));
    }

    /** Says that the run has no gateway any more, and no process either. */
    public static void leave(RunFolder folder, String sandbox) throws IOException {
        write(folder, sandbox, null);
    }

    private static void write(RunFolder folder, String sandbox, @Nullable ProcessIdentity gateway) throws IOException {
        ObjectNode json = JsonMapper.shared()
                .createObjectNode()
                .put("v", RecordFile.VERSION)
                .put("sandbox", sandbox)
                .put("home", homeOf(folder))
                .put("user", userOf(folder));
        if (gateway != null) {
            gateway.into(json, "gateway");
        }
        RecordFile.write(folder.record(), json);
    }

    /**
     * The run in {@code folder}; null where there is none, where it has ended, or where its gateway runs still.
     *
     * @throws IOException where it cannot be read; the message names the file
     */
    public static @Nullable OldRun find(RunFolder folder) throws IOException {
        if (!Files.exists(folder.record())) {
            return null;
        }
        JsonNode json = RecordFile.read(folder.record());
        ProcessIdentity gateway = ProcessIdentity.of(json, "gateway");
        return gateway != null && gateway.isThere()
                ? null
                : new OldRun(
                        folder, isElsewhere(json, folder), json.path("sandbox").asString(""), records(folder));
    }

    private static boolean isElsewhere(JsonNode json, RunFolder folder) {
        return !json.path("home").asString(homeOf(folder)).equals(homeOf(folder))
                || !json.path("user").asString(userOf(folder)).equals(userOf(folder));
    }

    private static String homeOf(RunFolder folder) {
        return folder.home().toAbsolutePath().toString();
    }

    private static String userOf(RunFolder folder) {
        ServerUser user = folder.user();
        return user == null ? "" : user.name();
    }

    private static List<ProcessRecord> records(RunFolder folder) throws IOException {
        List<ProcessRecord> records = new ArrayList<>();
        if (Files.isDirectory(folder.processes())) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.processes(), "*.json")) {
                for (Path file : files) {
                    records.add(ProcessRecord.read(file));
                }
            }
        }
        return records;
    }

    public String sandbox() {
        return sandbox;
    }

    public RunFolder folder() {
        return folder;
    }

    /**
     * Deletes all that its servers had for themselves, where they had it as the user and in the place that servers have
     * now.
     */
    public void deleteHome() {
        if (movedHome) {
            LOG.warn(
                    "{}: servers were another user then, or had another home: what they had there stays",
                    folder.path());
        } else {
            folder.deleteHome();
        }
    }

    /** Its servers, as far as they can be called; none of them runs. */
    public List<ApiServerSpec> servers() {
        return records.stream()
                .map(record -> new ApiServerSpec(
                        record.server(),
                        folder.path().toAbsolutePath(),
                        List.of(),
                        record.port(),
                        Map.of(),
                        Set.of(),
                        TokenDelivery.FLAG))
                .toList();
    }

    /**
     * What came of ending it.
     *
     * @param found the servers of which something ran
     * @param left those of which something runs still
     */
    public record Ended(List<ApiServerName> found, List<ApiServerName> left) {}

    /**
     * Ends what is left of it, and nothing else: SIGTERM, and SIGKILL after {@code grace}. Blocks until it is gone, or
     * two graces.
     */
    public Ended end(Duration grace) throws InterruptedException {
        List<ApiServerName> found = names(RemainingProcesses.of(records));
        return new Ended(found, names(RemainingProcesses.end(records, grace, folder.user())));
    }

    /** Whether nothing of it runs. Blocks. */
    public boolean isGone() {
        return RemainingProcesses.of(records).isEmpty();
    }

    private static List<ApiServerName> names(List<RemainingProcesses> left) {
        return left.stream().map(one -> one.server().server()).toList();
    }

    /** Whether a run was begun in {@code folder} and has not ended. */
    public static boolean isBegun(RunFolder folder) {
        return Files.exists(folder.record());
    }

    /** Says in {@code folder} no more that there is a run. */
    public static void forget(RunFolder folder) throws IOException {
        FolderTrees.delete(folder.record());
        FolderTrees.delete(folder.processes());
    }
}
