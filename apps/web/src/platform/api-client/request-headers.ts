import { pageVersion } from "@praxisportal/contract/page-version";
import { i18nStore } from "../i18n/store.ts";
import { deviceFingerprint } from "./device.ts";
import { selectedOrganization } from "./selected-organization.ts";

export type HeaderContext = {
  /** Access token, or null for calls without a session. */
  readonly token: string | null;
  readonly hasBody: boolean;
  /** True if the user did not cause the call, so it must not keep the session alive. */
  readonly background: boolean;
  readonly idempotencyKey: string | undefined;
  readonly bulkOperation: string | undefined;
  /** Version for `If-Match`. */
  readonly ifMatch: number | undefined;
  readonly extra: Readonly<Record<string, string>> | undefined;
};

/** Returns the headers of one call. The request id is new for each call and the same for its retries. */
export function requestHeaders(details: HeaderContext): Headers {
  const headers = new Headers({
    Accept: "application/json, application/problem+json",
    "Accept-Language": i18nStore.getState().language,
    "X-Device-Fingerprint": deviceFingerprint(),
    "X-Page-Version": String(pageVersion),
    "X-Request-Id": crypto.randomUUID(),
  });
  const organization = selectedOrganization();
  if (organization) headers.set("X-Organization-Id", organization.id);
  if (details.hasBody) headers.set("Content-Type", "application/json");
  if (details.background) headers.set("X-Background-Read", "1");
  if (details.bulkOperation !== undefined) headers.set("X-Bulk-Operation", details.bulkOperation);
  if (details.idempotencyKey !== undefined) headers.set("Idempotency-Key", details.idempotencyKey);
  if (details.ifMatch !== undefined) headers.set("If-Match", `"${details.ifMatch}"`);
  for (const [name, value] of Object.entries(details.extra ?? {})) headers.set(name, value);
  return withToken(headers, details.token);
}

/** Returns a copy of the headers with this access token, or without authorization if it is null. */
export function withToken(headers: Headers, token: string | null): Headers {
  const copy = new Headers(headers);
  if (token === null) copy.delete("Authorization");
  else copy.set("Authorization", `Bearer ${token}`);
  return copy;
}
