package io.sallyport.leasebridge;

import io.sallyport.model.FilePath;
import io.sallyport.model.OpaqueName;

/** Reads one pattern of any capability except the budget. */
final class PatternReader {
    private PatternReader() {}

    /** A pattern, or the reason why there is none. */
    sealed interface Parsed {}

    record Accepted(LeasePattern pattern) implements Parsed {}

    /** A refusal; {@code at} is the index of the first offending char. */
    record Rejected(String why, int at) implements Parsed {}

    static Parsed read(Capability capability, String text) {
        return switch (capability) {
            case URL -> url(text);
            case FILE -> file(text);
            case TOOL, AGENT, MODEL, VENDOR, BUDGET -> name(capability, text);
        };
    }

    private static Parsed url(String text) {
        return switch (UrlPatternReader.read(text)) {
            case UrlPatternReader.Accepted(var pattern) -> new Accepted(new LeasePattern.Url(pattern));
            case UrlPatternReader.Rejected(var why, int at) -> new Rejected(why, at);
        };
    }

    private static Parsed file(String text) {
        return switch (FilePath.parse(text)) {
            case FilePath.Accepted(var path) ->
                new Accepted(new LeasePattern.Named(text, Glob.of(path, PatternKind.PATH)));
            case FilePath.Rejected(var why, int at) -> new Rejected(why, at);
        };
    }

    private static Parsed name(Capability capability, String text) {
        return switch (OpaqueName.parse(text)) {
            case OpaqueName.Accepted(var name) ->
                new Accepted(new LeasePattern.Named(text, Glob.of(name, capability.patterns())));
            case OpaqueName.Rejected(var why, int at) -> new Rejected(why, at);
        };
    }
}
