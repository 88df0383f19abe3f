import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { fetchDouble, json, type SentCall } from "../platform/api-client/testing/fetch-double.ts";
import { I18nProvider } from "../platform/i18n/i18n-provider.tsx";
import { setTimeZone } from "../platform/i18n/store.ts";
import { notificationStore } from "../platform/notifications/notifications.store.ts";

setTimeZone("Europe/Berlin");

/** Returns a problem response with additional members. */
export function problem(code: string, status: number, members: object = {}): Response {
  const defaults = { type: "about:blank", title: "T", detail: "", instance: "/x", requestId: "r-1" };
  const body = { ...defaults, status, code, message: `Text zu ${code}`, ...members };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/problem+json" },
  });
}

/**
 * Renders a component with a fetch double. `reads` maps the ends of paths to the body or response of a GET, or to a
 * function of the URL that returns one. `changes` are the responses to changes, in order. An error in it simulates a
 * lost connection. Returns a function that returns the sent changes.
 */
export function show(
  part: ReactNode,
  changes: readonly (Response | Error)[],
  reads: Readonly<Record<string, unknown>> = {},
): () => SentCall[] {
  const remaining = [...changes];
  const calls = fetchDouble(({ method, url }) => {
    if (method !== "GET") {
      const next = remaining.shift() ?? json({}, 500);
      if (next instanceof Error) throw next;
      return next;
    }
    const path = url.replace(/\?.*$/, "");
    const [, body] = Object.entries(reads).find(([end]) => path.endsWith(end)) ?? [];
    const content: unknown = typeof body === "function" ? (body as (url: string) => unknown)(url) : body;
    if (content instanceof Response) return content.clone();
    return content === undefined ? json({}, 500) : json(content);
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <I18nProvider>{part}</I18nProvider>
    </QueryClientProvider>,
  );
  return () => calls.filter(({ method }) => method !== "GET");
}

/** Returns the messages of the notifications since the last reset. */
export function notificationMessages(): string[] {
  return notificationStore.getState().items.map(({ message }) => message);
}

export function resetTestPage(): void {
  cleanup();
  notificationStore.setState({ items: [], toasts: [] });
  vi.unstubAllGlobals();
}
