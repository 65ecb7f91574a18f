package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.NearestName;
import io.sallyport.policycompiler.author.LongLoops.LongLoop;
import io.sallyport.regoengine.compiler.DataReference;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of accepted Rego and is not in its program. Kept with the plan, so that a warning is repeated whenever
 * the Rego is submitted. Immutable.
 *
 * @param annotations as {@link Annotations#byRule}
 * @param lists the lists of the author's data that the Rego reads, each where it does first
 * @param loops the loops over such lists
 * @param rates the rates that obligations name
 */
record RegoNotes(
        RegoObject annotations,
        List<Diagnostic> warnings,
        List<DataReference> lists,
        List<LongLoop> loops,
        List<RateReference> rates) {
    RegoNotes {
        warnings = List.copyOf(warnings);
        lists = List.copyOf(lists);
        loops = List.copyOf(loops);
        rates = List.copyOf(rates);
    }

    /** Returns the warnings, those that depend on {@code data} among them. */
    List<Diagnostic> warnings(RegoObject data) {
        return Stream.concat(warnings.stream(), loops.stream().flatMap(loop -> loop.warnings(data).stream()))
                .toList();
    }

    /** Returns an error for each list that {@code data} lacks, and each rate that is not configured. */
    List<Diagnostic> unknownNames(RegoObject data, ConfiguredNames configured) {
        return Stream.concat(unknownLists(lists, data).stream(), RateReference.unknown(rates, configured).stream())
                .toList();
    }

    static List<Diagnostic> unknownLists(List<DataReference> lists, RegoObject data) {
        RegoObject given = data.get("lists") instanceof RegoObject object ? object : EntryObject.EMPTY;
        return lists.stream()
                .filter(list -> given.get(list.path().get(1)) == null)
                .map(list -> unknown(list, given))
                .toList();
    }

    private static Diagnostic unknown(DataReference list, RegoObject given) {
        String name = list.path().get(1);
        List<String> names = new ArrayList<>();
        given.forEach((key, _) -> {
            if (key instanceof RegoString text) {
                names.add(text.text());
            }
        });
        String near = NearestName.of(name, names);
        return Diagnostic.error(
                list.file(),
                list.row(),
                list.column(),
                DiagnosticCode.UNKNOWN_LIST,
                "data.lists." + name + " is not in the data: what reads it has no effect",
                near != null ? "write data.lists." + near : "give it in the data (--data FILE, or data of the PUT)");
    }

    /** Returns the documents of a bundle that {@link #kept} reads. */
    RegoObject toKeep() {
        RegoObject sallyport = RegoObject.growing()
                .put("annotations", annotations)
                .put(
                        "lists",
                        RegoArray.of(lists.stream().map(RegoNotes::written).toList()))
                .put(
                        "loops",
                        RegoArray.of(loops.stream().map(RegoNotes::written).toList()))
                .put(
                        "rates",
                        RegoArray.of(rates.stream().map(RegoNotes::written).toList()))
                .put(
                        "warnings",
                        RegoArray.of(warnings.stream().map(RegoNotes::written).toList()))
                .sealed();
        return RegoObject.growing().put("sallyport", sallyport).sealed();
    }

    static RegoNotes kept(RegoObject data) {
        RegoObject sallyport = object(data.get("sallyport"));
        return new RegoNotes(
                object(sallyport.get("annotations")),
                each(sallyport.get("warnings")).stream().map(RegoNotes::warning).toList(),
                each(sallyport.get("lists")).stream().map(RegoNotes::list).toList(),
                each(sallyport.get("loops")).stream().map(RegoNotes::loop).toList(),
                each(sallyport.get("rates")).stream().map(RegoNotes::rate).toList());
    }

    private static RegoObject written(DataReference list) {
        return place(list.file(), list.row(), list.column())
                .put("name", RegoString.of(list.path().get(1)))
                .sealed();
    }

    private static RegoObject written(LongLoop loop) {
        Position at = loop.position();
        return place(at.file(), at.row(), at.column())
                .put(
                        "list",
                        RegoArray.of(loop.list().stream().map(RegoString::of).toList()))
                .put("steps", RegoNumber.of(loop.steps()))
                .sealed();
    }

    private static RegoObject written(RateReference rate) {
        Position at = rate.position();
        return place(at.file(), at.row(), at.column())
                .put("name", RegoString.of(rate.name()))
                .sealed();
    }

    private static RateReference rate(RegoObject written) {
        return new RateReference(text(written, "name"), position(written));
    }

    private static Position position(RegoObject written) {
        return new Position(text(written, "file"), number(written, "row"), number(written, "column"));
    }

    private static LongLoop loop(RegoObject written) {
        List<String> list = elements(written.get("list"), name -> ((RegoString) name).text());
        return new LongLoop(list, number(written, "steps"), position(written));
    }

    private static RegoObject written(Diagnostic warning) {
        EntryObject written = place(warning.file(), warning.line(), warning.column())
                .put("code", RegoString.of(warning.code()))
                .put("message", RegoString.of(warning.message()));
        String help = warning.help();
        return (help == null ? written : written.put("help", RegoString.of(help))).sealed();
    }

    private static EntryObject place(String file, int row, int column) {
        return RegoObject.growing()
                .put("file", RegoString.of(file))
                .put("row", RegoNumber.of(row))
                .put("column", RegoNumber.of(column));
    }

    private static DataReference list(RegoObject written) {
        return new DataReference(
                List.of("lists", text(written, "name")),
                text(written, "file"),
                number(written, "row"),
                number(written, "column"));
    }

    private static Diagnostic warning(RegoObject written) {
        return Diagnostic.warning(
                text(written, "file"),
                number(written, "row"),
                number(written, "column"),
                DiagnosticCode.valueOf(text(written, "code")),
                text(written, "message"),
                written.get("help") instanceof RegoString help ? help.text() : null);
    }

    private static RegoObject object(@Nullable RegoValue value) {
        return value instanceof RegoObject object ? object : EntryObject.EMPTY;
    }

    private static List<RegoObject> each(@Nullable RegoValue value) {
        return elements(value, RegoNotes::object);
    }

    private static <T> List<T> elements(@Nullable RegoValue value, Function<RegoValue, T> read) {
        return value instanceof RegoArray array
                ? array.list().stream().map(read).toList()
                : List.of();
    }

    private static String text(RegoObject written, String name) {
        return written.get(name) instanceof RegoString text ? text.text() : "";
    }

    private static int number(RegoObject written, String name) {
        return written.get(name) instanceof RegoNumber number ? (int) number.longValue() : 0;
    }
}
