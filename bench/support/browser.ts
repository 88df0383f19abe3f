import { type Browser, chromium } from "@playwright/test";
import { chromiumExecutable } from "../../tools/chromium.ts";

/** Launches the Chromium of the browser tests in headless mode. */
export async function openBenchBrowser(): Promise<Browser> {
  const { executablePath, args, env } = await chromiumExecutable();
  return chromium.launch({ executablePath, args, env });
}
