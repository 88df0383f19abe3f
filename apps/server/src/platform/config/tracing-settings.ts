import { isLoopback } from "./public-address.ts";
import { ConfigError, type Settings } from "./settings.ts";

/** Destination of traces. */
export type TracingSettings = {
  /** Address that receives traces by OTLP over HTTP. */
  url: string;
  /** Headers of each request, such as a key. */
  headers: Readonly<Record<string, string>>;
  /** Name of this installation in the traces. */
  serviceName: string;
  /** Share of the requests that are traced, from 0 to 1. */
  share: number;
};

type Given = Pick<
  Settings,
  | "OTEL_EXPORTER_OTLP_ENDPOINT"
  | "OTEL_EXPORTER_OTLP_HEADERS"
  | "OTEL_SERVICE_NAME"
  | "OTEL_TRACES_SAMPLER_ARG"
>;

/**
 * Reads the settings of tracing, or returns undefined if it is off. Errors never quote a header, which may be a key.
 */
export function tracingOf(settings: Given): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = settings;
  if (endpoint === undefined) {
    if (headers !== undefined)
      throw new ConfigError(
        "OTEL_EXPORTER_OTLP_HEADERS",
        "has no effect without OTEL_EXPORTER_OTLP_ENDPOINT",
      );
    return undefined;
  }
  const url = new URL(endpoint);
  if (url.username !== "" || url.search !== "" || url.hash !== "")
    throw new ConfigError("OTEL_EXPORTER_OTLP_ENDPOINT", "must be an address without user and query");
  if (headers !== undefined && url.protocol === "http:" && !isLoopback(url.hostname))
    throw new ConfigError(
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "must begin with https:// while OTEL_EXPORTER_OTLP_HEADERS is set, because the collector is not on loopback",
    );
  return {
    url: `${url.href.replace(/\/$/, "")}/v1/traces`,
    headers: headersOf(headers),
    serviceName: settings.OTEL_SERVICE_NAME,
    share: settings.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** Reads `name=value,name=value` with percent encoding, as OpenTelemetry defines it. */
function headersOf(text = ""): Record<string, string> {
  const entries = text.split(",").filter((entry) => entry.trim() !== "");
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name = "", value = ""] = /^\s*([\w-]+)\s*=\s*([\x21-\x7e]+)\s*$/.exec(entry) ?? [];
      if (name === "")
        throw new ConfigError("OTEL_EXPORTER_OTLP_HEADERS", "must be name=value, separated by commas");
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        throw new ConfigError("OTEL_EXPORTER_OTLP_HEADERS", "has a value with an invalid percent encoding");
      }
    }),
  );
}
