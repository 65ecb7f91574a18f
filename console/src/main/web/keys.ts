/** Rows by keyboard: j and k move, Enter opens, / goes to the first filter. */

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-rows] tbody tr[data-href]:not([hidden]), [data-ask]")];
}

function move(by: number): void {
  const all = rows();
  if (all.length === 0) {
    return;
  }
  const at = all.findIndex((row) => row === document.activeElement?.closest("tr, [data-ask]"));
  const next = all[Math.min(all.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

export function listenForKeys(openPalette: () => void): void {
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      openPalette();
      return;
    }
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) {
      return;
    }
    switch (event.key) {
      case "j":
        move(1);
        break;
      case "k":
        move(-1);
        break;
      case "/": {
        const first = document.querySelector<HTMLElement>("[data-first]");
        if (first) {
          event.preventDefault();
          first.focus();
        }
        break;
      }
      case "Enter": {
        const row = document.activeElement;
        if (row instanceof HTMLElement && row.matches("tr[data-href]")) {
          location.assign(row.dataset.href ?? "");
        }
        break;
      }
    }
  });
}
