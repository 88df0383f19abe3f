import { chromium } from "@playwright/test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { chromiumExecutable, type ChromiumLaunch } from "./chromium.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

async function renderedText(launch: ChromiumLaunch): Promise<string> {
  const browser = await chromium.launch(launch);
  try {
    const page = await browser.newPage();
    await page.setContent("<p>Grüße aus der Praxis</p><script>document.title = String(6 * 7)</script>");
    const picture = await page.locator("p").screenshot();
    expect(picture.byteLength).toBeGreaterThan(500);
    return `${await page.title()} ${await page.locator("p").innerText()}`;
  } finally {
    await browser.close();
  }
}

describe("the browser of the tests", () => {
  it("is found without a manual step and renders a page", { timeout: 60_000 }, async () => {
    expect(await renderedText(await chromiumExecutable())).toBe("42 Grüße aus der Praxis");
  });

  it.runIf(process.platform === "linux" && process.arch === "x64")(
    "comes from the packages, with its libraries",
    { timeout: 120_000 },
    async () => {
      vi.stubEnv("CHROME_PATH", "");
      const launch = await chromiumExecutable();
      expect(launch.executablePath).toContain("node_modules");
      expect(launch.env["LD_LIBRARY_PATH"]).toContain("node_modules");
      expect(await renderedText(launch)).toBe("42 Grüße aus der Praxis");
    },
  );

  it("uses the configured program and reports one that does not exist", async () => {
    vi.stubEnv("CHROME_PATH", process.execPath);
    expect((await chromiumExecutable()).executablePath).toBe(process.execPath);
    vi.stubEnv("CHROME_PATH", "/nowhere/chrome");
    await expect(chromiumExecutable()).rejects.toThrow(
      "CHROME_PATH is not an executable program: /nowhere/chrome",
    );
  });

  it("sends no requests on its own", async () => {
    const { args } = await chromiumExecutable();
    expect(args).toEqual(
      expect.arrayContaining(["--disable-background-networking", "--disable-component-update"]),
    );
  });

  it.runIf(process.getuid?.() === 0)(
    "disables the sandbox only for root, because root cannot use it",
    async () => {
      vi.stubEnv("CHROME_PATH", process.execPath);
      expect((await chromiumExecutable()).args).toContain("--no-sandbox");
      vi.spyOn(process, "getuid").mockReturnValue(1000);
      expect((await chromiumExecutable()).args).not.toContain("--no-sandbox");
    },
  );
});
