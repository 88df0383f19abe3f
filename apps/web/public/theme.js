// What must be known before the page itself runs. Sets the theme class before the first paint, so that a dark page
// never flashes white, and begins the download of the page's texts in the chosen language, whose addresses the server
// wrote beside this script. It is a plain file because the content security policy allows no inline script. The
// stores in src/platform/theme and src/platform/i18n stay authoritative; they read the same keys with the same words.
(function () {
  var mode = null;
  var language = null;
  try {
    mode = localStorage.getItem("theme");
    language = localStorage.getItem("locale");
  } catch {
    // Storage may be forbidden; the system setting and German decide then.
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
