import { useTranslations } from "use-intl";
import type { AiInstruction } from "./ai-instruction.api.ts";

const rules = ["patients", "drafts", "visible", "allowed", "contacts"] as const;

/** Shows the rules of the AI instruction. */
export function InstructionText({ instruction }: { instruction: AiInstruction }) {
  const t = useTranslations("ai-instruction");
  const { providers, contacts } = instruction;
  const values = { providers: providers.join(", "), contacts: contacts.join(", ") };
  const visibleRules = rules.filter(
    (rule) => (rule !== "allowed" || providers.length > 0) && (rule !== "contacts" || contacts.length > 0),
  );
  return (
    <ol className="grid gap-3">
      {visibleRules.map((rule) => (
        <li key={rule} className="grid gap-0.5">
          <p className="text-body font-strong text-text">{t(`rules.${rule}.title`)}</p>
          <p className="text-body text-text-2">{t(`rules.${rule}.text`, values)}</p>
        </li>
      ))}
    </ol>
  );
}
