import type * as prometheus from "prom-client";
import { unnamedStatements } from "../db/builder.ts";
import { collectProcess, Counter, Gauge, Histogram, Registry } from "./prom-client.ts";

/** Value of a metric, or one value per set of labels. Without a value, the metric is omitted from the response. */
export type Reading =
  | number
  | undefined
  | readonly { labels: Readonly<Record<string, string>>; value: number }[];

/** Metric whose value is read when `/metrics` is requested. */
export type Measurement = {
  name: string;
  help: string;
  labels?: readonly string[];
  /** Reads the value, which must be cheap. A reading that fails or takes longer than a second is omitted. */
  read: () => Reading | Promise<Reading>;
  /** Value in place of a reading that fails or takes too long. */
  otherwise?: number;
};

/** Completed request. */
export type RequestMeasurement = {
  method: string;
  /** Pattern of the route, never a path. */
  route: string;
  status: number;
  seconds: number;
};

/** Metrics of this process. */
export type Metrics = {
  contentType: string;
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
  observeRequest(request: RequestMeasurement): void;
  /** Adds a metric that can rise and fall. */
  gauge(measurement: Measurement): void;
  /** Adds a metric that only rises while the process runs. Its name ends in `_total`. */
  counter(measurement: Measurement): void;
};

/** Upper limits in seconds. The number of time series is their number multiplied by the routes and statuses. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const readMaxMs = 1_000;

/** Creates the metrics of requests and of the process. Other parts of the portal add their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectProcess(registry);
  // Name and labels follow the OpenTelemetry conventions, so that common dashboards find them.
  const requests = new Histogram({
    name: "http_server_request_duration_seconds",
    help: "Duration of HTTP requests in seconds by route pattern",
    labelNames: ["http_request_method", "http_route", "http_response_status_code"],
    buckets,
    registers: [registry],
  });
  const metrics: Metrics = {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observeRequest({ method, route, status, seconds }) {
      requests.observe(
        {
          http_request_method: knownMethods.has(method) ? method : "_OTHER",
          http_route: route,
          http_response_status_code: status,
        },
        seconds,
      );
    },
    gauge: (measurement) => register(registry, Gauge, measurement),
    counter: (measurement) => register(registry, Counter, measurement),
  };
  metrics.counter({
    name: "praxisportal_unnamed_statements_total",
    help: "Database statements that were parsed and planned again, because their text is used rarely",
    read: unnamedStatements,
  });
  return metrics;
}

function register(
  registry: prometheus.Registry,
  Type: typeof Gauge | typeof Counter,
  { name, help, labels = [], read, otherwise }: Measurement,
): void {
  const metric: prometheus.Gauge | prometheus.Counter = new Type({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const reading = await inTime(read, otherwise);
      metric.reset();
      // Resetting a metric without labels sets it to 0.
      if (labels.length === 0) metric.remove();
      if (reading === undefined) return;
      const values = typeof reading === "number" ? [{ labels: {}, value: reading }] : reading;
      for (const value of values) metric.inc(value.labels, value.value);
    },
  });
}

/** Returns `otherwise` for a reading that fails or takes too long, so that the other metrics are still returned. */
async function inTime(read: Measurement["read"], otherwise: number | undefined): Promise<Reading> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Reading>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), readMaxMs);
  });
  try {
    return await Promise.race([read(), tooLate]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
