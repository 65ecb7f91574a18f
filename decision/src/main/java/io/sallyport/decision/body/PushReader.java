package io.sallyport.decision.body;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the commands of one push, and its options. Signed pushes are refused. Confined to one thread. */
final class PushReader {
    private static final int MAX_COMMANDS = 1_000;
    private static final int MAX_OPTIONS = 100;
    private static final int SHA256_DIGITS = 64;
    private static final String OBJECT = "([0-9a-f]{40}|[0-9a-f]{64})";
    private static final Pattern SHALLOW = Pattern.compile("shallow " + OBJECT);
    private static final Pattern COMMAND = Pattern.compile(OBJECT + " " + OBJECT + " (refs/.+)", Pattern.DOTALL);

    /** What {@code git check-ref-format} takes. */
    private static final Pattern REF =
            Pattern.compile("(?!.*(?:\\.\\.|//|@\\{|/\\.|\\.lock(?:/|$)))[^\\x00-\\x20\\x7f~^:?*\\[\\\\]+(?<![/.])");

    private final PktLines lines;
    private final List<PushCommand> refs = new ArrayList<>(1);
    private final List<String> options = new ArrayList<>(0);
    private Set<String> capabilities = Set.of();
    private boolean commandsEnded;

    PushReader(byte[] beginning) {
        this.lines = new PktLines(beginning);
    }

    PushCommands read() {
        while (true) {
            PktLine line = lines.next();
            if (lines.position() > PushCommands.MAX_BYTES) {
                return new PushCommands.Unreadable("commands of more than " + PushCommands.MAX_BYTES + " bytes");
            }
            switch (line) {
                case PktLine.Partial _ -> {
                    return new PushCommands.Partial();
                }
                case PktLine.Malformed _ -> {
                    return new PushCommands.Unreadable("no lines of git");
                }
                case PktLine.Flush _ -> {
                    if (commandsEnded || !capabilities.contains("push-options")) {
                        return new PushCommands.Whole(refs, options, lines.position());
                    }
                    commandsEnded = true;
                }
                case PktLine.Data(String text) -> {
                    if (!(commandsEnded ? addOption(text) : isShallow(text) || addCommand(text))) {
                        return new PushCommands.Unreadable("a malformed command, or too many");
                    }
                }
            }
        }
    }

    private boolean addOption(String text) {
        options.add(text);
        return options.size() <= MAX_OPTIONS && text.indexOf('\0') < 0;
    }

    private boolean isShallow(String text) {
        return refs.isEmpty() && SHALLOW.matcher(text).matches();
    }

    private boolean addCommand(String text) {
        int end = text.indexOf('\0');
        if (refs.isEmpty() && end >= 0) {
            capabilities = Set.copyOf(Arrays.asList(text.substring(end + 1).split(" ", -1)));
        }
        Matcher command = COMMAND.matcher(refs.isEmpty() && end >= 0 ? text.substring(0, end) : text);
        return refs.size() < MAX_COMMANDS
                && command.matches()
                && add(new PushCommand(command.group(3), command.group(1), command.group(2)));
    }

    /** The digits are those of the repository's object format: SHA-1, if the push names none. */
    private boolean add(PushCommand command) {
        boolean sha256 = capabilities.contains("object-format=sha256");
        refs.add(command);
        return command.before().length() == command.after().length()
                && command.before().length() == SHA256_DIGITS == sha256
                && !(command.isCreation() && command.isDeletion())
                && REF.matcher(command.name()).matches();
    }
}
