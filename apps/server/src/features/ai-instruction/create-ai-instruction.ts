import type { Clock } from "../../platform/clock/clock.ts";
import type { Feature } from "../../platform/feature.ts";
import { registerAiInstructionRoutes } from "./ai-instruction.routes.ts";
import { AiInstructionService } from "./ai-instruction.service.ts";

export function createAiInstruction({ clock }: { clock: Clock }): Feature {
  const instruction = new AiInstructionService(clock);
  return { registerRoutes: (registrar) => registerAiInstructionRoutes(registrar, instruction) };
}
