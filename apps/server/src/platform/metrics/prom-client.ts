import { createRequire } from "node:module";
import type * as prometheus from "prom-client";

const load = createRequire(import.meta.url);

// Loads single files, because the package's entry point also loads `@opentelemetry/api` for a metric that is not used.
const file = <Name extends keyof typeof prometheus>(name: string, _type: Name) =>
  load(`prom-client/lib/${name}.js`) as (typeof prometheus)[Name];

export const Registry = file("registry", "Registry");
export const Counter = file("counter", "Counter");
export const Gauge = file("gauge", "Gauge");
export const Histogram = file("histogram", "Histogram");

/** The library's modules for process and Node.js metrics. CPU time is collected in {@link collectProcess}. */
const processMetrics = [
  "processStartTime",
  "osMemoryHeap",
  "processOpenFileDescriptors",
  "processMaxFileDescriptors",
  "eventLoopLag",
  "processResources",
  "heapSizeAndUsed",
  "heapSpacesSizeAndUsed",
  "version",
  "gc",
];

const eventLoopMonitoringPrecision = 10;

/** Collects the usual metrics of a Node.js process under their usual names. */
export function collectProcess(registry: prometheus.Registry): void {
  for (const name of processMetrics) {
    const collect = load(`prom-client/lib/metrics/${name}.js`) as (
      registry: prometheus.Registry,
      options: prometheus.DefaultMetricsCollectorConfiguration<prometheus.PrometheusContentType>,
    ) => void;
    collect(registry, { eventLoopMonitoringPrecision });
  }
  const cpu = new Counter({
    name: "process_cpu_seconds_total",
    help: "Total user and system CPU time spent in seconds.",
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      cpu.reset();
      cpu.inc((user + system) / 1e6);
    },
  });
}
