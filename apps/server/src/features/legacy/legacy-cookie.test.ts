import { describe, expect, it } from "vitest";
import { LegacyCookie } from "./legacy-cookie.ts";

const hourMs = 3_600_000;
const signIn = { token: "probe-token", username: "empfang", practiceName: "Musterpraxis" };

function cookieAt(publicUrl: string) {
  const time = { now: Date.parse("2026-03-02T08:00:00.000Z") };
  const cookie = new LegacyCookie({
    config: { publicUrl: new URL(publicUrl), port: 8080 },
    sealingKeys: { present: Buffer.alloc(32, 1) },
    clock: { now: () => new Date(time.now) },
  });
  return { cookie, time };
}

describe("the cookie of the legacy server's token", () => {
  it("see R0-224 is read in its session for 8 h", () => {
    const { cookie, time } = cookieAt("http://localhost:8080");
    const { header, expiresAt } = cookie.issue("session-1", signIn);
    const sentCookie = header.split(";", 1)[0];
    expect(expiresAt).toBe("2026-03-02T16:00:00.000Z");
    expect(header).not.toContain("probe-token");
    time.now += 8 * hourMs - 1;
    expect(cookie.read(sentCookie, "session-1")).toMatchObject(signIn);
    expect(cookie.read(sentCookie, "session-2")).toBeUndefined();
    time.now += 1;
    expect(cookie.read(sentCookie, "session-1")).toBeUndefined();
  });

  it("see R0-224 is ignored when it was changed, truncated or sent twice", () => {
    const { cookie } = cookieAt("http://localhost:8080");
    const [sentCookie = ""] = cookie.issue("session-1", signIn).header.split(";", 1);
    const [name = "", value = ""] = sentCookie.split("=");
    const flipped = [...value].map((letter, at) => (at === 40 ? (letter === "A" ? "B" : "A") : letter));
    const invalidCookies = [
      undefined,
      `${name}=`,
      `${name}=${flipped.join("")}`,
      `${name}=${value.slice(0, -10)}`,
      `${sentCookie}; ${sentCookie}`,
    ];
    for (const header of invalidCookies) expect(cookie.read(header, "session-1")).toBeUndefined();
    expect(cookie.read(`theme=dark; ${sentCookie}`, "session-1")).toMatchObject(signIn);
  });

  it("is sent only over https if the portal uses https", () => {
    const { cookie } = cookieAt("https://praxis.example.org");
    expect(cookie.issue("session-1", signIn).header).toMatch(
      /^__Secure-portal-legacy=[\w-]+; Path=\/api; HttpOnly; SameSite=Strict; Secure; Max-Age=28800$/,
    );
  });
});
