import { checkSetup, completeSetup, type setupSchema } from "@praxisportal/contract/setup/setup.endpoints";
import type * as z from "zod/mini";
import { call } from "../../platform/api-client/call.ts";

export type SetupInput = z.input<typeof setupSchema>;

/** Until when the link is good. @throws ApiError LINK_INVALID for an unknown, used or expired one. */
export async function linkExpiry(token: string): Promise<string> {
  return (await call(checkSetup, { body: { token } })).expiresAt;
}

export interface SetupResult {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly practiceCode: string;
}

/** Makes the first administrator, practice and person; uses the link up. @throws ApiError. */
export function setUp(input: SetupInput): Promise<SetupResult> {
  return call(completeSetup, { body: input });
}
