/** The palette: pages, and what is typed as a sandbox or an audit id. */

interface Place {
  name: string;
  address: string;
}

/** The form of audit ids: the time and a count, in 13 digits of 32; the first is 0 or 1 for some decades. */
const AUDIT_ID = /^[01][0-9a-hjkmnp-tv-z]{12}$/;

const dialog = document.querySelector<HTMLDialogElement>("#palette");
const text = document.querySelector<HTMLInputElement>("#palette-text");
const list = document.querySelector<HTMLUListElement>("#palette-list");
let chosen = 0;

function places(typed: string): Place[] {
  const pages = [...document.querySelectorAll<HTMLAnchorElement>("header nav a")].map((link) => ({
    name: link.textContent ?? "",
    address: link.pathname,
  }));
  const linked = [...document.querySelectorAll<HTMLAnchorElement>("td.sandbox a")].map((link) => ({
    name: `Sandbox ${link.textContent}`,
    address: link.pathname,
  }));
  const known = [...new Map([...pages, ...linked].map((place) => [place.address, place])).values()];
  const found = known.filter((place) => place.name.toLowerCase().includes(typed.toLowerCase())).slice(0, 8);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(typed)) {
    return found;
  }
  const sandbox = { name: `Sandbox ${typed}`, address: `/console/sandboxes/${typed}` };
  const record = { name: `Record ${typed}`, address: `/console/audit/${typed}` };
  return AUDIT_ID.test(typed) ? [record, ...found, sandbox] : [...found, sandbox, record];
}

function show(): void {
  if (!list || !text) {
    return;
  }
  const found = places(text.value.trim());
  chosen = Math.min(chosen, Math.max(0, found.length - 1));
  list.replaceChildren(
    ...found.map((place, index) => {
      const item = document.createElement("li");
      item.id = `palette-${index}`;
      item.role = "option";
      item.ariaSelected = String(index === chosen);
      item.dataset.address = place.address;
      item.textContent = place.name;
      item.addEventListener("click", () => location.assign(place.address));
      return item;
    }),
  );
  text.setAttribute("aria-activedescendant", found.length > 0 ? `palette-${chosen}` : "");
}

export function openPalette(): void {
  if (dialog && text && !dialog.open) {
    text.value = "";
    chosen = 0;
    show();
    dialog.showModal();
    text.focus();
  }
}

export function listenInPalette(): void {
  document.querySelector("#palette-open")?.addEventListener("click", openPalette);
  text?.addEventListener("input", () => {
    chosen = 0;
    show();
  });
  text?.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      chosen = Math.max(0, chosen + (event.key === "ArrowDown" ? 1 : -1));
      show();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const address = list?.children[chosen] instanceof HTMLElement ? (list.children[chosen] as HTMLElement).dataset.address : "";
      if (address) {
        location.assign(address);
      }
    }
  });
}
