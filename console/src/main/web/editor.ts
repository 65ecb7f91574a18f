import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const WORDS = new Set(["package", "import", "default", "not", "if", "in", "contains", "every", "some", "with", "as", "else"]);
const VALUES = new Set(["true", "false", "null"]);

/** Enough of Rego to colour it: comments, strings, numbers and keywords. */
const rego = StreamLanguage.define({
  token(stream) {
    if (stream.match(/^#.*/)) {
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^`[^`]*`?/)) {
      return "string";
    }
    if (stream.match(/^[0-9]+(?:\.[0-9]+)?/)) {
      return "number";
    }
    const word = stream.match(/^[A-Za-z_][A-Za-z0-9_]*/) as RegExpMatchArray | null;
    if (word) {
      return WORDS.has(word[0]) ? "keyword" : VALUES.has(word[0]) ? "atom" : "variableName";
    }
    stream.next();
    return null;
  },
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)" },
  { tag: [tags.string], color: "var(--ok)" },
  { tag: [tags.number, tags.atom], color: "var(--warn)" },
  { tag: tags.comment, color: "var(--dim)", fontStyle: "italic" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "var(--field)", color: "var(--text)", fontSize: "13px", maxHeight: "60vh" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", overflow: "auto", minHeight: "12em" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--dim)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--accent)" },
});

/** Puts an editor in place of a text area. Its styles live in a shadow root, as sheets that the page's policy permits. */
function edit(area: HTMLTextAreaElement): void {
  const host = document.createElement("div");
  host.className = "code";
  area.after(host);
  const root = host.attachShadow({ mode: "open" });
  const name = area.labels?.[0]?.textContent ?? area.name;
  new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: area.value,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        highlightActiveLine(),
        indentUnit.of("    "),
        rego,
        syntaxHighlighting(colors),
        look,
        keymap.of([...defaultKeymap, ...historyKeymap, ...(area.readOnly ? [] : [indentWithTab])]),
        EditorState.readOnly.of(area.readOnly),
        EditorView.contentAttributes.of({ "aria-label": `${name} (Escape, then Tab leaves the editor)` }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            area.value = update.state.doc.toString();
          }
        }),
      ],
    }),
  });
  area.hidden = true;
}

for (const area of document.querySelectorAll<HTMLTextAreaElement>("textarea[data-editor]")) {
  edit(area);
}
