import type { ChallengePurpose, Challenge } from "./challenge-purpose.ts";
import { randomUUID } from "node:crypto";
import { passkeyChallengeMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../platform/clock/clock.ts";
import { hashToken, makeToken } from "../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import * as queries from "./passkeys.queries.ts";

/** The context for which a challenge was made; its response must come from the same one. */
export type Binding = {
  purpose: ChallengePurpose;
  personId: string | null;
  sessionId: string | null;
  /** The device, as the purpose identifies it: its id, or the hash of the secret in its cookie. */
  device: string | null;
};

/** Challenges for passkeys: valid for five minutes and one response, bound to purpose, session and device. */
export class Challenges {
  readonly #db: IdentityDb;
  readonly #clock: Clock;

  constructor(db: IdentityDb, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Creates a challenge. The authenticator signs `challenge`; the response names `challengeId`. */
  async make(binding: Binding): Promise<{ challengeId: string; challenge: string }> {
    const challengeId = randomUUID();
    const challenge = makeToken();
    const { purpose, device, personId, sessionId } = binding;
    await this.#db.write((tx) =>
      queries.insertChallenge(tx, {
        token_hash: hashToken(challengeId),
        person_id: personId,
        session_id: sessionId,
        details: { purpose, device, challenge },
        expires_at: new Date(this.#clock.now().getTime() + passkeyChallengeMs),
      }),
    );
    return { challengeId, challenge };
  }

  /** Uses up a challenge and returns the text to be signed. Errors: 400 PASSKEY_INVALID. */
  async take(challengeId: string, binding: Binding): Promise<string> {
    const challenge = await queries.takeChallenge(this.#db, hashToken(challengeId), this.#clock.now());
    const details = challenge?.details as Challenge | undefined;
    const isExpected =
      challenge !== undefined &&
      details?.purpose === binding.purpose &&
      details.device === binding.device &&
      challenge.person_id === binding.personId &&
      challenge.session_id === binding.sessionId;
    if (!isExpected) throw new ProblemError("PASSKEY_INVALID");
    return details.challenge;
  }
}
