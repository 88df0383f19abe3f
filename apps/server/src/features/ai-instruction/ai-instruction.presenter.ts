import { aiInstructionVersion } from "@praxisportal/contract/ai-instruction/ai-instruction.rules";
import type {
  AiInstruction,
  MemberAiInstruction,
} from "@praxisportal/contract/ai-instruction/ai-instruction.schema";
import { memberHasPermission } from "./ai-instruction.policy.ts";
import type { readInstruction, readMember } from "./ai-instruction.queries.ts";

/** Maximum number of contacts in the response. */
const contactsMax = 3;

/** Returns the instruction for the caller. It is due only where AI is in use. */
export function presentInstruction(
  { confirmedAt, providers, isStopped, contacts }: Awaited<ReturnType<typeof readInstruction>>,
  canConfirm: boolean,
): AiInstruction {
  const managers = contacts.filter((member) => memberHasPermission(member, "ai:manage"));
  const people = managers.length > 0 ? managers : contacts;
  return {
    version: aiInstructionVersion,
    isDue: canConfirm && confirmedAt === null && providers.length > 0 && !isStopped,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    providers,
    contacts: people.slice(0, contactsMax).map(({ name }) => name),
  };
}

/** Returns whether a member may use AI, and the newest version of the AI instruction that they confirmed. */
export function presentMember(row: NonNullable<Awaited<ReturnType<typeof readMember>>>): MemberAiInstruction {
  const { version, confirmedAt } = row;
  return {
    version: aiInstructionVersion,
    usesAi: memberHasPermission(row, "ai:use"),
    confirmed: version === null || confirmedAt === null ? null : { version, at: confirmedAt.toISOString() },
  };
}
