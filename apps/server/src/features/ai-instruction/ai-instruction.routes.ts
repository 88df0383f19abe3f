import * as endpoints from "@praxisportal/contract/ai-instruction/ai-instruction.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayUseAi, maySeeInstructions } from "./ai-instruction.policy.ts";
import type { AiInstructionService } from "./ai-instruction.service.ts";

/** Registers the AI instruction of the caller and of members. */
export function registerAiInstructionRoutes(registrar: Registrar, instruction: AiInstructionService): void {
  registrar.handle(endpoints.getAiInstruction, ({ context }) => instruction.get(context));

  registrar.handle(endpoints.confirmAiInstruction, ({ context, body }) =>
    instruction.confirm(authorize(context, "aiInstruction.confirm", mayUseAi), body),
  );

  registrar.handle(endpoints.getMemberAiInstruction, ({ context, params }) =>
    instruction.getForMember(authorize(context, "aiInstruction.read", maySeeInstructions), params.userId),
  );
}
