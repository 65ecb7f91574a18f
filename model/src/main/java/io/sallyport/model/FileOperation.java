package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/** An operation on a file. A move is one question for each of its two paths. */
public enum FileOperation {
    READ("read", CapabilityName.FS_READ),
    LIST("list", CapabilityName.FS_READ),
    WRITE("write", CapabilityName.FS_WRITE),
    DELETE("delete", CapabilityName.FS_WRITE),
    RENAME("rename", CapabilityName.FS_WRITE),
    /** Leases have no capability for execution; it requires at least reading. */
    EXECUTE("execute", CapabilityName.FS_READ);

    private final String word;
    private final String capability;

    FileOperation(String word, String capability) {
        this.word = word;
        this.capability = capability;
    }

    public String word() {
        return word;
    }

    /** Returns the capability that a lease must grant for it. */
    public String capability() {
        return capability;
    }

    /** Returns the operation of that word, or null. */
    public static @Nullable FileOperation of(String word) {
        for (FileOperation operation : values()) {
            if (operation.word.equals(word)) {
                return operation;
            }
        }
        return null;
    }
}
