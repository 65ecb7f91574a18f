package io.sallyport.cli.audit;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainVerdict;
import io.sallyport.audit.segment.LogVerdict;
import io.sallyport.audit.segment.Removal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What {@code audit verify} prints. */
final class VerdictText {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private VerdictText() {}

    static String sentence(LogVerdict verdict) {
        return switch (verdict.chain()) {
            case ChainVerdict.Whole(long lines, long cutOff, String begins, String last) ->
                "whole: %d lines%s%s%s%nlast: %s"
                        .formatted(
                                lines,
                                cutOff == 0 ? "" : ", " + cutOff + " of them cut off by a crash",
                                segments(verdict),
                                before(begins, verdict.removed()),
                                last);
            case ChainVerdict.Broken(String file, long line, long _, ChainVerdict.Fault fault)
            when line == 0 -> "%s: %s".formatted(file, fault.text());
            case ChainVerdict.Broken(String file, long line, long offset, ChainVerdict.Fault fault) ->
                "%s:%d (byte %d): %s".formatted(file, line, offset, fault.text());
        };
    }

    private static String segments(LogVerdict verdict) {
        if (verdict.segments() == 0) {
            return "";
        }
        long signed = verdict.segments() - verdict.unsigned();
        return ", %d closed segments (signatures of %d verified)".formatted(verdict.segments(), signed);
    }

    private static String before(String begins, @Nullable Removal removed) {
        if (removed != null) {
            return "%nremoved by retention before: %d lines, up to segment %d, the last time at %s"
                    .formatted(removed.lines(), removed.lastSegment(), removed.time());
        }
        return begins.equals(Chain.BEGINNING) ? "" : ", which go on after " + begins;
    }

    static String object(LogVerdict verdict) {
        ObjectNode object = JSON.createObjectNode();
        switch (verdict.chain()) {
            case ChainVerdict.Whole(long lines, long cutOff, String begins, String last) ->
                object.put("whole", true)
                        .put("lines", lines)
                        .put("cut_off", cutOff)
                        .put("begins_after", begins)
                        .put("last", last);
            case ChainVerdict.Broken(String file, long line, long offset, ChainVerdict.Fault fault) ->
                object.put("whole", false)
                        .put("file", file)
                        .put("line", line)
                        .put("offset", offset)
                        .put("fault", fault.name().toLowerCase(Locale.ROOT))
                        .put("message", fault.text());
        }
        object.put("segments", verdict.segments()).put("unsigned", verdict.unsigned());
        Removal removed = verdict.removed();
        if (removed != null) {
            object.putObject("removed")
                    .put("last_segment", removed.lastSegment())
                    .put("lines", removed.lines())
                    .put("last_seq", removed.end().seq())
                    .put("time", removed.time().toString());
        }
        return object.toString();
    }
}
