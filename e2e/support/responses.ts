import type { Page, Route } from "@playwright/test";

/** Makes matching requests fail at once. The app retries only after 502, 503 and 504. */
export const failCalls = (calls: RegExp) => async (page: Page) => {
  await page.route(calls, (route) => route.fulfill({ status: 500, body: "" }));
};

/** Leaves matching requests without a response. */
export const hangCalls = (calls: RegExp) => async (page: Page) => {
  // The request stays open until the page closes.
  await page.route(calls, () => undefined);
};

/** Calls that return an organization; also the first call of a page, which contains the selected organization. */
export const oneOrganization = /\/api\/v1\/(?:organizations\/[0-9a-f-]{36}|users\/me\/start)$/;

/** Changes these fields of the selected organization in the responses. */
export const changeOrganization = (changes: object) => async (page: Page) => {
  await page.route(oneOrganization, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { organization?: object | null };
    const body =
      json.organization === undefined
        ? { ...json, ...changes }
        : { ...json, organization: json.organization && { ...json.organization, ...changes } };
    await route.fulfill({ response, json: body });
  });
};

/** The member list of an organization. */
export const userList = /\/api\/v1\/organizations\/[^/]+\/users(?:\?|$)/;

/** Answers matching requests with this response, for states that would take several people to create. */
export const respondWith = (calls: RegExp, body: object) => async (page: Page) => {
  await page.route(calls, (route) => route.fulfill({ json: body }));
};

/** Rejects one request with a code of the error catalogue. */
export async function refuse(route: Route, status: number, code: string, message: string): Promise<void> {
  await route.fulfill({
    status,
    contentType: "application/problem+json",
    json: {
      type: "about:blank",
      title: message,
      status,
      detail: message,
      instance: new URL(route.request().url()).pathname,
      code,
      message,
      requestId: "00000000-0000-7000-8000-000000000000",
    },
  });
}

/** Rejects matching requests with a code of the error catalogue. */
export const refuseCalls =
  (calls: RegExp, status: number, code: string, message: string) => async (page: Page) => {
    await page.route(calls, (route) => refuse(route, status, code, message));
  };
