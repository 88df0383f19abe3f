import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Preload lists from the build by route. Each has the scripts and styles of the page, and its texts by language. The
 * row "*" is for all other paths.
 */
export type PagePreloads = Record<
  string,
  { scripts: string[]; styles: string[]; texts: Record<string, string[]> }
>;

const compressions = { br: brotliCompressSync, gzip: gzipSync } as const;
type Encoding = keyof typeof compressions;

/** A page and its compressed forms. Each is made on first use, because making all of them would delay the start. */
class Variant {
  readonly plain: Buffer;
  readonly #compressed = new Map<Encoding, Buffer>();

  constructor(html: string) {
    this.plain = Buffer.from(html);
  }

  compressed(encoding: Encoding): Buffer {
    const compressed = this.#compressed.get(encoding) ?? compressions[encoding](this.plain);
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}

function attribute(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** Returns the pattern of the paths that a route such as "/users/$userId" matches. */
function patternOf(route: string): RegExp {
  const parts = route
    .split("/")
    .map((part) => (part.startsWith("$") ? "[^/]+" : part.replaceAll(/[^\w-]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join("/")}/?$`);
}

/**
 * Serves one document for every route, with preload hints for the files of that route. Without them the browser would
 * discover the files one after another. Each variant is generated and compressed once.
 */
export class PageVariants {
  readonly #other: Variant;
  readonly #routes: { matches: RegExp; variant: Variant }[];

  /** @param config Values that the page needs before its first request. They must not include secrets. */
  constructor(html: string, config: object, preloads: PagePreloads) {
    const withConfig = html.replace(
      "</head>",
      `<meta name="portal-config" content="${attribute(config)}" /></head>`,
    );
    const { "*": other, ...ofRoutes } = preloads;
    this.#other = new Variant(other === undefined ? withConfig : withHints(withConfig, other));
    // Static paths come first, so that "/setup" takes precedence over "/setup/$token" in any order of the input.
    const routes = Object.entries(ofRoutes).toSorted(
      ([left], [right]) => Number(left.includes("$")) - Number(right.includes("$")),
    );
    this.#routes = routes.map(([route, parts]) => ({
      matches: patternOf(route),
      variant: new Variant(withHints(withConfig, parts)),
    }));
  }

  /** Sends the page for a path in the smallest encoding that the browser accepts. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = request.url.split("?", 1)[0] ?? "/";
    const home = path === "/" ? "/dashboard" : path;
    const variant = this.#routes.find(({ matches }) => matches.test(home))?.variant ?? this.#other;
    reply
      .header("cache-control", "no-cache")
      .header("vary", "accept-encoding")
      .type("text/html; charset=utf-8");
    const acceptedEncodings = request.headers["accept-encoding"] ?? "";
    const encoding = (["br", "gzip"] as const).find((candidate) =>
      new RegExp(`\\b${candidate}\\b(?!;q=0)`).test(acceptedEncodings),
    );
    if (encoding === undefined) return reply.send(variant.plain);
    return reply.header("content-encoding", encoding).send(variant.compressed(encoding));
  }
}

/**
 * Adds preload hints to the page. The theme script adds those for texts, because it runs first and knows the language.
 */
function withHints(html: string, { scripts, styles, texts }: PagePreloads[string]): string {
  const links = [
    ...styles.map((file) => ["stylesheet", file] as const),
    ...scripts.map((file) => ["modulepreload", file] as const),
  ];
  const hints = links
    .filter(([, file]) => !html.includes(`"${file}"`))
    .map(([rel, file]) => `<link rel="${rel}" crossorigin href="${attribute(file)}">`);
  return html
    .replace('<script src="/theme.js">', `<script src="/theme.js" data-texts="${attribute(texts)}">`)
    .replace("</head>", `${hints.join("")}</head>`);
}
