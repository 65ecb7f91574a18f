package io.sallyport.console;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.sallyport.console.page.PageFrame;
import io.sallyport.model.answer.OwnReply;
import java.util.Map;

/**
 * Makes pages of the templates in {@code console/src/main/jte}, which are compiled with this module. Each value is
 * escaped for the place where it stands. Safe for concurrent use.
 */
final class PageTemplates {
    private static final TemplateEngine ENGINE =
            TemplateEngine.createPrecompiled(null, ContentType.Html, null, "io.sallyport.console.template");

    private PageTemplates() {}

    /**
     * Makes a page.
     *
     * @param name of the template, without its suffix
     * @param page what it shows
     */
    static OwnReply.Whole page(int status, String name, PageFrame frame, Object page) {
        var out = new StringOutput(16_384);
        ENGINE.render(name + ".jte", Map.of("frame", frame, "page", page), out);
        return Guarded.of(OwnReply.text(status, "text/html; charset=utf-8", out.toString()));
    }
}
