/** Code that verifies a delivery at the receiver, one snippet per language. `body` is the raw body before parsing. */
export const receiverSnippets = [
  {
    language: "Node.js",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";

export function verify(secret, headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= 300)) throw new Error("The request is too old");
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const isValid = headers["webhook-signature"].split(" ").some((signature) => {
    const given = Buffer.from(signature.slice("v1,".length), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isValid) throw new Error("The signature is wrong");
  return JSON.parse(body);
}
`,
  },
  {
    language: "PHP",
    code: `<?php
function verify(string $secret, array $headers, string $body): array
{
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('The request is too old');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('The signature is wrong');
}
`,
  },
  {
    language: "Python",
    code: `import base64
import hashlib
import hmac
import json
import time


def verify(secret: str, headers: dict, body: str) -> dict:
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("The request is too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{id}.{timestamp}.{body}".encode()
    expected = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    signatures = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        raise ValueError("The signature is wrong")
    return json.loads(body)
`,
  },
] as const;
