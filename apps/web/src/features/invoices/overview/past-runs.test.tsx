// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages, setTimeZone } from "../../../platform/i18n/store.ts";
import { type InvoiceRun, invoiceRunsQuery } from "../invoices.api.ts";
import { PastRuns } from "./past-runs.tsx";

setTimeZone("Europe/Berlin");

beforeAll(() => ensureMessages("common", "invoices"));
afterEach(cleanup);

const run = (n: number, more: Partial<InvoiceRun> = {}): InvoiceRun => {
  const id = `0197a000-0000-7000-8000-00000000000${n}`;
  return {
    _id: id,
    id,
    month: `2026-0${n}`,
    state: "finished",
    startedAt: `2026-0${n}-01T06:00:00.000Z`,
    finishedAt: `2026-0${n}-01T06:05:00.000Z`,
    total: 20,
    done: 20,
    created: n,
    ...more,
  };
};

describe("the past runs", () => {
  it("see R0-182 show the newest run with the data of the summary, without refetching the list", () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    const cachedRuns = [run(9, { state: "running", finishedAt: null, created: 3 }), run(8)];
    client.setQueryData(invoiceRunsQuery(run(9)).queryKey, cachedRuns);
    render(
      <QueryClientProvider client={client}>
        <I18nProvider>
          <PastRuns latest={run(9)} />
        </I18nProvider>
      </QueryClientProvider>,
    );
    const rows = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain("September 2026");
    expect(rows[0]).toContain("20 Praxen, 9 Entwürfe");
    expect(rows[0]).toContain("Fertig");
    expect(rows[1]).toContain("August 2026");
  });
});
