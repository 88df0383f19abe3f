import { createHash } from "node:crypto";
import type { Language } from "@praxisportal/contract/languages";
import type { FastifyReply } from "fastify";

const style = `:root { color-scheme: light dark; --canvas: #f7f8f8; --surface: #fff; --line: #d9dede; --text: #1c2525;
  --text-2: #51605f; --accent: #0b6e66; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --canvas: #111717; --surface: #1a2121; --line: #344040; --text: #e6ecec;
  --text-2: #a4b3b2; --accent: #5fd0c4; --on-accent: #0c1413; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; min-height: 100vh; display: grid; place-items: center; background: var(--canvas);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(100%, 480px); padding: 32px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 12px; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 30px; }
p { margin: 0; color: var(--text-2); }
button { margin-top: 24px; min-height: 44px; padding: 0 20px; border: 0; border-radius: 8px; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }`;

/** Allows only this style sheet and a form to the portal. */
const policy =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Content of a page without scripts. It has only fixed texts and no values from a request. */
export type PageContent = {
  language: Language;
  title: string;
  text: string;
  /** Form with a button that submits the field to the address of the page. */
  form?: { name: string; value: string; button: string };
};

/** Response of an endpoint that returns a page. */
export class HtmlPage {
  readonly #content: PageContent;

  constructor(content: PageContent) {
    this.#content = content;
  }

  toString(): string {
    const { language, title, text, form } = this.#content;
    const formHtml =
      form === undefined
        ? ""
        : `<form method="post"><input type="hidden" name="${form.name}" value="${form.value}"><button>${form.button}</button></form>`;
    return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title} – Praxisportal</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p>${formHtml}</main></body></html>
`;
  }
}

/**
 * Sends a page. Its form sends the origin of the portal, without which the call would be rejected as cross-site. The
 * address contains a token, so it is not sent to other sites.
 */
export function sendPage(reply: FastifyReply, page: HtmlPage) {
  return reply
    .headers({ "content-security-policy": policy, "referrer-policy": "same-origin" })
    .type("text/html; charset=utf-8")
    .send(page.toString());
}
