package io.sallyport.fetch.git;

import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * A machine without git: no configuration of a user or of the system, no environment. What stands in {@code
 * ~/.gitconfig} (a proxy, another URL, a header, a file of cookies) is for people, and has no say here. Immutable.
 */
final class EmptySystemReader extends SystemReader {
    private static final SystemReader REAL = SystemReader.getInstance();

    /** Puts it in place for all of JGit in this process; nothing else here uses it. */
    static void install() {
        if (!(SystemReader.getInstance() instanceof EmptySystemReader)) {
            SystemReader.setInstance(new EmptySystemReader());
        }
    }

    private static final class Empty extends FileBasedConfig {
        private Empty(@Nullable Config parent, FS fs) {
            super(parent, null, fs);
        }

        @Override
        public void load() {
            // there is nothing to read
        }

        @Override
        public void save() {
            // and nowhere to write
        }

        @Override
        public boolean isOutdated() {
            return false;
        }
    }

    @Override
    public String getHostname() {
        return "localhost";
    }

    @Override
    public @Nullable String getenv(String variable) {
        return null;
    }

    @Override
    public String getProperty(String key) {
        return REAL.getProperty(key);
    }

    @Override
    public FileBasedConfig openUserConfig(@Nullable Config parent, FS fs) {
        return new Empty(parent, fs);
    }

    @Override
    public FileBasedConfig openSystemConfig(@Nullable Config parent, FS fs) {
        return new Empty(parent, fs);
    }

    @Override
    public FileBasedConfig openJGitConfig(@Nullable Config parent, FS fs) {
        return new Empty(parent, fs);
    }

    /** Of no use where nothing is committed. */
    @Override
    @SuppressWarnings("deprecation") // there is no other to implement
    public long getCurrentTime() {
        return 0;
    }

    @Override
    @SuppressWarnings("deprecation") // as above
    public int getTimezone(long when) {
        return 0;
    }
}
