import { demoPassword } from "../../apps/server/src/features/demo/demo-people.ts";

/** State of one writer after a round. */
export interface WriterState {
  username: string;
  /** Set by the sign-in. */
  personId: string;
  /** Highest number whose write was acknowledged with 200. */
  acknowledged: number;
  /** Highest number sent. It is greater than `acknowledged` if the response never arrived. */
  sent: number;
}

/** Signs in with a demonstration account as an API client. @throws Error with the response if it is refused. */
export async function signInAs(
  origin: string,
  username: string,
): Promise<{ token: string; personId: string; organizationId: string | null }> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: demoPassword }),
  });
  const result = (await response.json()) as {
    accessToken?: string;
    user?: { id: string };
    organization?: { id: string } | null;
  };
  if (!response.ok || !result.accessToken || !result.user)
    throw new Error(`login of ${username}: ${JSON.stringify(result)}`);
  return {
    token: result.accessToken,
    personId: result.user.id,
    organizationId: result.organization?.id ?? null,
  };
}

/**
 * Signs in as an API client (a session without a cookie) and writes increasing numbers into its own phone field, one
 * call after the other, until the connection breaks.
 */
export class ProfileWriter {
  readonly state: WriterState;
  #origin: string;
  #token = "";

  constructor(origin: string, username: string) {
    this.#origin = origin;
    this.state = { username, personId: "", acknowledged: 0, sent: 0 };
  }

  async signIn(): Promise<void> {
    const { token, personId } = await signInAs(this.#origin, this.state.username);
    this.#token = token;
    this.state.personId = personId;
  }

  /** Continues with the same session at another address of the portal. */
  moveTo(origin: string): void {
    this.#origin = origin;
  }

  /** Writes until a call fails or `shouldContinue` returns false. */
  async writeWhile(shouldContinue: () => boolean): Promise<void> {
    while (shouldContinue()) {
      this.state.sent = Math.max(this.state.sent, this.state.acknowledged) + 1;
      try {
        const response = await this.#call("PUT", "/api/v1/users/me", {
          phone: encodeAsPhone(this.state.sent),
        });
        await response.arrayBuffer();
        if (response.status !== 200) return;
      } catch {
        return;
      }
      this.state.acknowledged = this.state.sent;
    }
  }

  /** Reads the number that the portal has stored. The session from before the kill must still be valid. */
  async read(): Promise<number> {
    const response = await this.#call("GET", "/api/v1/users/me");
    const me = (await response.json()) as { phone?: string | null };
    if (response.status !== 200)
      throw new Error(`GET /users/me of ${this.state.username}: ${JSON.stringify(me)}`);
    return decodeFromPhone(me.phone ?? null);
  }

  /**
   * Compares the state with the number that the portal has stored, and continues from there.
   * @returns the problem, or undefined if no acknowledged write is lost and the stored number was really sent.
   */
  async check(): Promise<string | undefined> {
    const { username, acknowledged, sent } = this.state;
    const storedNumber = await this.read();
    this.state.acknowledged = storedNumber;
    this.state.sent = storedNumber;
    if (storedNumber >= acknowledged && storedNumber <= sent) return undefined;
    return `${username}: acknowledged ${acknowledged}, sent ${sent}, found ${storedNumber}`;
  }

  #call(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.#origin + path, {
      method,
      headers: {
        ...(this.#token !== "" && { authorization: `Bearer ${this.#token}` }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
  }
}

function encodeAsPhone(number: number): string {
  return `+49 30 ${String(number).padStart(7, "0")}`;
}

function decodeFromPhone(phone: string | null): number {
  const match = /^\+49 30 (\d{7})$/.exec(phone ?? "");
  return match ? Number(match[1]) : 0;
}
