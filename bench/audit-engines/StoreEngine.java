import java.nio.file.Path;
import java.util.List;

/** One embedded engine behind the questions of the console. Each question returns how many rows or groups it read. */
interface StoreEngine extends AutoCloseable {
    void add(List<EngineLine> lines) throws Exception;

    /** Called once after the last line. */
    void finish() throws Exception;

    int newestOf(String sandbox) throws Exception;

    int refusalsOfDay(long fromMillis, long toMillis) throws Exception;

    int text(String part) throws Exception;

    int byHour() throws Exception;

    int byReason() throws Exception;

    int suffixRefused(String suffix) throws Exception;

    int byId(String id) throws Exception;

    int refusedBefore(long seq) throws Exception;

    @Override
    void close() throws Exception;

    static StoreEngine open(String name, Path folder) throws Exception {
        return switch (name) {
            case "sqlite" -> new SqliteEngine(folder);
            case "duckdb" -> new DuckdbEngine(folder);
            case "lucene" -> new LuceneEngine(folder);
            default -> throw new IllegalArgumentException(name);
        };
    }
}
