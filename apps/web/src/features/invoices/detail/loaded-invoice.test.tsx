// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { invoiceWith } from "../../../entities/invoice/testing/invoice.ts";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import { LoadedInvoice } from "./loaded-invoice.tsx";

// The head links to the practice.
vi.mock("@tanstack/react-router", async (load) => ({
  ...(await load<typeof import("@tanstack/react-router")>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));

beforeAll(() => ensureMessages("common", "invoices", "invoice-labels", "invoice-changes"));
afterEach(resetTestPage);

const ignore = () => undefined;

it.each([
  ["a partly paid invoice", {}, ["noch 100,00 € offen"]],
  ["a partly paid invoice that is overdue", { status: "overdue" }, ["noch 100,00 € offen"]],
  ["an invoice without payments", { openCents: 17_031, payments: [] }, []],
  ["a paid invoice", { status: "paid", openCents: 0 }, []],
  ["a credited invoice", { status: "credited" }, []],
] as const)("the head of %s shows an open part only if there is one", (_title, changes, expected) => {
  const invoice = invoiceWith(changes as Parameters<typeof invoiceWith>[0]);
  show(
    <LoadedInvoice
      invoice={invoice}
      renderPaymentAction={() => null}
      onDiscarded={ignore}
      onCredited={ignore}
    />,
    [],
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Rechnung RE-2026-000001");
  expect(screen.getByText("170,31 € brutto")).toBeDefined();
  expect(
    screen.queryAllByText(/^noch /).map(({ textContent }) => textContent.replaceAll(/\s/gu, " ")),
  ).toEqual(expected);
});
