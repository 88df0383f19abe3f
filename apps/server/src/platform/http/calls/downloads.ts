import type { Endpoint } from "@praxisportal/contract/endpoint";
import type { Language } from "@praxisportal/contract/languages";
import type { FastifyRequest } from "fastify";
import { parse } from "node:querystring";
import type { AccessAlternative } from "../../request-context/access.ts";
import type { RequestOrigin } from "../../request-context/request-context.ts";
import { ProblemError } from "../problem.ts";
import type { Admit } from "./handler.ts";

/** Consumed download ticket, with its session and the header values of the request that issued it. */
export type DownloadTicket = {
  sessionId: string;
  organizationId: string | null;
  language: Language;
  fingerprintHash: string | null;
};

export type FileCall = {
  endpoint: Endpoint;
  alternatives: readonly AccessAlternative[];
  admit: Admit | undefined;
};

/** Parsed path of a file. */
export type FileAddress = FileCall & { params: Record<string, string>; query: object };

/** Calls for which a download ticket can be issued. */
export class Downloads {
  readonly #calls: (FileCall & { pattern: RegExp })[] = [];

  /** Adds a call. Ignores all calls except a GET that returns a file. */
  add(call: FileCall): void {
    const { file, method, path } = call.endpoint;
    if (!file || method !== "GET") return;
    const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    this.#calls.push({ ...call, pattern });
  }

  /** Finds the file that a path addresses. Throws 404 if there is none. */
  find(address: string): FileAddress {
    const [path = "", query = ""] = address.split(/\?(.*)/s, 2);
    for (const { pattern, ...call } of this.#calls) {
      const match = pattern.exec(path);
      if (match) return { ...call, params: { ...match.groups }, query: { ...parse(query) } };
    }
    throw new ProblemError("NOT_FOUND");
  }
}

/** URL with a ticket as its last parameter, so that the other part is exactly the path that it was issued for. */
const ticketedUrl = /^(.*)[?&]ticket=([\w-]{43})$/s;

/** Returns ticket and path of a request that opens a file by a link, or undefined for any other. */
export function readDownload(
  endpoint: Endpoint,
  request: FastifyRequest,
): { ticket: string; path: string } | undefined {
  if (!endpoint.file || request.method !== "GET" || request.headers.authorization !== undefined)
    return undefined;
  const [, path, ticket] = ticketedUrl.exec(request.url) ?? [];
  if (path === undefined || ticket === undefined) return undefined;
  // The ticket is not a parameter of the call.
  delete (request.query as Record<string, unknown>)["ticket"];
  return { ticket, path };
}

/** Returns the origin of a download with the values of the page that its ticket stores. */
export function originOf(
  origin: RequestOrigin,
  { language, fingerprintHash }: DownloadTicket,
): RequestOrigin {
  return { ...origin, language, audit: { ...origin.audit, fingerprintHash } };
}
