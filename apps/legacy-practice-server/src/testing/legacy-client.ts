import type { LegacyPracticeServer } from "../legacy-practice-server.ts";

const connectionInfo = { publicIp: "192.0.2.1", userAgent: "Test", platform: "Linux" };

/** A row of a list, with the German names of the server. */
export type Row = Readonly<Record<string, unknown>>;

export function logIn(
  server: LegacyPracticeServer,
  username: string,
  password: string,
  praxisId = server.praxisId,
): Promise<Response> {
  return postLogin(server, JSON.stringify({ username, password, praxisId, connectionInfo }));
}

export function postLogin(server: LegacyPracticeServer, body: string): Promise<Response> {
  return fetch(`${server.url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
}

/** Signs in with the first documented account and returns the token. */
export async function tokenOf(server: LegacyPracticeServer): Promise<string> {
  const [account] = server.accounts;
  const response = await logIn(server, account?.username ?? "", account?.password ?? "");
  const { token } = (await response.json()) as { token: string };
  return token;
}

export function get(
  server: LegacyPracticeServer,
  path: string,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
  });
}

export async function patientsOf(server: LegacyPracticeServer, token: string): Promise<Row[]> {
  const { data } = (await (await get(server, "/api/patienten", token)).json()) as { data: Row[] };
  return data;
}
