import { aiInstructionVersion } from "@praxisportal/contract/ai-instruction/ai-instruction.rules";
import type {
  AiInstruction,
  MemberAiInstruction,
} from "@praxisportal/contract/ai-instruction/ai-instruction.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { canConfirmForSelf } from "./ai-instruction.policy.ts";
import { presentInstruction, presentMember } from "./ai-instruction.presenter.ts";
import * as queries from "./ai-instruction.queries.ts";

/** The AI instruction: who has confirmed which version of its text. */
export class AiInstructionService {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async get(context: RequestContext): Promise<AiInstruction> {
    const { caller, organization } = context;
    const query = { personId: caller.personId, version: aiInstructionVersion, now: this.#clock.now() };
    return presentInstruction(
      await queries.readInstruction(organization.db, query),
      canConfirmForSelf(context),
    );
  }

  /**
   * Records that the caller confirms the instruction. Errors: 403; 409 CONFLICT if `version` is not the current
   * version.
   */
  async confirm(
    { context }: Authorized<"aiInstruction.confirm">,
    { version }: { version: number },
  ): Promise<AiInstruction> {
    if (!canConfirmForSelf(context)) throw new ProblemError("FORBIDDEN");
    if (version !== aiInstructionVersion) throw new ProblemError("CONFLICT");
    const { caller, organization } = context;
    const { personId } = caller;
    await organization.db.write(async (db, tx) => {
      const confirmation = { personId, version, at: this.#clock.now() };
      if (!(await queries.storeConfirmation(db, organization.id, confirmation))) return;
      const display = await queries.readMemberName(db, organization.id, personId);
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "ai.instruction_confirmed",
        target: { type: "user", id: personId, display },
        changes: { version: [null, version] },
      });
    });
    return this.get(context);
  }

  /** Returns the confirmation of a member. Errors: 404. */
  async getForMember(
    { context }: Authorized<"aiInstruction.read">,
    personId: string,
  ): Promise<MemberAiInstruction> {
    const row = await queries.readMember(context.organization.db, personId);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentMember(row);
  }
}
