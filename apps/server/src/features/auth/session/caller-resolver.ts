import type { Clock } from "../../../platform/clock/clock.ts";
import { previousSecretGraceMs } from "../../../platform/crypto/secret-chain.ts";
import { hashToken } from "../../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { Caller, Credentials } from "../../../platform/request-context/caller.ts";
import { CallerCache } from "./caller-cache.ts";
import { promoteNextSecret } from "./device.queries.ts";
import { revokeTokenFamily } from "./end-sessions.ts";
import { type CallerRow, judgeCaller } from "./session-rules.ts";
import { findCaller } from "./session.queries.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  /** Whether the portal runs as a demonstration, whose platform accounts need no second factor. */
  demo: boolean;
  offersTwoFactor: boolean;
};

/** Resolves the session that makes a request. */
export class CallerResolver {
  readonly cache = new CallerCache();
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns the caller for a bearer token and a device secret, or undefined. The first use of a child secret retires
   * its parent; the use of a retired one ends every session of the device.
   */
  async resolve({ accessToken, deviceSecret }: Credentials): Promise<Caller | undefined> {
    if (accessToken === undefined || accessToken.length > 100) return undefined;
    return this.resolveHashed(hashToken(accessToken), deviceSecret);
  }

  /** Like {@link resolve}, by the hash of the token. */
  async resolveHashed(tokenHash: Buffer, deviceSecret: string | undefined): Promise<Caller | undefined> {
    const { db, clock } = this.#dependencies;
    const secretHash = deviceSecret === undefined ? null : hashToken(deviceSecret);
    const key = `${tokenHash.toString("base64")}.${secretHash?.toString("base64") ?? ""}`;
    const [epoch, cached] = [this.cache.epoch, this.cache.get(key)];
    const row = cached ?? (await findCaller(db, tokenHash, secretHash));
    const now = clock.now();
    const verdict = judgeCaller(row, now, this.#dependencies);
    if (verdict.kind === "none" || row === undefined) return undefined;
    if (verdict.kind === "reused") {
      await db.write((tx) => revokeTokenFamily(tx, verdict.deviceId, row.person_id, now));
      return undefined;
    }
    if (verdict.isNextUsed) await this.#promote(row, now);
    else if (cached === undefined) this.cache.set(key, row, epoch);
    return verdict.caller;
  }

  async #promote({ device_id, device_generation, person_id }: CallerRow, now: Date): Promise<void> {
    const retiresAt = new Date(now.getTime() + previousSecretGraceMs);
    await this.#dependencies.db.write(async (tx) => {
      await promoteNextSecret(tx, device_id, device_generation, retiresAt);
      tx.record({ event: "session.renewed", organizationId: null, personId: person_id });
    });
  }
}
