import gg.jte.CodeResolver;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.resolve.DirectoryCodeResolver;
import java.nio.file.Path;

/**
 * Writes the Java sources of the console's templates.
 *
 * <p>{@code java -cp CLASS_PATH Templates.java TEMPLATES SOURCES}
 */
final class Templates {
    private Templates() {}

    public static void main(String[] args) {
        CodeResolver templates = new DirectoryCodeResolver(Path.of(args[0]));
        TemplateEngine engine = TemplateEngine.create(
                templates, Path.of(args[1]), ContentType.Html, null, "io.sallyport.console.template");
        engine.setTrimControlStructures(true);
        engine.cleanAll();
        engine.generateAll();
    }
}
