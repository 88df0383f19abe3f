import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyAddress } from "./address-class.ts";
import {
  checkOutgoingUrl,
  OutgoingRefusedError,
  type OutgoingRules,
  type RefusalReason,
} from "./outgoing-rules.ts";

const rules: OutgoingRules = {
  allowedOrigins: new Set(["http://192.168.1.20:11434", "https://ki.praxis.lan", "http://169.254.169.254"]),
  allowsLoopback: false,
};

function refusal(value: string, by: OutgoingRules = rules): RefusalReason | "allowed" {
  try {
    checkOutgoingUrl(value, by);
    return "allowed";
  } catch (error) {
    if (error instanceof OutgoingRefusedError) return error.reason;
    throw error;
  }
}

describe("an address entered by a user", () => {
  it.each([
    "https://api.eu.mistral.ai/v1",
    "https://praxis.openai.azure.com/openai/v1",
    "https://hooks.example.org:8443/a?b=c",
    "https://1.1.1.1/",
    "https://[2606:4700:4700::1111]/",
    "https://ki.example.org./",
    "http://192.168.1.20:11434/v1",
    "https://ki.praxis.lan/v1",
  ])("N45 is accepted if it is %s", (value) => {
    expect(refusal(value)).toBe("allowed");
  });

  it.each([
    ["", "invalid"],
    ["praxis", "invalid"],
    ["https://", "invalid"],
    ["https://[fe80::1%25eth0]/", "invalid"],
    ["https://[::1/", "invalid"],
    ["https://256.1.1.1/", "invalid"],
    ["http://api.example.org/", "scheme"],
    ["ftp://api.example.org/", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["gopher://127.0.0.1:25/", "scheme"],
    ["data:text/plain,x", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["unix:/var/run/docker.sock", "scheme"],
    ["https://user@api.example.org/", "credentials"],
    ["https://user:geheim@api.example.org/", "credentials"],
    ["https://:geheim@api.example.org/", "credentials"],
    ["http://user:geheim@192.168.1.20:11434/", "credentials"],
    ["https://api.example.org:22/", "port"],
    ["https://api.example.org:5432/", "port"],
    ["https://api.example.org:80/", "port"],
    ["https://ki.praxis.lan:8080/", "port"],
    ["http://192.168.1.20:11435/", "scheme"],
    ["https://localhost/", "name"],
    ["https://LOCALHOST./", "name"],
    ["https://a.localhost/", "name"],
    ["https://printer.local/", "name"],
    ["https://metadata.google.internal/", "name"],
    ["https://fritz.box.home.arpa/", "name"],
    ["https://datenbank/", "name"],
    ["http://169.254.169.254/", "address"],
  ] as const)("N45 is rejected if it is %j (%s)", (value, reason) => {
    expect(refusal(value)).toBe(reason);
  });

  it("N45 is recognized in every notation of its numbers", () => {
    const forms: readonly ((value: number) => string)[] = [
      (value) => String(value),
      (value) => `0x${value.toString(16)}`,
      (value) => `0X${value.toString(16).padStart(9, "0")}`,
      (value) => `0${value.toString(8)}`,
    ];
    const form = fc.constantFrom(...forms);
    const address = fc.oneof(
      fc.ipV4(),
      fc.constantFrom("127.0.0.1", "10.1.2.3", "169.254.169.254", "0.0.0.0"),
    );
    fc.assert(
      fc.property(
        address,
        form,
        form,
        form,
        form,
        fc.integer({ min: 1, max: 4 }),
        (dotted, a, b, c, d, parts) => {
          const bytes = dotted.split(".").map(Number);
          // The last part contains all remaining bytes.
          const lastPart = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
          const values = [...bytes.slice(0, parts - 1), lastPart];
          const host = values.map((value, index) => ([a, b, c, d][index] ?? a)(value)).join(".");
          const isOutside = classifyAddress(dotted) === "public";
          expect(refusal(`https://${host}/`), host).toBe(isOutside ? "allowed" : "address");
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("N45 is not quoted in its rejection, because it may contain a password", () => {
    expect(() => checkOutgoingUrl("https://user:geheim@api.example.org/", rules)).toThrow(
      /^outgoing call refused: credentials$/,
    );
  });

  it("N45 may be this machine if that is allowed, but no other internal address", () => {
    const here = { ...rules, allowsLoopback: true };
    for (const value of ["http://127.0.0.1:11434/", "http://localhost:1/", "https://[::1]:9/"]) {
      expect(refusal(value)).not.toBe("allowed");
      expect(refusal(value, here)).toBe("allowed");
    }
    for (const value of ["http://192.168.1.21/", "http://127.0.0.1.example.org/", "http://a.localhost/"]) {
      expect(refusal(value, here)).toBe("scheme");
    }
    for (const value of ["https://10.0.0.1/", "https://[::ffff:10.0.0.1]/", "https://0.0.0.0/"]) {
      expect(refusal(value, here)).toBe("address");
    }
  });
});
