package io.sallyport.control.replay;

import io.sallyport.control.replay.GroupedChanges.Row;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a report as one JSON object for programs. */
public final class ReplayJson {
    private ReplayJson() {}

    /** Returns the object. */
    public static ObjectNode of(ReplayReport report) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        ObjectNode lines = object.putObject("lines").put("read", report.lines());
        lines.put("unreadable", report.unreadableLines()).put("left_out", report.filteredRecords());
        ObjectNode kinds = lines.putObject("not_judged");
        report.unjudged().forEach(kinds::put);
        for (ReplayedChange change : ReplayedChange.values()) {
            if (change.isListed()) {
                list(report, change, object.putObject(change.word()));
            } else {
                object.putObject(change.word()).put("count", report.count(change));
            }
        }
        return object;
    }

    /**
     * Returns the object of one page of records as text, with what the page is.
     *
     * @param records how many it has
     * @param complete whether all records of its time were searched
     * @param next where the page of older records begins, or null if there is none
     */
    public static String page(
            ReplayReport report, long generation, int records, boolean complete, @Nullable Long next) {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        page.put("generation", generation).put("records", records).put("complete", complete);
        if (next != null) {
            page.put("next", Long.toString(next));
        }
        return page.setAll(of(report)).toString();
    }

    private static void list(ReplayReport report, ReplayedChange change, ObjectNode into) {
        GroupedChanges changes = report.of(change);
        into.put("count", changes.count()).put("in_other_groups", changes.ungrouped());
        if (change == ReplayedChange.CANNOT_BE_SAID) {
            ObjectNode lacks = into.putObject("lacks");
            report.lacks().forEach((lack, count) -> lacks.put(lack.word(), count));
        }
        ArrayNode groups = into.putArray("groups");
        changes.rows().forEach(row -> add(row, groups.addObject()));
    }

    private static void add(Row row, ObjectNode into) {
        into.put("sandbox", row.group().sandbox())
                .put("origin", row.group().origin())
                .put("method", row.group().method())
                .put("path", row.group().path())
                .put("by", row.group().by())
                .put("count", row.count());
        ArrayNode examples = into.putArray("examples");
        row.examples()
                .forEach(example -> examples.addObject()
                        .put("audit_id", example.auditId())
                        .put("time", example.time().toString()));
    }
}
