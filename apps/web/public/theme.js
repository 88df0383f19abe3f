// Sets the theme class before the first paint, so that a dark page never flashes white. It is a plain file
// because the content security policy allows no inline script. The store in src/platform/theme stays
// authoritative afterwards and reads the same key with the same words.
(function () {
  var mode = null;
  try {
    mode = localStorage.getItem("theme");
  } catch {
    // Storage may be forbidden; the system setting decides then.
  }
  var dark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
})();
