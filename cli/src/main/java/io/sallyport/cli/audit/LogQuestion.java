package io.sallyport.cli.audit;

import io.sallyport.audit.chain.ForwardLines;
import io.sallyport.auditstore.StoreSettings;
import io.sallyport.auditstore.index.RecordIndex;
import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.AuditPage;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import io.sallyport.auditstore.query.QueryParameters;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.command.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A question about files of a log, answered from an index that lasts as long as the question. Stateless. */
final class LogQuestion {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private LogQuestion() {}

    /**
     * Returns the answer in the form of the control API.
     *
     * @param asked parameters by the names of the control API
     * @param isQuiet whether no progress is shown
     */
    static JsonNode answer(List<Path> files, Map<String, String> asked, int limit, PrintWriter err, boolean isQuiet)
            throws CliException {
        return switch (QueryParameters.read(asked)) {
            case QueryParameters.Rejected(String why) -> throw CliException.unusable(why);
            case QueryParameters.Accepted(AuditQuery query, List<GroupKey> keys) -> {
                try (var folder = TemporaryFolder.create("sallyport-audit", err);
                        var index =
                                RecordIndex.open(folder.path(), StoreSettings.DEFAULT_KEEP_BYTES, 0, System::nanoTime);
                        var progress = new ProgressLine(err, isQuiet)) {
                    for (Path file : files) {
                        feed(index, file, progress);
                    }
                    yield keys.isEmpty()
                            ? records(index.page(query, limit, before(asked)))
                            : groups(index.count(query, keys, limit), keys);
                } catch (IOException e) {
                    throw CliException.unreachable("the temporary index cannot be written: " + e.getMessage());
                }
            }
        };
    }

    private static long before(Map<String, String> asked) throws CliException {
        String cursor = asked.get("cursor");
        if (cursor == null) {
            return AuditPage.NEWEST;
        }
        if (!cursor.matches("[1-9][0-9]{0,17}")) {
            throw CliException.unusable("--cursor: none that an answer ended with");
        }
        return Long.parseLong(cursor);
    }

    private static void feed(RecordIndex index, Path file, ProgressLine progress) throws CliException {
        try (InputStream in = LogFiles.open(file)) {
            var lines = new ForwardLines(in, 0);
            while (lines.next() == ForwardLines.Next.LINE) {
                String line = new String(lines.line(), StandardCharsets.UTF_8);
                if (index.add(line) == RecordIndex.Fed.OF_OTHER_LOG) {
                    throw CliException.unusable(
                            file + ": does not go on after the file before it (expected: one log, oldest first)");
                }
                progress.show(() -> (lines.offset() >> 20) + " MiB read");
            }
        } catch (IOException e) {
            throw LogFiles.unreadable(file, e);
        }
    }

    private static ObjectNode records(AuditPage page) {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode records = answer.putArray("records");
        page.lines().forEach(line -> records.add(JSON.readTree(line)));
        if (page.next() != null) {
            answer.put("next", page.next().toString());
        }
        return answer.put("complete", page.isSearched());
    }

    private static ObjectNode groups(AuditGroups counted, List<GroupKey> keys) {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode groups = answer.putArray("groups");
        counted.groups().forEach(group -> {
            ObjectNode each = groups.addObject();
            ObjectNode values = each.putObject("keys");
            for (int i = 0; i < keys.size(); i++) {
                values.put(keys.get(i).word(), group.keys().get(i));
            }
            each.put("records", group.records())
                    .put("requests", group.requests())
                    .put("last", group.last().toString());
        });
        return answer.put("total", counted.total())
                .put("records", counted.records())
                .put("requests", counted.requests())
                .put("complete", counted.isSearched());
    }
}
