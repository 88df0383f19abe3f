import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { ConfigError, type Settings } from "./settings.ts";

/** Reads the certificate and key. Throws if one of them is missing, unreadable or not PEM, or if they do not match. */
export function readTlsFiles(settings: Settings): { cert: string; key: string } | undefined {
  const [cert, key] = (["TLS_CERT_FILE", "TLS_KEY_FILE"] as const).map((name) => {
    const file = settings[name];
    return file === undefined ? undefined : readSetFile(name, file);
  });
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined) throw new ConfigError("TLS_CERT_FILE", "is missing while TLS_KEY_FILE is set");
  if (key === undefined) throw new ConfigError("TLS_KEY_FILE", "is missing while TLS_CERT_FILE is set");
  for (const [name, parts] of [
    ["TLS_CERT_FILE", { cert }],
    ["TLS_KEY_FILE", { key }],
    ["TLS_KEY_FILE", { cert, key }],
  ] as const) {
    try {
      createSecureContext(parts);
    } catch {
      throw new ConfigError(
        name,
        "cert" in parts && "key" in parts ? "does not belong to TLS_CERT_FILE" : "is not in PEM form",
      );
    }
  }
  return { cert, key };
}

function readSetFile(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      name,
      code === "ENOENT" ? `there is no file ${file}` : `${file} cannot be read (${code})`,
    );
  }
}
