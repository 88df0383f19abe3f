import type { createDownloadTicket } from "@praxisportal/contract/auth/auth.endpoints";
import { call, type CallOptions } from "./call.ts";
import { type CallTarget, type EndpointOf, route } from "./route.ts";
import { urlOf } from "./url.ts";

const ticketRoute = route<typeof createDownloadTicket>()(
  "auth.createDownloadTicket",
  "POST",
  "/api/v1/auth/download-ticket",
);

type DownloadOptions<T extends CallTarget> = Pick<CallOptions<EndpointOf<T>>, "params" | "query" | "headers">;

/**
 * Starts the download of a file, named by the server. The browser saves the file while receiving it, so the file is
 * never in the memory of the page. Resolves once the download has started.
 * @throws ApiError like the call itself, for example for a missing right.
 */
export async function downloadFile<T extends CallTarget>(
  target: T,
  options: DownloadOptions<T>,
): Promise<void> {
  const { params, query, headers } = options as Readonly<
    Record<"params" | "query", Record<string, unknown>>
  > &
    Pick<CallOptions<typeof createDownloadTicket>, "headers">;
  const path = urlOf(target, params, query);
  const { ticket } = await call(ticketRoute, { body: { path }, ...(headers && { headers }) });
  const href = `${path}${path.includes("?") ? "&" : "?"}ticket=${ticket}`;
  // With `download`, an unexpected error fails the download instead of replacing the page.
  Object.assign(document.createElement("a"), { href, download: "" }).click();
}
