package io.sallyport.fetch.forge;

import io.sallyport.fetch.answer.RefusedException;

/** What an entry of a repository is; a skill holds directories and files, and no other. */
public enum EntryKind {
    DIRECTORY(""),
    FILE(""),
    LINK("a symbolic link"),
    SUBMODULE("a submodule"),
    OTHER("an entry of an unknown type");

    private static final int TYPE = 0170000;

    private final String why;

    EntryKind(String why) {
        this.why = why;
    }

    /** As GitHub's contents API says it. */
    static EntryKind ofContent(String type) {
        return switch (type) {
            case "dir" -> DIRECTORY;
            case "file" -> FILE;
            case "symlink" -> LINK;
            case "submodule" -> SUBMODULE;
            default -> OTHER;
        };
    }

    /** As listings of git trees say it, in octal digits. */
    static EntryKind ofMode(String digits) {
        return digits.matches("[0-7]{5,6}") ? ofMode(Integer.parseInt(digits, 8)) : OTHER;
    }

    /** As a git tree says it (gitformat-index(5)). */
    public static EntryKind ofMode(int mode) {
        return switch (mode & TYPE) {
            case 0040000 -> DIRECTORY;
            case 0100000 -> FILE;
            case 0120000 -> LINK;
            case 0160000 -> SUBMODULE;
            default -> OTHER;
        };
    }

    /** Refuses the whole skill for an entry that none may hold; {@code path} is escaped. */
    public void requireFit(String path) throws RefusedException {
        if (!why.isEmpty()) {
            throw CollectedFiles.unsafe(why, path);
        }
    }
}
