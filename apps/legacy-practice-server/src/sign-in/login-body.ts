/** The body of a login. `connectionInfo` describes the caller's device; this server only requires its presence. */
export type LoginBody = { username: string; password: string; praxisId: string };

/** Returns undefined when the text is not a complete login. */
export function parseLoginBody(text: string): LoginBody | undefined {
  const body = parseObject(text);
  const { username, password, praxisId, connectionInfo } = body ?? {};
  if (!isText(username) || !isText(password) || !isText(praxisId) || !isObject(connectionInfo))
    return undefined;
  return { username, password, praxisId };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
