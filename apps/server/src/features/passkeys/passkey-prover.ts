import type { PasskeyProof } from "@praxisportal/contract/passkeys/passkeys.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { PasskeyAttempts } from "../../directory/passkey-attempts.ts";
import type { Binding, Challenges } from "./challenge.ts";
import { counterMayFollow } from "./passkeys.policy.ts";
import * as queries from "./passkeys.queries.ts";
import { credentialIdOf, readAssertion, type RelyingParty, requestOptions } from "./web-authn.ts";

/** A passkey whose response was valid when it was checked. */
export type ProvenPasskey = {
  personId: string;
  /**
   * Records its use; throws 400 when it was removed or a parallel use of it came first. Call it in the transaction of
   * the action that it permits.
   */
  use: (tx: WriteTransaction) => Promise<void>;
};

/** Reason for rejecting a response, for the log; the client gets PASSKEY_INVALID either way. */
export type PasskeyFault = "passkey_invalid" | "passkey_counter";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  party: RelyingParty;
  challenges: Challenges;
  attempts: Pick<PasskeyAttempts, "consume" | "clear">;
};

/**
 * Checks responses of passkeys. Every endpoint that accepts one uses this class, so that checks, counters and log
 * entries are the same everywhere.
 */
export class PasskeyProver {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Creates a challenge for a response from `binding`, listing the passkeys of its person. Without a person, all
   * responses look alike. Errors: 404 when the person has none.
   */
  async begin(binding: Binding) {
    const { personId } = binding;
    const passkeys = personId === null ? [] : await queries.listPasskeys(this.#dependencies.db, personId);
    if (personId !== null && passkeys.length === 0) throw new ProblemError("NOT_FOUND");
    const { challengeId, challenge } = await this.#dependencies.challenges.make(binding);
    return { challengeId, options: requestOptions(this.#dependencies.party, challenge, passkeys) };
  }

  /**
   * Checks a response; its challenge is used up either way. `recordFailure` records a rejection and its reason, with
   * the person only where the key is known. Errors: 400 PASSKEY_INVALID, 429 while the account's passkeys are locked.
   */
  async prove(
    proof: PasskeyProof,
    binding: Binding,
    recordFailure: (personId: string | undefined, fault: PasskeyFault) => Promise<void>,
  ): Promise<ProvenPasskey> {
    const { db, clock, party, challenges, attempts } = this.#dependencies;
    const challenge = await challenges.take(proof.challengeId, binding).catch(async (error: unknown) => {
      await recordFailure(binding.personId ?? undefined, "passkey_invalid");
      throw error;
    });
    const credentialId = credentialIdOf(proof.response);
    const credential = credentialId && (await queries.findCredential(db, credentialId));
    // Another person's passkey is invalid here, and does not count as an attempt on their account.
    if (credential === undefined || (binding.personId ?? credential.person_id) !== credential.person_id) {
      await recordFailure(binding.personId ?? undefined, "passkey_invalid");
      throw new ProblemError("PASSKEY_INVALID");
    }
    const personId = credential.person_id;
    await attempts.consume(personId);
    const assertion = await readAssertion(
      party,
      challenge,
      proof.response,
      credential,
      binding.personId === null,
    );
    const isValid =
      assertion !== undefined && counterMayFollow(Number(credential.counter), assertion.counter);
    if (!isValid) {
      await recordFailure(personId, assertion === undefined ? "passkey_invalid" : "passkey_counter");
      throw new ProblemError("PASSKEY_INVALID");
    }
    return {
      personId,
      use: async (tx) => {
        const isUsed = await queries.usePasskey(tx, {
          id: credential.id,
          counter: assertion.counter,
          now: clock.now(),
        });
        if (!isUsed) throw new ProblemError("PASSKEY_INVALID");
        await attempts.clear(tx, personId);
      },
    };
  }
}
