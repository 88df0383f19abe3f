import { type Browser, chromium } from "@playwright/test";
import { chromiumExecutable } from "../../tools/chromium.ts";

/** Launches the Chromium that the browser tests use, headless. */
export async function openBenchBrowser(): Promise<Browser> {
  const { executablePath, args, env } = await chromiumExecutable();
  return chromium.launch({ executablePath, args, env });
}
