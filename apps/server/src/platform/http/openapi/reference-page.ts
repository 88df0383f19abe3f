import type { JsonSchema } from "@praxisportal/contract/json-schema";
import type { DocumentedEvents } from "./documented-events.ts";
import { withoutReferences } from "./openapi-sharing.ts";
import type { OpenApiDocument, OpenApiOperation } from "./openapi-types.ts";
import { type FieldRow, fieldRows, ruleOf, typeOf } from "./reference-rows.ts";

/**
 * Returns the API reference as one page without scripts, inline styles and external requests. Its styles are in
 * `/api/docs.css`.
 */
export function referencePage(shared: OpenApiDocument, { events, snippets }: DocumentedEvents): string {
  const document = withoutReferences(shared);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const features = document.tags.map(({ name, description }) => ({
    name,
    description,
    calls: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)} – calls</title>
<link rel="stylesheet" href="/api/docs.css">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<header>
<h1>${escapeHtml(document.info.title)} ${escapeHtml(document.info.version)}</h1>
<p>${withCode(document.info.description)}</p>
<p>${operations.length} calls. Machine-readable version: <a href="/api/openapi.json">OpenAPI ${document.openapi}</a>.</p>
</header>
<nav aria-label="Features"><ul>
${features.map(({ name, calls }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a> (${calls.length})</li>`).join("\n")}
<li><a href="#events">events</a> (${events.length})</li>
</ul></nav>
<main>
${features
  .map(
    ({ name, description, calls }) =>
      `<section id="${escapeHtml(name)}">\n<h2>${escapeHtml(name)}</h2>\n<p>${escapeHtml(description)}</p>\n${calls
        .map((call) => article(call.method, call.path, call.operation))
        .join("\n")}\n</section>`,
  )
  .join("\n")}
${eventSection({ events, snippets })}
</main>
</body>
</html>
`;
}

function eventSection({ events, snippets }: DocumentedEvents): string {
  return `<section id="events">
<h2>events</h2>
<p>${withCode(verification)}</p>
${snippets.map(({ language, code }) => `<article aria-label="${escapeHtml(language)}"><h3>${escapeHtml(language)}</h3>${codeBlock(language, code)}</article>`).join("\n")}
${events
  .map(
    ({ type, example }) =>
      `<article aria-label="${escapeHtml(type)}"><details><summary><span class="path">${escapeHtml(type)}</span></summary>${codeBlock(type, JSON.stringify(example, null, 2))}</details></article>`,
  )
  .join("\n")}
</section>`;
}

const verification =
  "The portal sends each event as a POST request to the webhooks that subscribe to its type, signed as Standard Webhooks " +
  "(`webhook-id`, `webhook-timestamp`, `webhook-signature`). The body has ids only; fetch the data through the calls. " +
  "Verify the signature with the secret of the webhook, respond with 2xx within 15 s, and ignore a `webhook-id` that you have " +
  "already processed. Events may arrive more than once and out of order. `sequence` gives the order.";

/** Returns a code block. It scrolls sideways, and can be focused so that it scrolls by keyboard. */
function codeBlock(name: string, code: string): string {
  return `<pre class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(`Code: ${name}`)}"><code>${escapeHtml(code)}</code></pre>`;
}

function article(method: string, path: string, operation: OpenApiOperation): string {
  const audit = operation["x-audit"];
  const attributes: readonly (readonly [string, string])[] = [
    ["Who", `${operation["x-access"].who} (scope ${operation["x-access"].scope})`],
    ["Audit", "action" in audit ? audit.action : `none: ${audit.none}`],
    ...Object.entries(operation.responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]) => [status, response.description] as const),
  ];
  const id = escapeHtml(operation.operationId);
  return `<article aria-labelledby="${id}">
<h3 id="${id}"><span class="method">${method}</span> <span class="path">${escapeHtml(path)}</span></h3>
<p>${escapeHtml(operation.summary)}</p>
${parameterTable(operation)}${bodyTable(operation.operationId, "Body", operation.requestBody?.content["application/json"]?.schema)}${responseSections(operation)}
<dl>
${attributes.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join("\n")}
</dl>
</article>`;
}

function parameterTable({ operationId, parameters }: OpenApiOperation): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(({ name, in: location, required, schema, description }) => ({
    path: `${name} (${location})`,
    type: typeOf(schema),
    isRequired: required,
    rule: [ruleOf(schema), description].filter(Boolean).join("; "),
  }));
  return table(operationId, "Parameters", rows);
}

function responseSections(operation: OpenApiOperation): string {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { content, description }]) => {
      const schema = content?.["application/json"]?.schema;
      return schema === undefined
        ? `<h4>Response ${status}</h4><p>${escapeHtml(description)}</p>`
        : bodyTable(operation.operationId, `Response ${status}`, schema);
    })
    .join("\n");
}

function bodyTable(call: string, title: string, schema: JsonSchema | undefined): string {
  return schema === undefined ? "" : table(call, title, fieldRows(schema));
}

/** Returns a table of fields. Long tables are initially collapsed by `details`, which needs no script. */
function table(call: string, title: string, rows: readonly FieldRow[]): string {
  if (rows.length === 0) return "";
  const lines = rows.map(
    ({ path, type, isRequired, rule }) =>
      `<tr><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(type)}</td><td>${isRequired ? "yes" : ""}</td><td>${escapeHtml(rule)}</td></tr>`,
  );
  return `<details${rows.length <= 8 ? " open" : ""}><summary>${escapeHtml(title)}, ${rows.length === 1 ? "1 field" : `${rows.length} fields`}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(`${call}: ${title}`)}"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Rule</th></tr></thead>
<tbody>
${lines.join("\n")}
</tbody></table></div></details>
`;
}

/** Escapes a text and renders its `names` as code. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
