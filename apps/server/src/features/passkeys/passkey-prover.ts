import type { PasskeyProof } from "@praxisportal/contract/passkeys/passkeys.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { PasskeyAttempts } from "../auth/passkey-attempts.ts";
import type { Binding, Challenges } from "./challenge.ts";
import { counterMayFollow } from "./passkeys.policy.ts";
import * as queries from "./passkeys.queries.ts";
import { credentialIdOf, readAssertion, type RelyingParty, requestOptions } from "./web-authn.ts";

/** A passkey that was right when it was looked at. */
export type ProvenPasskey = {
  personId: string;
  /** Notes its use; throws 400 when it was removed or a copy was faster. Belongs into the transaction of what it opens. */
  use: (tx: WriteTransaction) => Promise<void>;
};

/** Why an answer was refused, for the log; whoever sent it is told PASSKEY_INVALID in any case. */
export type PasskeyFault = "passkey_invalid" | "passkey_counter";

type Parts = {
  db: IdentityDb;
  clock: Clock;
  party: RelyingParty;
  challenges: Challenges;
  attempts: Pick<PasskeyAttempts, "reserve" | "forgive">;
};

/** Looks at answers of passkeys. Every path that takes one comes here, so none is checked, counted or noted apart. */
export class PasskeyProver {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * A challenge for an answer from `binding`. Names the passkeys of its person where there is one; for somebody
   * unknown every answer looks alike. Errors: 404 when the person has none.
   */
  async begin(binding: Binding) {
    const { personId } = binding;
    const known = personId === null ? [] : await queries.listPasskeys(this.#parts.db, personId);
    if (personId !== null && known.length === 0) throw new ProblemError("NOT_FOUND");
    const { challengeId, challenge } = await this.#parts.challenges.make(binding);
    return { challengeId, options: requestOptions(this.#parts.party, challenge, known) };
  }

  /**
   * Checks an answer; its challenge is used up, whatever comes of it. `note` writes down who was refused and why, the
   * person only where the key is known. Errors: 400 PASSKEY_INVALID, 429 while the account's passkeys are locked.
   */
  async prove(
    proof: PasskeyProof,
    binding: Binding,
    note: (personId: string | undefined, fault: PasskeyFault) => Promise<void>,
  ): Promise<ProvenPasskey> {
    const { db, clock, party, challenges, attempts } = this.#parts;
    const challenge = await challenges.take(proof.challengeId, binding).catch(async (error: unknown) => {
      await note(binding.personId ?? undefined, "passkey_invalid");
      throw error;
    });
    const credentialId = credentialIdOf(proof.response);
    const stored = credentialId && (await queries.findCredential(db, credentialId));
    // Somebody else's passkey is none here, and does not count as a try at her account.
    if (stored === undefined || (binding.personId ?? stored.person_id) !== stored.person_id) {
      await note(binding.personId ?? undefined, "passkey_invalid");
      throw new ProblemError("PASSKEY_INVALID");
    }
    const personId = stored.person_id;
    await attempts.reserve(personId);
    const shown = await readAssertion(party, challenge, proof.response, stored, binding.personId === null);
    const counts = shown !== undefined && counterMayFollow(Number(stored.counter), shown.counter);
    if (!counts) {
      await note(personId, shown === undefined ? "passkey_invalid" : "passkey_counter");
      throw new ProblemError("PASSKEY_INVALID");
    }
    return {
      personId,
      use: async (tx) => {
        const isUsed = await queries.usePasskey(tx, {
          id: stored.id,
          counter: shown.counter,
          now: clock.now(),
        });
        if (!isUsed) throw new ProblemError("PASSKEY_INVALID");
        await attempts.forgive(tx, personId);
      },
    };
  }
}
