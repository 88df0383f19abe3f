import type { Logger } from "pino";
import type { TracingSettings } from "../config/tracing-settings.ts";
import type { Tracing } from "./tracing.ts";

/** Starts tracing; undefined when it is off. OpenTelemetry is only loaded when it is on. */
export async function startTracing(
  settings: TracingSettings | undefined,
  log: Pick<Logger, "warn" | "info">,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { openTelemetry } = await import("./open-telemetry.ts");
  return openTelemetry(settings, log);
}
