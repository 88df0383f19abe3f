import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import {
  type MockResponder,
  fetchDouble,
  json,
  type SentCall,
} from "../../../platform/api-client/testing/fetch-double.ts";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { setTimeZone } from "../../../platform/i18n/store.ts";
import { notificationStore } from "../../../platform/notifications/notifications.store.ts";
import type { AiModel, AiProvider } from "../ai.api.ts";

setTimeZone("Europe/Berlin");

export const organizationId = "0197a000-0000-7000-8000-000000000001";

/** A provider that meets the strictest requirements. */
export const provider: AiProvider = {
  key: "nord",
  name: "Anbieter Nord",
  wire: "openai",
  isDemo: false,
  enabled: true,
  stopped: null,
  host: "api.nord.example",
  region: "de",
  establishment: "de",
  c5: { type: "type2", validUntil: "2099-12-31" },
  retentionDays: 0,
  trainsOnData: false,
  credentials: { set: true, needed: true, lastFour: "7f3a" },
  organization: null,
  platform: { baseUrl: "https://api.nord.example/v1", version: 3, updatedAt: "2026-11-20T08:00:00Z" },
};

export const model: AiModel = {
  model: "nord-1",
  kind: "chat",
  maxOutputTokens: 4096,
  enabled: true,
  prices: [
    {
      currency: "EUR",
      validFrom: "2026-10-01T00:00:00Z",
      inputMicro: 2_500_000,
      outputMicro: 10_000_000,
      cachedMicro: 1_250_000,
      reasoningMicro: 10_000_000,
      audioHourMicro: 0,
      upliftBasisPoints: 1_000,
    },
  ],
  organization: null,
};

/** Returns a problem response with field errors. */
export function refusal(code: string, status: number, ...paths: string[]): Response {
  const errors = paths.map((path) => ({ path, code: "url", message: `Text zu ${path}` }));
  const base = { type: "about:blank", title: "T", detail: "", instance: "/x", requestId: "r-1" };
  return new Response(JSON.stringify({ ...base, status, code, message: "Text des Servers", errors }), {
    status,
    headers: { "Content-Type": "application/problem+json" },
  });
}

export interface AiTestServer {
  readonly calls: SentCall[];
  /** Bodies and versions of the change requests in order. */
  readonly sent: () => { body: unknown; ifMatch: string | null }[];
  readonly onClose: ReturnType<typeof vi.fn<() => void>>;
}

/**
 * Renders a component with a fetch double. `responses` maps path suffixes to GET bodies. `changes` are consumed in
 * order.
 */
export function showAi(
  part: (onClose: () => void) => ReactNode,
  changes: readonly MockResponder[],
  responses: Readonly<Record<string, unknown>> = {},
): AiTestServer {
  const remaining = [...changes];
  const calls = fetchDouble((call, index) => {
    const path = call.url.replace(/\?.*$/, "");
    if (call.method !== "GET") return remaining.shift()?.(call, index) ?? json({}, 500);
    const [, body] = Object.entries(responses).find(([end]) => path.endsWith(end)) ?? [];
    return body === undefined ? json({}, 500) : json(body);
  });
  const onClose = vi.fn<() => void>();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <I18nProvider>{part(onClose)}</I18nProvider>
    </QueryClientProvider>,
  );
  const sent = () =>
    calls
      .filter(({ method }) => method !== "GET")
      .map(({ body, headers }) => ({ body, ifMatch: headers.get("If-Match") }));
  return { calls, sent, onClose };
}

/** Returns the messages of the notifications since the last reset. */
export function notificationMessages(): string[] {
  return notificationStore.getState().items.map(({ message }) => message);
}

export function resetAi(): void {
  cleanup();
  notificationStore.setState({ items: [], toasts: [] });
  vi.unstubAllGlobals();
}

export function type(label: string | RegExp, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

export function clickButton(name: string): void {
  fireEvent.click(screen.getByRole("button", { name }));
}
