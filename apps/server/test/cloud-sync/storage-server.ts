import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** Running storage server, with its received requests and the settings of its responses. */
export type StorageServer = Awaited<ReturnType<typeof startStorageServer>>;

/** Starts an https server that stores files by PUT and deletes them by DELETE. Its certificate is trusted. */
export async function startStorageServer(folder: string) {
  const trusted = getCACertificates("default");
  const path = (name: string) => join(folder, name);
  execFileSync(
    "openssl",
    [
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
      ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
      ["-keyout", path("key.pem"), "-out", path("cert.pem")],
    ].flat(),
    { stdio: "ignore" },
  );
  const cert = readFileSync(path("cert.pem"), "utf8");
  setDefaultCACertificates([...trusted, cert]);
  const files = new Map<string, Buffer>();
  const requests: IncomingMessage[] = [];
  const storage = {
    files,
    requests,
    /** Status of the next responses. With 0, the server stores and deletes files. */
    refusal: 0,
    /** True if requests get no response and have no effect. */
    isHolding: false,
    /** Certificate for other processes. */
    certFile: path("cert.pem"),
    url: "",
    async stop() {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  const server = createServer({ cert, key: readFileSync(path("key.pem")) }, (request, response) => {
    requests.push(request);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (storage.isHolding) return;
      response.statusCode = storage.refusal || 201;
      if (storage.refusal === 0 && request.method === "PUT")
        files.set(String(request.url), Buffer.concat(chunks));
      if (storage.refusal === 0 && request.method === "DELETE") files.delete(String(request.url));
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  storage.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return storage;
}
