package io.sallyport.decision.body;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.Arrays;
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
    private final RegoArray refs = RegoArray.growing(1);
    private final RegoArray options = RegoArray.growing(0);
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
                        return whole();
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

    private PushCommands whole() {
        refs.seal();
        options.seal();
        return new PushCommands.Whole(refs, options);
    }

    private boolean addOption(String text) {
        options.append(RegoString.of(text));
        return options.size() <= MAX_OPTIONS && text.indexOf('\0') < 0;
    }

    private boolean isShallow(String text) {
        return refs.size() == 0 && SHALLOW.matcher(text).matches();
    }

    private boolean addCommand(String text) {
        int end = text.indexOf('\0');
        if (refs.size() == 0 && end >= 0) {
            capabilities = Set.copyOf(Arrays.asList(text.substring(end + 1).split(" ", -1)));
        }
        Matcher command = COMMAND.matcher(refs.size() == 0 && end >= 0 ? text.substring(0, end) : text);
        return refs.size() < MAX_COMMANDS
                && command.matches()
                && add(command.group(1), command.group(2), command.group(3));
    }

    /** The digits are those of the repository's object format: SHA-1, if the push names none. */
    private boolean add(String before, String after, String name) {
        boolean sha256 = capabilities.contains("object-format=sha256");
        boolean create = isZero(before);
        boolean delete = isZero(after);
        refs.append(RegoObject.growing()
                .put("name", RegoString.of(name))
                .put("old", RegoString.of(before))
                .put("new", RegoString.of(after))
                .put("create", RegoBoolean.of(create))
                .put("delete", RegoBoolean.of(delete))
                .sealed());
        return before.length() == after.length()
                && before.length() == SHA256_DIGITS == sha256
                && !(create && delete)
                && REF.matcher(name).matches();
    }

    private static boolean isZero(String object) {
        return object.chars().allMatch(c -> c == '0');
    }
}
