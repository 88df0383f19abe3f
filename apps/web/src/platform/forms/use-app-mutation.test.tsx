// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ApiError, type ApiErrorCode, noResponseError } from "../api-client/api-error.ts";
import { I18nProvider } from "../i18n/i18n-provider.tsx";
import { ensureMessages } from "../i18n/store.ts";
import { notificationStore } from "../notifications/notifications.store.ts";
import { createSubmissionKeys } from "./submission-keys.ts";
import { type AppMutationOptions, useAppMutation } from "./use-app-mutation.ts";

beforeAll(() => ensureMessages("common"));
afterEach(cleanup);

function problem(status: number, code: ApiErrorCode, ...paths: string[]): ApiError {
  const errors = paths.map((path) => ({ path, code: "required", message: `Text zu ${path}` }));
  const document = { message: "Text des Servers", requestId: "r-1", errors };
  return new ApiError({ status, code, problem: document as never, retryAfterMs: null });
}

type Options = Omit<AppMutationOptions<void, unknown>, "mutate">;

function Probe({ mutate, options }: { mutate: () => Promise<unknown>; options: Options }) {
  const change = useAppMutation({ ...options, mutate });
  const [ended, setEnded] = useState(false);
  return (
    <>
      <button
        type="button"
        disabled={change.busy}
        onClick={() => void change.run().then(() => setEnded(true))}
      >
        Los
      </button>
      <output>
        {JSON.stringify({
          failure: change.failure,
          fields: change.fieldErrors,
          conflict: change.isConflict,
          ended,
        })}
      </output>
    </>
  );
}

/** Runs a change that fails with `error`, and returns the resulting state for the component. */
async function afterFailure(error: unknown, options: Options = {}): Promise<unknown> {
  const mutate = vi.fn<() => Promise<unknown>>().mockRejectedValue(error);
  render(
    <I18nProvider>
      <Probe mutate={mutate} options={options} />
    </I18nProvider>,
  );
  fireEvent.click(screen.getByRole("button"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain('"ended":true'));
  expect(mutate).toHaveBeenCalledOnce();
  const { ended: _ended, ...state } = JSON.parse(screen.getByRole("status").textContent ?? "") as {
    ended: boolean;
  };
  return state;
}

const noFailure = { failure: null, fields: {}, conflict: false };

describe("R0-22 the error policy of all changes", () => {
  it("shows field errors at their fields only", async () => {
    expect(await afterFailure(problem(400, "VALIDATION_FAILED", "email", "role.type"))).toEqual({
      ...noFailure,
      fields: { email: "Text zu email", "role.type": "Text zu role.type" },
    });
  });

  it("shows a problem of one field at that field, even if the server does not name the field", async () => {
    const errorFields = ({ message }: ApiError) => ({ current: message });
    expect(await afterFailure(problem(400, "PASSWORD_INCORRECT"), { errorFields })).toEqual({
      ...noFailure,
      fields: { current: "Text des Servers" },
    });
  });

  it("shows the server's text of a problem, or the caller's", async () => {
    expect(await afterFailure(problem(409, "ALREADY_EXISTS"))).toEqual({
      ...noFailure,
      failure: "Text des Servers",
    });
    cleanup();
    const mapError = ({ code }: ApiError) => (code === "ALREADY_EXISTS" ? "Schon vergeben" : undefined);
    expect(await afterFailure(problem(409, "ALREADY_EXISTS"), { mapError })).toEqual({
      ...noFailure,
      failure: "Schon vergeben",
    });
  });

  it("shows nothing after a canceled step-up", async () => {
    const onFailure = vi.fn<() => void>();
    expect(await afterFailure(problem(403, "STEP_UP_REQUIRED"), { onFailure })).toEqual(noFailure);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it("reloads the record after a version conflict", async () => {
    const onConflict = vi.fn<() => Promise<void>>(() => Promise.resolve());
    expect(await afterFailure(problem(412, "PRECONDITION_FAILED"), { onConflict })).toEqual({
      ...noFailure,
      conflict: true,
    });
    expect(onConflict).toHaveBeenCalledOnce();
  });

  it("shows a version conflict as a problem if the page cannot reload the record", async () => {
    expect(await afterFailure(problem(412, "PRECONDITION_FAILED"))).toEqual({
      ...noFailure,
      failure: "Text des Servers",
    });
  });

  it("shows a failure as a toast if the page has no place for it, except a canceled step-up", async () => {
    const toastTitle = "Nicht gesendet";
    await afterFailure(problem(403, "STEP_UP_REQUIRED"), { toastTitle });
    expect(notificationStore.getState().items).toEqual([]);
    cleanup();
    await afterFailure(problem(409, "ALREADY_EXISTS"), { toastTitle });
    expect(notificationStore.getState().items).toMatchObject([
      { type: "error", title: "Nicht gesendet", message: "Text des Servers" },
    ]);
  });

  it("shows the messages of fields in the toast if the page has no fields", async () => {
    notificationStore.setState({ items: [], toasts: [] });
    await afterFailure(problem(400, "VALIDATION_FAILED", "email", "reason"), {
      toastTitle: "Nicht gesendet",
    });
    expect(notificationStore.getState().items).toMatchObject([
      { type: "error", title: "Nicht gesendet", message: "Text zu email Text zu reason" },
    ]);
  });

  it("shows that the portal cannot be reached", async () => {
    for (const code of ["NETWORK_ERROR", "TIMEOUT"] as const) {
      expect(await afterFailure(noResponseError(code))).toEqual({
        ...noFailure,
        failure: "Das Portal ist gerade nicht erreichbar. Bitte versuchen Sie es noch einmal.",
      });
      cleanup();
    }
  });

  it("shows a general text for other errors", async () => {
    expect(await afterFailure(new TypeError("chunk"))).toEqual({
      ...noFailure,
      failure: "Das hat nicht geklappt",
    });
  });
});

describe("the key of a submission", () => {
  it("R0-21 stays the same while the outcome is unknown, and is new for changed input or after a response", () => {
    const keys = createSubmissionKeys();
    const first = keys.keyFor({ name: "a" });
    keys.settleBy(noResponseError("TIMEOUT"));
    keys.settleBy(problem(503, "INTERNAL_ERROR"));
    expect(keys.keyFor({ name: "a" })).toBe(first);
    const changed = keys.keyFor({ name: "b" });
    expect(changed).not.toBe(first);
    keys.settleBy(problem(409, "ALREADY_EXISTS"));
    const afterResponse = keys.keyFor({ name: "b" });
    expect(afterResponse).not.toBe(changed);
    keys.settle();
    expect(keys.keyFor({ name: "b" })).not.toBe(afterResponse);
  });
});
