/** A public event of an organization. */
export type WebhookEvent = {
  id: string;
  type: string;
  organizationId: string;
  /** Position in the order of the organization. */
  sequence: number;
  occurredAt: Date;
  ids: Readonly<Record<string, string>>;
};

type BodyFormat = (event: WebhookEvent) => Readonly<Record<string, unknown>>;

/**
 * Formats of the body of an event by API version, oldest first. A webhook keeps its version, so a format is never
 * changed. A change that could break a receiver needs a new version.
 */
export const bodyFormats: Map<string, BodyFormat> = new Map([
  [
    "2026-11-01",
    ({ id, type, organizationId, sequence, occurredAt, ids }) => ({
      id,
      type,
      apiVersion: "2026-11-01",
      timestamp: occurredAt.toISOString(),
      organizationId,
      sequence,
      data: ids,
    }),
  ],
]);

/** Returns the version that new webhooks get. */
export function currentApiVersion(): string {
  const latest = [...bodyFormats.keys()].at(-1);
  if (latest === undefined) throw new Error("there is no body format");
  return latest;
}

/** Returns the fields of a body. Throws for a version that this portal does not know. */
export function bodyOf(event: WebhookEvent, apiVersion: string): Readonly<Record<string, unknown>> {
  const format = bodyFormats.get(apiVersion);
  if (format === undefined) throw new Error(`there is no body format ${apiVersion}`);
  return format(event);
}
