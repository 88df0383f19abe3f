import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { notificationChannel } from "../src/platform/realtime/bus/postgres-driver.ts";
import type { TestApp } from "./test-app.ts";
import { TestClient } from "./test-client.ts";

/** Text that remains after a request, with its location. */
export interface Trace {
  /** `table.column`, "log", "mail to …", "answer of …", "metrics", "file …", "process", "notification". */
  readonly location: string;
  readonly text: string;
}

/** Client that records every response, including headers. */
export class RecordingClient extends TestClient {
  readonly answers: Trace[];

  constructor(testApp: TestApp, answers: Trace[], kind: "browser" | "client" = "client") {
    super(testApp, kind);
    this.answers = answers;
  }

  override async fetch(
    path: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const response = await super.fetch(path, init);
    const route = path.split("?", 1)[0]?.replaceAll(/[0-9a-f-]{36}/g, "{id}") ?? "";
    const location = `answer of ${init.method ?? "GET"} ${route} ${response.status}`;
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    this.answers.push({ location, text: `${head}\n${await response.clone().text()}` });
    return response;
  }
}

/**
 * Records every version of every row from now on, even of rows that are deleted later, such as queued mails and used
 * tokens. Tables and columns come from the catalog, so new ones are covered automatically.
 */
export async function recordWrites(
  testApp: TestApp,
): Promise<{ traces(): Promise<Trace[]>; stop(): Promise<void> }> {
  const owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  );
  await owner.query(`
    create table written (location text not null, value text not null);
    create function note_write() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      -- Rows of a partition belong to its table.
      insert into written select coalesce(
          (select inhparent::regclass::text from pg_inherits where inhrelid = tg_relid), tg_table_name
        ) || '.' || key, value
        from jsonb_each_text(to_jsonb(new)) where value is not null;
      return null;
    end $$;`);
  for (const { name } of tables) {
    await owner.query(
      `create trigger note_write after insert or update on ${name} for each row execute function note_write()`,
    );
  }
  const notified: Trace[] = [];
  owner.on("notification", ({ payload = "" }) => notified.push({ location: "notification", text: payload }));
  await owner.query(`listen ${notificationChannel}`);
  return {
    traces: async () => {
      const { rows } = await owner.query<Trace>(
        "select location, string_agg(distinct value, E'\\n') as text from written group by location",
      );
      const { rows: statements } = await owner.query<Trace>(
        "select 'statement' as location, query as text from pg_stat_activity where query is not null",
      );
      return [...rows, ...statements, ...notified];
    },
    stop: () => owner.end(),
  };
}

/** Returns all traces outside the database in which a secret could remain. */
export async function tracesOutsideDatabase(testApp: TestApp): Promise<Trace[]> {
  const metrics = await fetch(new URL("/metrics", testApp.baseUrl));
  const files = await readdir(testApp.dataDir, { recursive: true, withFileTypes: true });
  const storedTraces = await Promise.all(
    files
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }): Promise<Trace> => {
        const text = await readFile(join(parentPath, name), "utf8");
        return {
          location: parentPath.endsWith("mail") ? mailLocation(text) : `file ${name}`,
          text: decodeMail(text),
        };
      }),
  );
  return [
    ...testApp.logLines.map((text) => ({ location: "log", text })),
    { location: "metrics", text: await metrics.text() },
    { location: "process", text: [process.title, ...process.argv, JSON.stringify(process.env)].join("\n") },
    ...storedTraces,
  ];
}

function mailLocation(mail: string): string {
  return `mail to ${/^To: .*?([\w.+-]+@[\w.-]+)/im.exec(mail)?.[1] ?? "unknown"}`;
}

/** Decodes quoted-printable. */
function decodeMail(text: string): string {
  return text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

/**
 * Returns the encodings in which a secret could be stored. For a long random secret, its beginning alone counts as a
 * leak.
 */
function encodingsOf(secret: string): string[] {
  const needle = /^[\w-]{40,}$/.test(secret) ? secret.slice(0, 20) : secret;
  const bytes = Buffer.from(needle);
  return [
    needle,
    bytes.toString("hex"),
    bytes.toString("base64url").slice(0, -1),
    encodeURIComponent(needle),
    JSON.stringify(needle).slice(1, -1),
    ...(needle === secret ? [] : [Buffer.from(secret, "base64url").toString("hex")]),
  ];
}

/** Returns the sorted, distinct places that contain a text in any encoding, ignoring case. */
export function locationsOf(secret: string, traces: readonly Trace[]): string[] {
  const forms = encodingsOf(secret).map((form) => form.toLowerCase());
  const matches = traces.filter(({ text }) => forms.some((form) => text.toLowerCase().includes(form)));
  return [...new Set(matches.map(({ location }) => location))].toSorted();
}
