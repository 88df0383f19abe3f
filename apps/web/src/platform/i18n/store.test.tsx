// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { useTranslations } from "use-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

afterEach(cleanup);

async function start() {
  const store = await import("./store.ts");
  const { I18nProvider } = await import("./i18n-provider.tsx");
  return { ...store, I18nProvider };
}

function Word() {
  const t = useTranslations("common");
  return <p>{t("save")}</p>;
}

describe("i18n store", () => {
  it("R9-25 starts in German and uses the stored language", async () => {
    expect((await start()).i18nStore.getState().language).toBe("de");
    vi.resetModules();
    localStorage.setItem("locale", "fr");
    expect((await start()).i18nStore.getState().language).toBe("fr");
    vi.resetModules();
    localStorage.setItem("locale", "xx");
    expect((await start()).i18nStore.getState().language).toBe("de");
  });

  it("loads only requested catalogues and switches the language of all at once", async () => {
    const { ensureMessages, setLanguage, i18nStore, I18nProvider } = await start();
    await ensureMessages("common");
    expect(Object.keys(i18nStore.getState().messages)).toEqual(["common"]);
    render(
      <I18nProvider>
        <Word />
      </I18nProvider>,
    );
    expect(screen.getByText("Speichern")).toBeDefined();
    expect(document.documentElement.lang).toMatch(/^de/);
    await act(() => setLanguage("it"));
    expect(screen.getByText("Salva")).toBeDefined();
    expect(document.documentElement.lang).toMatch(/^it/);
    expect(localStorage.getItem("locale")).toBe("it");
  });

  it("the last of several changes applies", async () => {
    const { ensureMessages, setLanguage, i18nStore } = await start();
    await ensureMessages("common");
    await Promise.all([setLanguage("fr"), setLanguage("en")]);
    expect(i18nStore.getState().language).toBe("en");
    expect(i18nStore.getState().messages["common"]?.["save"]).toBe("Save");
    expect(localStorage.getItem("locale")).toBe("en");
  });

  it("a change back to the current language or country supersedes one whose texts are still loading", async () => {
    const { ensureMessages, setLanguage, setRegion, i18nStore } = await start();
    await ensureMessages("common");
    await Promise.all([setRegion("CH"), setRegion("DE")]);
    expect(i18nStore.getState().region).toBe("DE");
    expect(i18nStore.getState().messages["common"]?.["close"]).toBe("Schließen");
    await Promise.all([setLanguage("fr"), setLanguage("de")]);
    expect(i18nStore.getState().language).toBe("de");
    expect(localStorage.getItem("locale")).toBe("de");
  });

  it("a change to the country keeps a language whose texts are still loading", async () => {
    const { ensureMessages, setLanguage, setRegion, i18nStore } = await start();
    await ensureMessages("common");
    await Promise.all([setLanguage("fr"), setRegion("CH"), setRegion("AT")]);
    expect(i18nStore.getState()).toMatchObject({ language: "fr", region: "AT" });
    expect(i18nStore.getState().messages["common"]?.["save"]).toBe("Enregistrer");
    expect(localStorage.getItem("locale")).toBe("fr");
  });

  it("uses no ß in Switzerland", async () => {
    const { ensureMessages, setRegion, i18nStore } = await start();
    await ensureMessages("common");
    await setRegion("CH");
    expect(i18nStore.getState().messages["common"]?.["close"]).toBe("Schliessen");
    expect(i18nStore.getState().region).toBe("CH");
  });

  it("rejects an unknown catalogue", async () => {
    await expect((await start()).ensureMessages("nowhere")).rejects.toThrow("nowhere.de.json");
  });
});
