// Runs before anything is painted, so that a page does not flash in the other theme.
const chosen = localStorage.getItem("theme");
if (chosen === "light" || chosen === "dark") {
  document.documentElement.dataset.theme = chosen;
}
