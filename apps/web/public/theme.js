// Runs before the page itself. Sets the theme class before the first paint, so that a dark page never flashes
// white, and starts downloading the page's texts in the chosen language, whose URLs the server puts on this
// script. It is a separate file because the content security policy allows no inline scripts. The stores in
// src/platform/theme and src/platform/i18n are authoritative; they read the same keys and values.
(function () {
  var mode = null;
  var language = null;
  try {
    mode = localStorage.getItem("theme");
    language = localStorage.getItem("locale");
  } catch {
    // Storage may be blocked; the system setting and German apply then.
  }
  var dark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
  var script = document.currentScript;
  var texts = JSON.parse((script && script.dataset.texts) || "{}");
  (texts[language] || texts.de || []).forEach(function (href) {
    var link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  });
})();
