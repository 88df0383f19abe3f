// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { CrashBoundary } from "../crash-boundary.tsx";
import { DownloadError } from "../router/download-error.ts";
import { InAppLayout } from "../shell/in-app-layout.ts";
import { FailedPage } from "./failed-page.tsx";

beforeEach(() => ensureMessages("common", "frame"));
afterEach(cleanup);

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

describe("FailedPage", () => {
  it("see R2.2-19 distinguishes a failed download from a render error", () => {
    const { rerender } = render(
      <I18nProvider>
        <FailedPage error={new DownloadError(new TypeError("Failed to fetch"))} />
      </I18nProvider>,
    );
    expect(heading()).toBe("Die Seite konnte nicht geladen werden");
    rerender(
      <I18nProvider>
        <FailedPage error={new TypeError("x is undefined")} />
      </I18nProvider>,
    );
    expect(heading()).toBe("Ein unerwarteter Fehler ist aufgetreten");
    expect(document.body.textContent).not.toContain("x is undefined");
    expect(screen.getByRole("button", { name: "Neu laden" })).toBeTruthy();
  });

  it("see R8-27 has its own layout only outside the app layout", () => {
    const { rerender } = render(
      <I18nProvider>
        <FailedPage error={new Error("x")} />
      </I18nProvider>,
    );
    expect(screen.getAllByRole("main")).toHaveLength(1);
    rerender(
      <I18nProvider>
        <InAppLayout value={true}>
          <FailedPage error={new Error("x")} />
        </InAppLayout>
      </I18nProvider>,
    );
    expect(screen.queryByRole("main")).toBeNull();
    expect(screen.getByRole("alert").textContent).toContain("Ein unerwarteter Fehler ist aufgetreten");
  });
});

describe("CrashBoundary", () => {
  it("see R8-27 R8-29 shows a message instead of an empty window, and logs the cause", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const boom = new Error("boom");
    function Broken(): never {
      throw boom;
    }
    render(
      <I18nProvider>
        <CrashBoundary>
          <Broken />
        </CrashBoundary>
      </I18nProvider>,
    );
    expect(heading()).toBe("Ein unerwarteter Fehler ist aufgetreten");
    expect(log.mock.calls.flat()).toContain(boom);
  });
});
