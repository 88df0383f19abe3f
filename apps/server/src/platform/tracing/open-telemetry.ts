import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import type { TracingSettings } from "../config/tracing-settings.ts";
import { querySummary } from "./query-summary.ts";
import { parseTraceParent } from "./trace-parent.ts";
import type { Tracing } from "./tracing.ts";

/** Interval in ms at which waiting spans are sent together. */
const sendEveryMs = 1_000;
/** Maximum number of spans that wait for a collector which does not respond. Further ones are dropped. */
const waitingMax = 4_096;
const exportMs = 5_000;
const stopMs = 2_000;

const statusServerError = 500;

/** Request in whose context queries run. */
type OpenRequest = { context: Context; hasEnded: boolean };

/** Starts tracing with OpenTelemetry. Only `startTracing` loads this module. */
export function openTelemetry(settings: TracingSettings, log: Pick<Logger, "warn" | "info">): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": settings.serviceName,
      "service.instance.id": randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: loggingExporter(settings, log),
        scheduledDelayMillis: sendEveryMs,
        maxQueueSize: waitingMax,
        exportTimeoutMillis: exportMs,
      }),
    ],
  });
  const tracer = provider.getTracer("praxisportal");
  const open = new AsyncLocalStorage<OpenRequest>();
  return {
    startRequest({ method, parent }) {
      const attributes = { "http.request.method": method };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, contextOf(parent));
      const request: OpenRequest = { context: trace.setSpan(ROOT_CONTEXT, span), hasEnded: false };
      return {
        traceId: span.spanContext().traceId,
        run: (work) => open.run(request, work),
        end({ route, status, isComplete }) {
          request.hasEnded = true;
          span.setAttribute("http.response.status_code", status);
          if (route !== undefined) {
            span.updateName(`${method} ${route}`);
            span.setAttribute("http.route", route);
          }
          if (!isComplete) fail(span, "aborted");
          else if (status >= statusServerError) fail(span, String(status));
          span.end();
        },
      };
    },
    startQuery(texts) {
      const request = open.getStore();
      // Background work that a request started continues in its context.
      if (request === undefined || request.hasEnded) return undefined;
      const [first = "query", ...others] = texts.map(querySummary);
      const summary = [first, ...others].join("; ");
      const span = tracer.startSpan(
        first,
        {
          kind: SpanKind.CLIENT,
          attributes: { "db.system.name": "postgresql", "db.query.summary": summary },
        },
        request.context,
      );
      return (error) => {
        if (error !== undefined) fail(span, kindOf(error));
        span.end();
      };
    },
    async stop() {
      const { promise: timedOut, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, stopMs);
      await Promise.race([provider.shutdown().catch(() => undefined), timedOut]);
      clearTimeout(timer);
    },
  };
}

function contextOf(header: string | undefined): Context {
  const parent = parseTraceParent(header);
  if (parent === undefined) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Marks a span as failed, without the message of the error, which could quote a value. */
function fail(span: Span, kind: string): void {
  span.setAttribute("error.type", kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the SQLSTATE or code of an error, otherwise its class. */
function kindOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const kind = code ?? name;
  return typeof kind === "string" && /^\w{1,60}$/.test(kind) ? kind : "error";
}

/** Sends spans to the collector, and logs when it stops and resumes accepting them. */
function loggingExporter(
  { url, headers }: TracingSettings,
  log: Pick<Logger, "warn" | "info">,
): SpanExporter {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportMs });
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing)
          log.warn({ err: result.error }, "tracing: the collector does not accept spans");
        if (!hasFailed && isFailing) log.info("tracing: the collector accepts spans again");
        isFailing = hasFailed;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
