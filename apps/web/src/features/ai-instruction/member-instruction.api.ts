import type { getMemberAiInstruction } from "@praxisportal/contract/ai-instruction/ai-instruction.endpoints";
import { queryOptions } from "@tanstack/react-query";
import { providerKeys } from "../../entities/provider/provider.api.ts";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

const memberRoute = route<typeof getMemberAiInstruction>()(
  "aiInstruction.getOfMember",
  "GET",
  "/api/ai/instruction/{userId}",
);

/** Returns the query for the version of the AI instruction that a member confirmed. */
export function memberInstructionQuery(organizationId: string, userId: string) {
  return queryOptions({
    queryKey: [...providerKeys.instruction(organizationId), userId],
    queryFn: ({ signal }) => call(memberRoute, { params: { userId }, signal }),
  });
}
