import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSecret, signatureOf } from "../webhook-secrets.ts";
import { receiverSnippets } from "./receiver-snippets.ts";

/** Programs that run the snippets. Each verifies the request in a JSON file and prints the type of the event. */
const runs = {
  "Node.js": {
    program: process.execPath,
    file: "verify.mjs",
    call: `
import { readFileSync } from "node:fs";
const { secret, headers, body } = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(verify(secret, headers, body).type);
`,
  },
  PHP: {
    program: "php",
    file: "verify.php",
    call: `
$call = json_decode(file_get_contents($argv[1]), true);
echo verify($call['secret'], $call['headers'], $call['body'])['type'];
`,
  },
  Python: {
    program: "python3",
    file: "verify.py",
    call: `
import sys
with open(sys.argv[1], encoding="utf-8") as file:
    call = json.load(file)
print(verify(call["secret"], call["headers"], call["body"])["type"])
`,
  },
} as const;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "praxisportal snippets-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nowSeconds = () => Math.floor(Date.now() / 1000);

function delivery(secrets: readonly string[], timestamp = nowSeconds()) {
  const id = "01980000-0000-7000-8000-000000000001";
  const body = JSON.stringify({ id, type: "member.added", data: { userId: "Zoë & Jürgen" } });
  const signature = signatureOf(secrets, { id, timestamp, body });
  const headers: Record<string, string> = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature,
  };
  return { body, headers };
}

describe.each(receiverSnippets)("the snippet for $language", ({ language, code }) => {
  const { program, file, call } = runs[language];
  const isMissing = spawnSync(program, ["--version"]).status !== 0;

  /** Returns the type of the verified event, or the error output of the snippet. */
  function verify(secret: string, sent: { body: string; headers: Record<string, string> }): string {
    const input = join(folder, "call.json");
    writeFileSync(input, JSON.stringify({ secret, ...sent }));
    writeFileSync(join(folder, file), code + call);
    try {
      return execFileSync(program, [join(folder, file), input], { encoding: "utf8", stdio: "pipe" }).trim();
    } catch (error) {
      const { stderr = "", stdout = "" } = error as { stderr?: string; stdout?: string };
      return stderr + stdout;
    }
  }

  it.skipIf(isMissing)("R0-145 accepts requests that the portal signs, even with a replaced secret", () => {
    const secret = newSecret();
    expect(verify(secret, delivery([secret]))).toBe("member.added");
    expect(verify(secret, delivery([newSecret(), secret]))).toBe("member.added");
    expect(verify(secret, delivery([secret], nowSeconds() - 270))).toBe("member.added");
  });

  it.skipIf(isMissing)("R0-145 rejects another secret, a changed request and an old request", () => {
    const secret = newSecret();
    const request = delivery([secret]);
    const { headers } = request;
    expect(verify(newSecret(), request)).toContain("The signature is wrong");
    expect(verify(secret, { headers, body: `${request.body} ` })).toContain("The signature is wrong");
    for (const change of [{ "webhook-id": "other" }, { "webhook-timestamp": String(nowSeconds() - 5) }]) {
      expect(verify(secret, { ...request, headers: { ...headers, ...change } })).toContain(
        "The signature is wrong",
      );
    }
    // The second request is from a sender whose clock is ahead.
    for (const seconds of [-301, 330])
      expect(verify(secret, delivery([secret], nowSeconds() + seconds))).toContain("too old");
    const unreadable = verify(secret, { ...request, headers: { ...headers, "webhook-timestamp": "today" } });
    expect(unreadable).not.toContain("member.added");
  });

  // This test also runs where the language is not installed.
  it("see R0-145 signs id, time and body, compares in constant time and checks the age", () => {
    expect(code).toMatch(/hash_equals\(|timingSafeEqual\(|compare_digest\(/);
    expect(code).toMatch(/sha256/);
    expect(code).toMatch(/\bid\}?\.(?:\$?\{|\$)timestamp\}?\.(?:\$?\{|\$)body/);
    expect(code).toMatch(/abs\([^\n]*\n?[^\n]*300/);
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) expect(code).toContain(name);
  });
});
