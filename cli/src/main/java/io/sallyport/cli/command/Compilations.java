package io.sallyport.cli.command;

import io.sallyport.documents.Diagnostic;
import io.sallyport.policycompiler.author.Compilation;
import java.util.List;
import java.util.function.Consumer;

/** What compilations mean for a command. */
public final class Compilations {
    private Compilations() {}

    /** Returns what was compiled again: its warnings were told, and no text is at hand. Ends the command as below. */
    public static <T> T ready(Compilation<T> made) throws CliException {
        return ready(made, SourceTexts.NONE, _ -> {});
    }

    /**
     * Returns what was compiled, and passes its warnings on; ends the command if there is nothing.
     *
     * @param texts those that diagnostics quote
     */
    public static <T> T ready(Compilation<T> made, SourceTexts texts, Consumer<Diagnostic> warned) throws CliException {
        return switch (made) {
            case Compilation.Ready<T>(T policy, List<Diagnostic> warnings) -> {
                CheckReport.byPlace(warnings).forEach(warned);
                yield policy;
            }
            case Compilation.Refused<T>(var diagnostics) ->
                throw CliException.refused(CheckReport.byPlace(diagnostics), texts);
            case Compilation.Unavailable<T>(var why) -> throw CliException.unreachable("not compiled: " + why);
        };
    }
}
