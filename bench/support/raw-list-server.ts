import { createServer } from "node:http";
import pg from "pg";

/**
 * The baseline for the list endpoint: node:http and pg with a named statement, rows and JSON.stringify. It has no
 * authentication, permissions, row-level security (the owner's policy sees all rows), count or log.
 */
const pool = new pg.Pool({ connectionString: process.env["RAW_DATABASE_URL"] ?? "", max: 16 });

const statement = `select person_id, username, email, first_name, last_name, role, permissions, organization_id, status,
  department, phone, two_factor_enabled, failed_login_attempts, locked_until, blocked_at, valid_until, last_login_at,
  joined_at, created_at
  from membership where organization_id = $1 and status <> 'removed'
  order by last_name collate "de-x-icu", first_name collate "de-x-icu", person_id limit 20`;

const server = createServer((request, response) => {
  if (request.url === "/plain") {
    response
      .setHeader("content-type", "application/json; charset=utf-8")
      .end(JSON.stringify({ status: "ok" }));
    return;
  }
  pool.query({ name: "list", text: statement, values: [process.env["RAW_ORGANIZATION_ID"]] }).then(
    ({ rows }) => response.setHeader("content-type", "application/json").end(JSON.stringify({ data: rows })),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

server.listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
