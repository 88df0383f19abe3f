import type { Page } from "@playwright/test";

/** The calls of a list fail. */
export const failing = (calls: RegExp) => async (page: Page) => {
  await page.route(calls, (route) => route.fulfill({ status: 503, body: "" }));
};

/** The calls of a list get no answer. */
export const hanging = (calls: RegExp) => async (page: Page) => {
  // The call stays open until the page goes.
  await page.route(calls, () => undefined);
};

/** One page of the people of a practice. */
export const userList = /\/api\/v1\/organizations\/[^/]+\/users(?:\?|$)/;

/** A call answers this; for a state that takes several people to bring about. */
export const answering = (calls: RegExp, body: object) => async (page: Page) => {
  await page.route(calls, (route) => route.fulfill({ json: body }));
};

/** A call is refused with a code of the catalogue. */
export const refusing =
  (calls: RegExp, status: number, code: string, message: string) => async (page: Page) => {
    await page.route(calls, (route) =>
      route.fulfill({
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
      }),
    );
  };
