import { aiInstructionVersion } from "@praxisportal/contract/ai-instruction/ai-instruction.rules";
import { readProviders } from "./equipment.queries.ts";
import { type InstructionRow, readInstructions } from "./instructions.queries.ts";
import { type CollectedSection, type EvidenceScope, tableOf } from "./section.ts";

/**
 * Collects "KI-Einweisungen": the users of AI and their confirmations. Nothing is open before a provider is approved.
 */
export async function collectInstructions(scope: EvidenceScope): Promise<CollectedSection> {
  const [rows, providers] = await Promise.all([readInstructions(scope), readProviders(scope)]);
  const isCurrent = ({ version }: InstructionRow) => version === aiInstructionVersion;
  const unconfirmed = providers.length > 0 ? rows.filter((row) => !isCurrent(row)) : [];
  const table = tableOf<InstructionRow>("aiInstructions", rows, [
    ["name", 60, ({ name }) => name],
    ["role", 55, ({ role }, texts) => texts.nameOf(texts.roles, role)],
    ["version", 22, ({ version }, texts) => (version === null ? "–" : texts.number(version))],
    ["confirmedOn", 34, ({ confirmedAt }, texts) => texts.day(confirmedAt)],
  ]);
  return {
    id: "aiInstructions",
    checkedAt: scope.now,
    total: rows.length,
    matching: rows.filter(isCurrent).length,
    open: unconfirmed.map(({ name }) => ({ code: "noInstruction", about: name })),
    tables: [table],
  };
}
