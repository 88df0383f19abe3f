import type { Feature } from "../../platform/feature.ts";
import { registerAiTemplateRoutes } from "./ai-templates.routes.ts";
import { AiTemplateService } from "./ai-templates.service.ts";

/** Creates the prompt templates of users and organizations. */
export function createAiTemplates(): Feature {
  const templates = new AiTemplateService();
  return { registerRoutes: (registrar) => registerAiTemplateRoutes(registrar, templates) };
}
