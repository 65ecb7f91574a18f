package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/** What is done to a file. Moving one is a question for each of its two paths. */
public enum FileOperation {
    READ("read", CapabilityName.FS_READ),
    LIST("list", CapabilityName.FS_READ),
    WRITE("write", CapabilityName.FS_WRITE),
    DELETE("delete", CapabilityName.FS_WRITE),
    RENAME("rename", CapabilityName.FS_WRITE),
    /** No capability of a lease speaks of it: reading is what it needs at the least. */
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

    /** What a lease must grant for it. */
    public String capability() {
        return capability;
    }

    /** The operation of that word, or null. */
    public static @Nullable FileOperation of(String word) {
        for (FileOperation operation : values()) {
            if (operation.word.equals(word)) {
                return operation;
            }
        }
        return null;
    }
}
