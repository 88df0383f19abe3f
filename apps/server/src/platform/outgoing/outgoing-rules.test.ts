import { describe, expect, it } from "vitest";
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

describe("an address that somebody typed in", () => {
  it.each([
    "https://api.eu.mistral.ai/v1",
    "https://praxis.openai.azure.com/openai/v1",
    "https://hooks.example.org:8443/a?b=c",
    "https://1.1.1.1/",
    "https://[2606:4700:4700::1111]/",
    "https://ki.example.org./",
    "http://192.168.1.20:11434/v1",
    "https://ki.praxis.lan/v1",
  ])("N45 is allowed when it is %s", (value) => {
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
  ] as const)("N45 is refused when it is %j (%s)", (value, reason) => {
    expect(refusal(value)).toBe(reason);
  });

  it("N45 is refused without its words, which may hold a password", () => {
    expect(() => checkOutgoingUrl("https://user:geheim@api.example.org/", rules)).toThrow(
      /^outgoing call refused: credentials$/,
    );
  });

  it("N45 may be this machine where that is allowed, and nothing else inside", () => {
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
