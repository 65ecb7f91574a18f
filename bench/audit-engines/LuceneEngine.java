import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;

/** Lucene: terms and doc values in the order of the log, trigrams as terms, lines as stored fields. */
final class LuceneEngine implements StoreEngine {
    private static final FieldType TERM = new FieldType();

    static {
        TERM.setIndexOptions(IndexOptions.DOCS);
        TERM.setOmitNorms(true);
        TERM.setTokenized(true);
        TERM.freeze();
    }

    private final IndexWriter writer;
    private DirectoryReader reader;
    private IndexSearcher searcher;

    LuceneEngine(Path folder) throws IOException {
        var config = new IndexWriterConfig();
        config.setRAMBufferSizeMB(32);
        var merges = new LogByteSizeMergePolicy();
        merges.setMaxMergeMB(1024);
        config.setMergePolicy(merges);
        config.setCodec(new Lucene104Codec(Lucene104Codec.Mode.BEST_COMPRESSION));
        writer = new IndexWriter(new MMapDirectory(folder), config);
    }

    @Override
    public void add(List<EngineLine> lines) throws IOException {
        for (EngineLine line : lines) {
            var document = new Document();
            document.add(new NumericDocValuesField("seq", line.seq()));
            document.add(NumericDocValuesField.indexedField("time", line.time()));
            document.add(new StringField("id", line.id(), Field.Store.NO));
            word(document, "kind", line.kind());
            word(document, "sandbox", line.sandbox());
            word(document, "verdict", line.verdict());
            word(document, "reason", line.reason());
            word(document, "host", line.host());
            word(document, "rule", line.rule());
            document.add(new BinaryDocValuesField("path", new BytesRef(line.path())));
            Set<String> trigrams = new HashSet<>();
            for (String text : List.of(line.host(), line.path(), line.rule())) {
                trigrams(text, trigrams);
            }
            document.add(new Field("text", new Words(trigrams), TERM));
            Set<String> suffixes = new HashSet<>();
            for (int at = 0; at >= 0; at = line.host().indexOf('.', at + 1)) {
                suffixes.add(line.host().substring(at));
            }
            document.add(new Field("suffix", new Words(suffixes), TERM));
            document.add(new StoredField("line", line.text()));
            writer.addDocument(document);
        }
    }

    private static void word(Document document, String name, String value) {
        if (!value.isEmpty()) {
            document.add(new KeywordField(name, value, Field.Store.NO));
        }
    }

    private static void trigrams(String text, Set<String> out) {
        for (int i = 0; i + 3 <= text.length(); i++) {
            out.add(text.substring(i, i + 3));
        }
    }

    private static final class Words extends TokenStream {
        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final java.util.Iterator<String> rest;

        Words(Set<String> words) {
            rest = words.iterator();
        }

        @Override
        public boolean incrementToken() {
            if (!rest.hasNext()) {
                return false;
            }
            clearAttributes();
            term.append(rest.next());
            return true;
        }
    }

    @Override
    public void finish() throws IOException {
        writer.commit();
        reader = DirectoryReader.open(writer);
        searcher = new IndexSearcher(reader);
        System.out.println("  " + reader.leaves().size() + " segments");
    }

    private int newest(Query query, long before) throws IOException {
        int found = 0;
        var stored = reader.storedFields();
        List<LeafReaderContext> leaves = reader.leaves();
        var weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
        for (int i = leaves.size() - 1; i >= 0 && found < 100; i--) {
            LeafReaderContext leaf = leaves.get(i);
            int end = before(leaf, before);
            int window = 1024;
            while (end > 0 && found < 100) {
                int start = Math.max(0, end - window);
                Scorer scorer = weight.scorer(leaf);
                if (scorer == null) {
                    break;
                }
                List<Integer> docs = new ArrayList<>();
                DocIdSetIterator iterator = scorer.iterator();
                for (int doc = iterator.advance(start); doc < end; doc = iterator.nextDoc()) {
                    docs.add(doc);
                }
                for (int d = docs.size() - 1; d >= 0 && found < 100; d--) {
                    stored.document(leaf.docBase + docs.get(d));
                    found++;
                }
                end = start;
                window *= 4;
            }
        }
        return found;
    }

    private static int before(LeafReaderContext leaf, long seq) throws IOException {
        int low = 0;
        int high = leaf.reader().maxDoc();
        while (low < high) {
            int middle = (low + high) >>> 1;
            NumericDocValues values = leaf.reader().getNumericDocValues("seq");
            values.advanceExact(middle);
            if (values.longValue() < seq) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int groups(Query query, String first, String second) throws IOException {
        Map<String, long[]> sums = new HashMap<>();
        var weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
        for (LeafReaderContext leaf : reader.leaves()) {
            Scorer scorer = weight.scorer(leaf);
            if (scorer == null) {
                continue;
            }
            SortedDocValues a = DocValues.getSorted(leaf.reader(), first);
            SortedDocValues b = DocValues.getSorted(leaf.reader(), second);
            int width = b.getValueCount() + 1;
            long cells = (long) (a.getValueCount() + 1) * width;
            int[] counts = new int[(int) cells];
            DocIdSetIterator iterator = scorer.iterator();
            for (int doc = iterator.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = iterator.nextDoc()) {
                int of = a.advanceExact(doc) ? a.ordValue() : a.getValueCount();
                int and = b.advanceExact(doc) ? b.ordValue() : b.getValueCount();
                counts[of * width + and]++;
            }
            for (int cell = 0; cell < counts.length; cell++) {
                if (counts[cell] > 0) {
                    String key = text(a, cell / width) + "\n" + text(b, cell % width);
                    sums.computeIfAbsent(key, _ -> new long[1])[0] += counts[cell];
                }
            }
        }
        return sums.size();
    }

    private static String text(SortedDocValues values, int ord) throws IOException {
        return ord == values.getValueCount() ? "" : values.lookupOrd(ord).utf8ToString();
    }

    @Override
    public int newestOf(String sandbox) throws IOException {
        return newest(new TermQuery(new Term("sandbox", sandbox)), Long.MAX_VALUE);
    }

    @Override
    public int refusalsOfDay(long from, long to) throws IOException {
        Query day = NumericDocValuesField.newSlowRangeQuery("time", from, to - 1);
        return groups(
                new BooleanQuery.Builder()
                        .add(day, Occur.FILTER)
                        .add(new TermQuery(new Term("verdict", "deny")), Occur.FILTER)
                        .build(),
                "host",
                "reason");
    }

    @Override
    public int text(String part) throws IOException {
        Set<String> trigrams = new HashSet<>();
        trigrams(part, trigrams);
        var all = new BooleanQuery.Builder();
        trigrams.forEach(text -> all.add(new TermQuery(new Term("text", text)), Occur.FILTER));
        return newest(all.build(), Long.MAX_VALUE);
    }

    @Override
    public int byHour() throws IOException {
        Map<Long, long[]> sums = new HashMap<>();
        for (LeafReaderContext leaf : reader.leaves()) {
            NumericDocValues time = leaf.reader().getNumericDocValues("time");
            long hour = Long.MIN_VALUE;
            long[] cell = new long[1];
            for (int doc = time.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = time.nextDoc()) {
                long of = time.longValue() / 3_600_000;
                if (of != hour) {
                    hour = of;
                    cell = sums.computeIfAbsent(of, _ -> new long[1]);
                }
                cell[0]++;
            }
        }
        return sums.size();
    }

    @Override
    public int byReason() throws IOException {
        return groups(MatchAllDocsQuery.INSTANCE, "reason", "verdict");
    }

    @Override
    public int suffixRefused(String suffix) throws IOException {
        return newest(
                new BooleanQuery.Builder()
                        .add(new TermQuery(new Term("suffix", "." + suffix)), Occur.FILTER)
                        .add(new TermQuery(new Term("verdict", "deny")), Occur.FILTER)
                        .build(),
                Long.MAX_VALUE);
    }

    @Override
    public int byId(String id) throws IOException {
        return newest(new TermQuery(new Term("id", id)), Long.MAX_VALUE);
    }

    @Override
    public int refusedBefore(long seq) throws IOException {
        return newest(new TermQuery(new Term("verdict", "deny")), seq);
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
        }
        writer.close();
    }
}
