package io.sallyport.leasebridge;

import io.sallyport.model.FilePath;
import io.sallyport.model.OpaqueName;
import io.sallyport.model.text.Parsed;

/** Reads one pattern of any capability except the budget. */
final class PatternReader {
    private PatternReader() {}

    static Parsed<LeasePattern> read(Capability capability, String text) {
        return switch (capability) {
            case URL -> UrlPatternReader.read(text).map(LeasePattern.Url::new);
            case FILE ->
                switch (FilePath.parse(text)) {
                    case Parsed.Accepted(var path) -> named(text, path, PatternKind.PATH);
                    case Parsed.Rejected(var why, int at) -> new Parsed.Rejected<>(why, at);
                };
            case TOOL, AGENT, MODEL, VENDOR, BUDGET ->
                switch (OpaqueName.parse(text)) {
                    case Parsed.Accepted(var name) -> named(text, name, capability.patterns());
                    case Parsed.Rejected(var why, int at) -> new Parsed.Rejected<>(why, at);
                };
        };
    }

    private static Parsed<LeasePattern> named(String text, String canonical, PatternKind kind) {
        return new Parsed.Accepted<>(new LeasePattern.Named(text, Glob.of(canonical, kind)));
    }
}
