import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Span as received by a collector. */
export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Readonly<Record<string, unknown>>;
  hasFailed: boolean;
};

type ExportRequest = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, "attributes"> & { attributes: Attribute[]; status: { code: number } })[];
    }[];
  }[];
};
type Attribute = { key: string; value: Readonly<Record<string, unknown>> };

const statusError = 2;

/** Starts a server that receives traces by OTLP over HTTP. With `isDead` it accepts requests and never responds. */
export async function startCollector({ isDead = false } = {}) {
  const bodies: string[] = [];
  const requests: Pick<IncomingMessage, "method" | "url" | "headers">[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    if (isDead) return;
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const resourceSpans = () => bodies.flatMap((body) => (JSON.parse(body) as ExportRequest).resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Returns all spans as they were sent. */
    text: () => bodies.join("\n"),
    resources: () => resourceSpans().map(({ resource }) => valuesOf(resource.attributes)),
    spans: (): CollectedSpan[] =>
      resourceSpans().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) =>
          spans.map(({ attributes, status, ...span }) => ({
            ...span,
            attributes: valuesOf(attributes),
            hasFailed: status.code === statusError,
          })),
        ),
      ),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [kind, content] = Object.entries(value)[0] ?? [];
      return [key, kind === "intValue" ? Number(content) : content];
    }),
  );
}
