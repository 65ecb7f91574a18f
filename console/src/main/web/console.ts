import { listenForKeys } from "./keys";
import { showDurations, showTimes } from "./numbers";
import { listenInPalette, openPalette } from "./palette";
import { countWaiting } from "./waiting";

function changeTheme(): void {
  const dark =
    document.documentElement.dataset.theme === "dark" ||
    (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const next = dark ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem("theme", next);
  dispatchEvent(new Event("themechange"));
}

function listenForFinds(): void {
  for (const find of document.querySelectorAll<HTMLInputElement>("[data-find]")) {
    const body = document.getElementById(find.dataset.find ?? "");
    find.addEventListener("input", () => {
      const wanted = find.value.toLowerCase();
      for (const row of body?.querySelectorAll<HTMLElement>("tr") ?? []) {
        row.hidden = !(row.textContent ?? "").toLowerCase().includes(wanted);
      }
    });
  }
}

showTimes(document);
showDurations(document);
setInterval(() => showTimes(document), 5_000);
document.querySelector("#theme")?.addEventListener("click", changeTheme);
listenForFinds();
listenInPalette();
listenForKeys(openPalette);
countWaiting();
