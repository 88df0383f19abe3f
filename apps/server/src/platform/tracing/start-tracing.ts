import type { Logger } from "pino";
import type { TracingSettings } from "../config/tracing-settings.ts";
import type { Tracing } from "./tracing.ts";

/** Starts tracing. Returns undefined if it is off, without loading OpenTelemetry. */
export async function startTracing(
  settings: TracingSettings | undefined,
  log: Pick<Logger, "warn" | "info">,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { openTelemetry } = await import("./open-telemetry.ts");
  return openTelemetry(settings, log);
}
