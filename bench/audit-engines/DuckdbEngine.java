import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** DuckDB: one wide table in the order of the log, no index but that of ids. */
final class DuckdbEngine implements StoreEngine {
    private final DuckDBConnection db;

    DuckdbEngine(Path folder) throws SQLException {
        db = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("audit.duckdb"));
        for (String sql : List.of(
                "SET memory_limit='512MB'",
                "SET threads=2",
                "CREATE TABLE record(seq BIGINT, id VARCHAR, time BIGINT, kind VARCHAR, sandbox VARCHAR,"
                        + " verdict VARCHAR, reason VARCHAR, host VARCHAR, path VARCHAR, rule VARCHAR, line VARCHAR)")) {
            try (var statement = db.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void add(List<EngineLine> lines) throws SQLException {
        try (DuckDBAppender appender = db.createAppender("main", "record")) {
            for (EngineLine line : lines) {
                appender.beginRow();
                appender.append(line.seq());
                appender.append(line.id());
                appender.append(line.time());
                for (String text : List.of(
                        line.kind(),
                        line.sandbox(),
                        line.verdict(),
                        line.reason(),
                        line.host(),
                        line.path(),
                        line.rule(),
                        new String(line.text(), StandardCharsets.ISO_8859_1))) {
                    appender.append(text);
                }
                appender.endRow();
            }
        }
    }

    @Override
    public void finish() throws SQLException {
        try (var statement = db.createStatement()) {
            statement.execute("CHECKPOINT");
        }
    }

    private int rows(String sql, Object... values) throws SQLException {
        try (PreparedStatement asked = db.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                asked.setObject(i + 1, values[i]);
            }
            int count = 0;
            try (ResultSet rows = asked.executeQuery()) {
                while (rows.next()) {
                    rows.getString(1);
                    count++;
                }
            }
            return count;
        }
    }

    @Override
    public int newestOf(String sandbox) throws SQLException {
        return rows("SELECT line FROM record WHERE sandbox = ? ORDER BY seq DESC LIMIT 100", sandbox);
    }

    @Override
    public int refusalsOfDay(long from, long to) throws SQLException {
        return rows(
                "SELECT host, reason, count(*) FROM record WHERE time >= ? AND time < ? AND verdict <> 'allow'"
                        + " GROUP BY host, reason ORDER BY 3 DESC LIMIT 100",
                from,
                to);
    }

    @Override
    public int text(String part) throws SQLException {
        return rows(
                "SELECT line FROM record WHERE contains(host, ?) OR contains(path, ?) OR contains(rule, ?)"
                        + " ORDER BY seq DESC LIMIT 100",
                part,
                part,
                part);
    }

    @Override
    public int byHour() throws SQLException {
        return rows("SELECT time // 3600000, count(*) FROM record GROUP BY 1");
    }

    @Override
    public int byReason() throws SQLException {
        return rows("SELECT reason, verdict, count(*) FROM record GROUP BY reason, verdict");
    }

    @Override
    public int suffixRefused(String suffix) throws SQLException {
        return rows(
                "SELECT line FROM record WHERE verdict = 'deny' AND host LIKE ? ORDER BY seq DESC LIMIT 100",
                "%" + suffix);
    }

    @Override
    public int byId(String id) throws SQLException {
        return rows("SELECT line FROM record WHERE id = ?", id);
    }

    @Override
    public int refusedBefore(long seq) throws SQLException {
        return rows("SELECT line FROM record WHERE verdict = 'deny' AND seq < ? ORDER BY seq DESC LIMIT 100", seq);
    }

    @Override
    public void close() throws SQLException {
        db.close();
    }
}
