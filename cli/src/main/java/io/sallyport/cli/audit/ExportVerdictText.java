package io.sallyport.cli.audit;

import io.sallyport.audit.chain.ChainVerdict;
import io.sallyport.audit.segment.LogVerdict;
import io.sallyport.auditexport.verify.ExportVerdict;
import tools.jackson.databind.json.JsonMapper;

/** What {@code audit verify} prints of exported files. */
final class ExportVerdictText {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ExportVerdictText() {}

    static String sentence(ExportVerdict verdict) {
        return switch (verdict) {
            case ExportVerdict.Whole(ChainVerdict.Whole chain) -> VerdictText.sentence(LogVerdict.ofFiles(chain));
            case ExportVerdict.WithGaps(long lines, long missing) ->
                "unchanged: %d records, with %d gaps".formatted(lines, missing);
            case ExportVerdict.Broken(String file, long line, String why) -> "%s:%d: %s".formatted(file, line, why);
        };
    }

    static String object(ExportVerdict verdict) {
        return switch (verdict) {
            case ExportVerdict.Whole(ChainVerdict.Whole chain) -> VerdictText.object(LogVerdict.ofFiles(chain));
            case ExportVerdict.WithGaps(long lines, long missing) ->
                JSON.createObjectNode()
                        .put("whole", false)
                        .put("unchanged", true)
                        .put("lines", lines)
                        .put("gaps", missing)
                        .toString();
            case ExportVerdict.Broken(String file, long line, String why) ->
                JSON.createObjectNode()
                        .put("whole", false)
                        .put("file", file)
                        .put("line", line)
                        .put("message", why)
                        .toString();
        };
    }
}
