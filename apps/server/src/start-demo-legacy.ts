import type { Config } from "./platform/config/config.ts";

/** Practice code of the demonstration's first practice. */
const practiceCode = "MUSTER-2026";
/** Usual port of a legacy practice server. */
const usualPort = 3000;

/**
 * Starts the legacy practice server of the demonstration for its first practice, on port 3000 or on any free port if
 * that is taken. It runs inside this process, so that it never outlives it. Returns undefined outside the
 * demonstration, if the operator configured a server, and if classic mode is off.
 */
export async function startDemoLegacy({
  demo,
  legacy,
  features,
}: Pick<Config, "demo" | "legacy" | "features">) {
  if (!demo || !features.legacy || legacy !== undefined) return undefined;
  const { startLegacyPracticeServer } =
    await import("../../legacy-practice-server/src/legacy-practice-server.ts");
  const start = (port: number) => startLegacyPracticeServer({ praxisId: practiceCode, port });
  const { url, stop } = await start(usualPort).catch(() => start(0));
  return { settings: { url: new URL(url), practiceCode, praxisId: practiceCode }, stop };
}
