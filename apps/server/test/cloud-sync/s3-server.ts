import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import S3rver from "s3rver";

const keyId = "S3RVER";
const secret = "S3RVER";

/**
 * Starts a server that speaks the S3 protocol. It refuses requests whose signature is wrong, which s3rver itself
 * accepts.
 */
export async function startS3Server(directory: string, bucket: string) {
  const s3 = new S3rver({
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  await s3.configureBuckets();
  const handle = s3.callback();
  const server = createServer((request, response) => {
    if (isSigned(request)) handle(request, response);
    else response.writeHead(403).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${bucket}`,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Returns whether a request has a valid signature, version 4. */
function isSigned({ method = "", url = "", headers }: IncomingMessage): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d+)\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? "",
    );
  const [, id, day = "", region = "", names = "", signature] = parts ?? [];
  if (id !== keyId) return false;
  const values = names.split(";").map((name) => `${name}:${String(headers[name])}\n`);
  const hash = String(headers["x-amz-content-sha256"]);
  const canonical = [method, url.split("?")[0], url.split("?")[1] ?? "", values.join(""), names, hash].join(
    "\n",
  );
  const digest = createHash("sha256").update(canonical).digest("hex");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, digest].join("\n");
  const signing = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secret}`, day));
  return hmac(signing, text).toString("hex") === signature;
}
