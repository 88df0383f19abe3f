import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import type { SignedIn } from "@praxisportal/contract/auth/auth.schema";
import { type Endpoint, pathOf, type ResultOf } from "@praxisportal/contract/endpoint";
import type { Problem } from "@praxisportal/contract/errors";
import { readResponse } from "./contract-response.ts";
import { testPassword } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

type RequestInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** File of a call that accepts a form. */
  file?: Buffer;
  headers?: Record<string, string>;
};

/** Response whose body was checked against the contract. */
export type TestResponse<E extends Endpoint> = {
  status: number;
  headers: Headers;
  /** Parsed body of a success. Reading it after an error makes the test fail. */
  readonly result: ResultOf<E>;
  /** Problem of an error. Reading it after a success makes the test fail. */
  readonly problem: Problem;
};

/**
 * HTTP client of the real server. Every response is parsed with the schema that its endpoint declares for the status,
 * and an error must be declared or universal. A response that breaks the contract makes the test fail.
 */
export class TestClient {
  readonly #testApp: TestApp;
  /** Kind of client. Browsers send Origin and cookies, and other clients send neither. */
  readonly kind: "browser" | "client";
  accessToken: string | undefined;
  refreshToken: string | undefined;
  cookie: string | undefined;
  headers: Record<string, string> = {};

  constructor(testApp: TestApp, kind: "browser" | "client" = "client") {
    this.#testApp = testApp;
    this.kind = kind;
  }

  /** Makes a call and checks its response against the contract. */
  async call<const E extends Endpoint>(endpoint: E, input: RequestInput = {}): Promise<TestResponse<E>> {
    const url = new URL(pathOf(endpoint, input.params), this.#testApp.baseUrl);
    for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, String(value));
    const isJson = endpoint.upload === undefined && input.body !== undefined;
    const response = await this.fetch(url.pathname + url.search, {
      method: endpoint.method,
      ...(isJson ? { body: JSON.stringify(input.body) } : {}),
      ...(endpoint.upload === undefined ? {} : { body: formOf(endpoint.upload, input) }),
      headers: { ...(isJson ? { "content-type": "application/json" } : {}), ...input.headers },
    });
    const text = await response.text();
    return checkResponse(endpoint, response, text);
  }

  /** Sends a raw request with this client's credentials. */
  async fetch(
    path: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const response = await fetch(new URL(path, this.#testApp.baseUrl), {
      ...init,
      headers: {
        ...(this.accessToken ? { authorization: `Bearer ${this.accessToken}` } : {}),
        ...(this.kind === "browser" ? { origin: this.#testApp.origin, "sec-fetch-site": "same-origin" } : {}),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...this.headers,
        ...init.headers,
      },
    });
    const setCookie = response.headers.get("set-cookie");
    if (setCookie !== null) this.cookie = setCookie.split(";", 1)[0] ?? "";
    return response;
  }

  /** Signs in and keeps the tokens. The sign-in must succeed without a second step. */
  async signIn(credentials: {
    username?: string | null;
    email?: string | null;
    password?: string;
    organizationId?: string | null;
    rememberMe?: boolean;
  }): Promise<SignedIn> {
    const { result } = await this.call(auth.login, {
      body: {
        ...(credentials.username ? { username: credentials.username } : { email: credentials.email }),
        password: credentials.password ?? testPassword,
        ...(credentials.username && credentials.organizationId
          ? { organizationId: credentials.organizationId }
          : {}),
        ...(credentials.rememberMe === undefined ? {} : { rememberMe: credentials.rememberMe }),
      },
    });
    if (result.requires2FA) throw new Error("the sign-in waits for a second step");
    this.accessToken = result.accessToken;
    this.refreshToken = result.refreshToken;
    return result;
  }

  /** Requests a new access token with this client's refresh secret, and keeps the received tokens. */
  async refresh(
    options: { extend?: true; lastActivityAgoMs?: number } = {},
  ): Promise<TestResponse<typeof auth.refresh>> {
    const secret = this.kind === "client" && this.refreshToken ? { refreshToken: this.refreshToken } : {};
    const response = await this.call(auth.refresh, { body: { ...secret, ...options } });
    if (response.status === 200) {
      this.accessToken = response.result.accessToken;
      this.refreshToken = response.result.refreshToken;
    }
    return response;
  }

  /** Returns an independent client with the same credentials, such as another tab or a thief's copy. */
  copy(): TestClient {
    const clone = new TestClient(this.#testApp, this.kind);
    clone.accessToken = this.accessToken;
    clone.refreshToken = this.refreshToken;
    clone.cookie = this.cookie;
    clone.headers = { ...this.headers };
    return clone;
  }
}

/** Returns the form of an upload, with the fields of the body before the file. */
function formOf(fileField: string, { body, file }: RequestInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value));
  if (file !== undefined) form.set(fileField, new Blob([new Uint8Array(file)]), "file");
  return form;
}

function checkResponse<const E extends Endpoint>(
  endpoint: E,
  response: Response,
  text: string,
): TestResponse<E> {
  const { status, headers } = response;
  const where = `${endpoint.name} ${status}`;
  if (status >= 500 && status !== 502 && status !== 503) throw new Error(`${where}: ${text}`);
  const parsed = readResponse(endpoint, { status, contentType: headers.get("content-type"), text });
  return {
    status,
    headers,
    get result() {
      if ("problem" in parsed) throw new Error(`${where}: ${text}`);
      return parsed.result as ResultOf<E>;
    },
    get problem() {
      if ("result" in parsed) throw new Error(`${where} is not an error`);
      return parsed.problem;
    },
  };
}
