import { checkSetup, completeSetup, type setupSchema } from "@praxisportal/contract/setup/setup.endpoints";
import type * as z from "zod/mini";
import { call } from "../../platform/api-client/call.ts";

export type SetupInput = z.input<typeof setupSchema>;

/** Returns when the link expires. @throws ApiError LINK_INVALID for an unknown, used or expired link. */
export async function linkExpiry(token: string): Promise<string> {
  return (await call(checkSetup, { body: { token } })).expiresAt;
}

export interface SetupResult {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly practiceCode: string;
}

/** Creates the first administrator, organization and member. The link can be used once. @throws ApiError. */
export function setUp(input: SetupInput): Promise<SetupResult> {
  return call(completeSetup, { body: input });
}
