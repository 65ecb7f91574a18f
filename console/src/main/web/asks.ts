import { showTimes } from "./numbers";

const list = document.querySelector<HTMLElement>("#asks");
let renewing = false;
let again = false;

function say(text: string): void {
  const state = document.querySelector("#asks-watch");
  if (state) {
    state.textContent = text;
  }
}

function cards(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-ask]")];
}

/** Takes over which requests wait; the card that somebody types in stays as it is. */
function take(next: HTMLElement[]): void {
  const wanted = new Map(next.map((card) => [card.dataset.ask, card]));
  for (const card of cards(document)) {
    if (!wanted.delete(card.dataset.ask)) {
      card.remove();
    }
  }
  list?.append(...wanted.values());
  const count = cards(document).length;
  const state = document.querySelector("#asks-state");
  const none = document.querySelector<HTMLElement>("#asks-none");
  if (state && none) {
    state.textContent = `${count} waiting`;
    none.hidden = count > 0;
  }
  showTimes(document);
}

/** Asks for the list as the server makes it, so that a card has one form. */
async function renew(): Promise<void> {
  if (renewing) {
    again = true;
    return;
  }
  renewing = true;
  try {
    const answer = await fetch("/console/asks/list");
    if (answer.redirected) {
      location.assign("/console/login");
    } else if (answer.ok) {
      take(cards(new DOMParser().parseFromString(await answer.text(), "text/html")));
    }
  } finally {
    renewing = false;
    if (again) {
      again = false;
      void renew();
    }
  }
}

/** Sends a form and stays on the page: while it loads again nobody would watch, and requests be refused at once. */
async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const fields = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]));
  const answer = await fetch(form.action, {
    method: "POST",
    body: fields.toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  if (answer.redirected) {
    location.assign("/console/login");
    return;
  }
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const outcome = next.querySelector("#asks-outcome");
  if (outcome) {
    document.querySelector("#asks-outcome")?.replaceChildren(...outcome.children);
    take(cards(next));
    (cards(document)[0] ?? document.querySelector<HTMLElement>("#main"))?.focus();
  } else {
    document.querySelector("main")?.replaceChildren(...(next.querySelector("main")?.children ?? []));
  }
}

function follow(address: string): void {
  const events = new EventSource(address);
  events.onerror = () => say(events.readyState === EventSource.CLOSED ? "not connected: load the page again" : "connecting again");
  events.addEventListener("watching", () => say("watching"));
  for (const kind of ["watching", "opened", "ended", "dropped"]) {
    events.addEventListener(kind, () => void renew());
  }
  events.addEventListener("logged-out", () => {
    events.close();
    location.assign("/console/login");
  });
}

/** `a` and `d` go to the buttons of a card and press nothing: that takes Enter. */
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLElement && /^(INPUT|SELECT)$/.test(event.target.tagName);
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) {
    return;
  }
  if (event.key === "a" || event.key === "d") {
    const card = document.activeElement?.closest("[data-ask]") ?? cards(document)[0];
    card?.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key}"]`)?.focus();
  }
});

list?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) {
    void send(event.target, event.submitter);
  }
});

setInterval(() => showTimes(document), 1_000);
if (list?.dataset.events) {
  follow(list.dataset.events);
} else {
  setInterval(() => void renew(), 5_000);
}
