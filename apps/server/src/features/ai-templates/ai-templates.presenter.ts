import type { AiTemplate } from "@praxisportal/contract/ai-templates/ai-templates.schema";
import type { TemplateRow } from "./ai-templates.queries.ts";

/** Returns a template without its owner, who can only be the caller. */
export function presentTemplate({ id, person_id, name, text }: TemplateRow): AiTemplate {
  return { id, _id: id, name, text, isShared: person_id === null };
}
