import { createServer } from "node:http";
import { Pool } from "undici";

/**
 * The baseline for the gateway: node:http in front, undici behind, and bytes passed through unchanged. It has no
 * authentication, quota, billing or log.
 */
const pool = new Pool(process.env["UPSTREAM"] ?? "", { connections: 2_000, pipelining: 1 });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    pool.dispatch(
      {
        method: "POST",
        path: "/v1/chat/completions",
        headers: { "content-type": "application/json" },
        body: Buffer.concat(chunks),
      },
      {
        onRequestStart: (controller) => {
          response.once("close", () => {
            if (!response.writableEnded) controller.abort(new Error("The client disconnected"));
          });
          response.on("drain", () => controller.resume());
        },
        onResponseStart: (_controller, status, headers) => {
          response.writeHead(status, { "content-type": String(headers["content-type"]) });
        },
        onResponseData: (controller, bytes) => {
          if (!response.write(bytes)) controller.pause();
        },
        onResponseEnd: () => response.end(),
        onResponseError: () => response.destroy(),
      },
    );
  });
});

server.listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
