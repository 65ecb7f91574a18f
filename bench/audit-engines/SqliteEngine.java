import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** SQLite: a narrow table with a dictionary of words, an FTS5 index of trigrams, hourly sums, lines in blocks. */
final class SqliteEngine implements StoreEngine {
    private final Connection db;
    private final Map<String, Integer> words = new HashMap<>();
    private final ByteArrayOutputStream block = new ByteArrayOutputStream();

    SqliteEngine(Path folder) throws SQLException {
        db = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("audit.db"));
        for (String sql : List.of(
                "PRAGMA journal_mode=WAL",
                "PRAGMA synchronous=NORMAL",
                "PRAGMA cache_size=-65536",
                "CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT UNIQUE)",
                "CREATE TABLE record(seq INTEGER PRIMARY KEY, time INT, audit_id TEXT, kind INT, sandbox INT,"
                        + " verdict INT, reason INT, host INT, rule INT)",
                "CREATE TABLE block(first INTEGER PRIMARY KEY, lines BLOB)",
                "CREATE INDEX of_id ON record(audit_id)",
                "CREATE INDEX of_sandbox ON record(sandbox, seq)",
                "CREATE INDEX of_host ON record(host, verdict, seq)",
                "CREATE INDEX of_verdict ON record(verdict, seq)",
                "CREATE VIRTUAL TABLE found USING fts5(text, content='', detail=none, tokenize='trigram')",
                "CREATE TABLE hourly(hour INT, verdict INT, reason INT, host INT, records INT,"
                        + " PRIMARY KEY(hour, verdict, reason, host)) WITHOUT ROWID")) {
            try (var statement = db.createStatement()) {
                statement.execute(sql);
            }
        }
        db.setAutoCommit(false);
    }

    private int word(String text) throws SQLException {
        Integer known = words.get(text);
        if (known == null) {
            known = words.size() + 1;
            words.put(text, known);
            try (var insert = db.prepareStatement("INSERT INTO word VALUES(?, ?)")) {
                insert.setInt(1, known);
                insert.setString(2, text);
                insert.execute();
            }
        }
        return known;
    }

    @Override
    public void add(List<EngineLine> lines) throws SQLException {
        try (var record = db.prepareStatement("INSERT INTO record VALUES(?,?,?,?,?,?,?,?,?)");
                var found = db.prepareStatement("INSERT INTO found(rowid, text) VALUES(?,?)");
                var hourly = db.prepareStatement(
                        "INSERT INTO hourly VALUES(?,?,?,?,1)" + " ON CONFLICT DO UPDATE SET records = records + 1");
                var blocks = db.prepareStatement("INSERT INTO block VALUES(?,?)")) {
            for (EngineLine line : lines) {
                int[] of = {
                    word(line.kind()),
                    word(line.sandbox()),
                    word(line.verdict()),
                    word(line.reason()),
                    word(line.host()),
                    word(line.rule())
                };
                record.setLong(1, line.seq());
                record.setLong(2, line.time());
                record.setString(3, line.id());
                for (int i = 0; i < of.length; i++) {
                    record.setInt(4 + i, of[i]);
                }
                record.addBatch();
                found.setLong(1, line.seq());
                found.setString(2, line.host() + "\n" + line.path() + "\n" + line.rule());
                found.addBatch();
                hourly.setLong(1, line.hour());
                hourly.setInt(2, of[2]);
                hourly.setInt(3, of[3]);
                hourly.setInt(4, of[4]);
                hourly.addBatch();
                block.writeBytes(line.text());
                block.write('\n');
                if (line.seq() % EngineLine.BLOCK == 0) {
                    blocks.setLong(1, line.seq() / EngineLine.BLOCK);
                    blocks.setBytes(2, EngineLine.deflate(block.toByteArray()));
                    blocks.addBatch();
                    block.reset();
                }
            }
            record.executeBatch();
            found.executeBatch();
            hourly.executeBatch();
            blocks.executeBatch();
        }
        db.commit();
    }

    @Override
    public void finish() {}

    private int lines(String sql, Object... values) throws SQLException {
        try (PreparedStatement asked = asked(sql, values);
                ResultSet rows = asked.executeQuery();
                var block = db.prepareStatement("SELECT lines FROM block WHERE first = ?")) {
            int count = 0;
            long held = -1;
            while (rows.next()) {
                long first = (rows.getLong(1) + EngineLine.BLOCK - 1) / EngineLine.BLOCK;
                if (first != held) {
                    held = first;
                    block.setLong(1, first);
                    try (var result = block.executeQuery()) {
                        if (result.next()) {
                            EngineLine.inflate(result.getBytes(1));
                        }
                    }
                }
                count++;
            }
            return count;
        }
    }

    private int groups(String sql, Object... values) throws SQLException {
        try (PreparedStatement asked = asked(sql, values);
                ResultSet rows = asked.executeQuery()) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        }
    }

    private PreparedStatement asked(String sql, Object... values) throws SQLException {
        PreparedStatement asked = db.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            asked.setObject(i + 1, values[i]);
        }
        return asked;
    }

    @Override
    public int newestOf(String sandbox) throws SQLException {
        return lines("SELECT seq FROM record WHERE sandbox = ? ORDER BY seq DESC LIMIT 100", word(sandbox));
    }

    @Override
    public int refusalsOfDay(long from, long to) throws SQLException {
        return groups(
                "SELECT host, reason, sum(records) FROM hourly WHERE hour >= ? AND hour < ? AND verdict <> ?"
                        + " GROUP BY host, reason ORDER BY 3 DESC LIMIT 100",
                from / 3_600_000,
                to / 3_600_000,
                word("allow"));
    }

    @Override
    public int text(String part) throws SQLException {
        return lines("SELECT rowid FROM found WHERE found MATCH ? ORDER BY rowid DESC LIMIT 100", trigrams(part));
    }

    /** An index without positions answers conjunctions of trigrams only. */
    private static String trigrams(String part) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i + 3 <= part.length(); i++) {
            all.append(i == 0 ? "\"" : " AND \"").append(part, i, i + 3).append('"');
        }
        return all.toString();
    }

    @Override
    public int byHour() throws SQLException {
        return groups("SELECT hour, sum(records) FROM hourly GROUP BY hour");
    }

    @Override
    public int byReason() throws SQLException {
        return groups("SELECT reason, verdict, sum(records) FROM hourly GROUP BY reason, verdict");
    }

    @Override
    public int suffixRefused(String suffix) throws SQLException {
        return lines(
                "SELECT seq FROM record WHERE verdict = ? AND host IN (SELECT id FROM word WHERE text LIKE ?)"
                        + " ORDER BY seq DESC LIMIT 100",
                word("deny"),
                "%" + suffix);
    }

    @Override
    public int byId(String id) throws SQLException {
        return lines("SELECT seq FROM record WHERE audit_id = ?", id);
    }

    @Override
    public int refusedBefore(long seq) throws SQLException {
        return lines(
                "SELECT seq FROM record WHERE verdict = ? AND seq < ? ORDER BY seq DESC LIMIT 100", word("deny"), seq);
    }

    @Override
    public void close() throws SQLException {
        db.close();
    }
}
