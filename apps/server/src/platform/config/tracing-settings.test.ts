import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { ConfigError } from "./settings.ts";

const read = (env: Readonly<Record<string, string>>) => readConfig(env).tracing;

it("see R0-244 tracing is off without OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  expect(read({})).toBeUndefined();
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: " ", OTEL_SERVICE_NAME: "probe" })).toBeUndefined();
});

it("see R0-244 tracing reads its settings as OpenTelemetry defines them", () => {
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://10.0.0.5:4318" })).toEqual({
    url: "http://10.0.0.5:4318/v1/traces",
    headers: {},
    serviceName: "praxisportal",
    share: 1,
  });
  expect(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example.org/praxis/",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc, x-tenant=7",
      OTEL_SERVICE_NAME: "portal-2",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
    }),
  ).toEqual({
    url: "https://otel.example.org/praxis/v1/traces",
    headers: { authorization: "Bearer abc", "x-tenant": "7" },
    serviceName: "portal-2",
    share: 0.25,
  });
});

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example.org" };
it.each<[string, Readonly<Record<string, string>>, string]>([
  [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    { OTEL_EXPORTER_OTLP_ENDPOINT: "otel:4318" },
    "must be an address that begins",
  ],
  [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    { OTEL_EXPORTER_OTLP_ENDPOINT: "https://geheim@otel.example.org" },
    "without user",
  ],
  [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://10.0.0.5:4318", OTEL_EXPORTER_OTLP_HEADERS: "a=geheim" },
    "must begin with https://",
  ],
  ["OTEL_EXPORTER_OTLP_HEADERS", { OTEL_EXPORTER_OTLP_HEADERS: "a=geheim" }, "has no effect without"],
  ["OTEL_EXPORTER_OTLP_HEADERS", { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: "geheim" }, "must be name=value"],
  [
    "OTEL_EXPORTER_OTLP_HEADERS",
    { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: "a=%E0geheim" },
    "percent encoding",
  ],
  ["OTEL_TRACES_SAMPLER_ARG", { ...endpoint, OTEL_TRACES_SAMPLER_ARG: "1.5" }, "is not a number from 0 to 1"],
])("see R0-244 an invalid %s stops the start and is not quoted", (variable, env, problem) => {
  const failing = () => read(env);
  expect(failing).toThrow(ConfigError);
  expect(failing).toThrow(new RegExp(`^${variable}: .*${problem}`));
  expect(failing).not.toThrow("geheim");
});
