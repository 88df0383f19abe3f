// This script runs before the page. It sets the theme class before the first paint, so that a dark page never flashes
// white. It starts downloading the page's texts in the chosen language, whose URLs the server adds to this script. It
// replaces a page that cannot start with an error page. It is a separate file, because the content security policy
// allows no inline scripts. It uses only features of every browser, so that it can also report that a browser is too
// old. The stores in src/platform/theme and src/platform/i18n are authoritative and read the same keys and values.
(function () {
  var mode = null;
  var language = null;
  try {
    mode = localStorage.getItem("theme");
    language = localStorage.getItem("locale");
  } catch (_error) {
    // If storage is blocked, the system setting and German apply. Old browsers require the name in `catch`.
  }
  var dark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);

  // Copies of the frame texts failedTitle, failedText and reload, because those texts may have failed to download.
  var failureTexts = {
    de: [
      "Die Seite konnte nicht geladen werden",
      "Ihre Daten sind davon nicht betroffen. Bitte prüfen Sie die Verbindung und laden Sie die Seite neu.",
      "Neu laden",
    ],
    en: [
      "The page could not be loaded",
      "Your data is not affected. Please check the connection and reload the page.",
      "Reload",
    ],
    fr: [
      "La page n’a pas pu être chargée",
      "Vos données ne sont pas touchées. Veuillez vérifier la connexion et recharger la page.",
      "Recharger",
    ],
    it: [
      "Impossibile caricare la pagina",
      "I suoi dati non sono interessati. Verifichi la connessione e ricarichi la pagina.",
      "Ricarica",
    ],
  };
  var unsupportedTexts = {
    de: [
      "Browser nicht unterstützt",
      "Bitte öffnen Sie das Portal in einer aktuellen Version von Chrome, Edge, Firefox oder Safari.",
    ],
    en: [
      "Browser not supported",
      "Please open the portal in a current version of Chrome, Edge, Firefox or Safari.",
    ],
    fr: [
      "Navigateur non pris en charge",
      "Veuillez ouvrir le portail dans une version actuelle de Chrome, Edge, Firefox ou Safari.",
    ],
    it: [
      "Browser non supportato",
      "Apra il portale in una versione attuale di Chrome, Edge, Firefox o Safari.",
    ],
  };
  if (language === null || !Object.prototype.hasOwnProperty.call(failureTexts, language)) language = "de";

  // The style sheet may have failed to download, so the page has its own styles, with the colors of tokens.css. The
  // content security policy allows styles that a script sets.
  function element(name, style, content) {
    var created = document.createElement(name);
    created.style.cssText = style;
    content.forEach(function (child) {
      created.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
    });
    return created;
  }

  // The message is shown only while there is no page. React replaces it if the start succeeds after all.
  function showFailure() {
    show(failureTexts[language]);
  }

  function show(texts) {
    var root = document.getElementById("root");
    if (!root || root.childElementCount > 0) return;
    var colors = dark
      ? { canvas: "#0f1617", text: "#e8efee", soft: "#b7c5c4", accent: "#3db8a6", ink: "#04211d" }
      : { canvas: "#f6f8f8", text: "#14201f", soft: "#415150", accent: "#0b7468", ink: "#ffffff" };
    var parts = [
      element("h1", "margin:0;font-size:28px;line-height:36px;font-weight:600;color:" + colors.text, [
        texts[0],
      ]),
      element("p", "margin:8px 0 0;color:" + colors.soft, [texts[1]]),
    ];
    if (texts[2] !== undefined) {
      var reload = element(
        "button",
        "margin-top:24px;min-height:44px;padding:0 16px;border:1px solid transparent;border-radius:8px;font:inherit;" +
          "background:" +
          colors.accent +
          ";color:" +
          colors.ink,
        [texts[2]],
      );
      reload.type = "button";
      reload.addEventListener("click", function () {
        location.reload();
      });
      parts.push(reload);
    }
    var box = element("div", "width:100%;max-width:384px", parts);
    document.documentElement.lang = language;
    document.body.style.margin = "0";
    var page =
      "display:grid;box-sizing:border-box;min-height:100vh;place-items:center;padding:24px;" +
      "font:16px/24px system-ui,'Segoe UI',sans-serif;background:" +
      colors.canvas;
    root.appendChild(element("main", page, [box]));
  }

  // These are the newest browser features that the portal uses. `main.tsx` does not start without them.
  if (typeof Map !== "function" || !Map.groupBy || typeof Promise !== "function" || !Promise.withResolvers) {
    document.documentElement.setAttribute("data-unsupported", "");
    document.addEventListener("DOMContentLoaded", function () {
      show(unsupportedTexts[language]);
    });
    return;
  }

  // A script could not be downloaded, or an error left the page empty. Failed styles and preloads only affect
  // appearance and speed. React reports an error after it has emptied the page.
  addEventListener(
    "error",
    function (event) {
      if (event instanceof ErrorEvent || event.target instanceof HTMLScriptElement) showFailure();
    },
    true,
  );

  var script = document.currentScript;
  var preloads = JSON.parse((script && script.dataset.texts) || "{}");
  (preloads[language] || []).forEach(function (href) {
    var link = document.createElement("link");
    link.rel = "preload";
    link.setAttribute("as", "fetch");
    link.crossOrigin = "anonymous";
    link.href = href;
    document.head.append(link);
  });
})();
