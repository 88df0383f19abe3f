import type * as endpoints from "@praxisportal/contract/ai-instruction/ai-instruction.endpoints";
import type { AiInstruction } from "@praxisportal/contract/ai-instruction/ai-instruction.schema";
import { queryOptions } from "@tanstack/react-query";
import { providerKeys } from "../../entities/provider/provider.api.ts";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

export type { AiInstruction };

const path = "/api/ai/instruction";
const getRoute = route<typeof endpoints.getAiInstruction>()("aiInstruction.get", "GET", path);
const confirmRoute = route<typeof endpoints.confirmAiInstruction>()("aiInstruction.confirm", "PUT", path);

/** Returns the query for the AI instruction for the signed-in user. */
export function instructionQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...providerKeys.instruction(organizationId), "own"],
    queryFn: ({ signal }) => call(getRoute, { signal }),
  });
}

/** @throws ApiError CONFLICT when the text has changed since the page was loaded. */
export function confirmInstruction(version: number): Promise<AiInstruction> {
  return call(confirmRoute, { body: { version } });
}
