import { QueryClient, useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { ApiError } from "../api-client/api-error.ts";
import type { FieldErrors } from "../validation/validate.ts";
import { type Failure, failureOf, failureText } from "./failure-policy.ts";
import { useNotify } from "../notifications/use-notify.ts";
import { createSubmissionKeys } from "./submission-keys.ts";

/** One submission of a change. */
export interface Submission {
  readonly idempotencyKey: string;
}

/** Options for showing the errors of a change, beyond the shared policy. */
export interface FailureOptions {
  /** Returns a replacement for the server's message, or undefined to keep it. */
  readonly mapError?: ((error: ApiError) => string | undefined) | undefined;
  /**
   * Called if the record changed since the user saw it. Reloads the record, so that the next attempt is based on the
   * current version. The input is kept. Without a handler, a conflict is shown like any problem.
   */
  readonly onConflict?: (() => Promise<unknown> | void) | undefined;
  /** Returns the text for a failure that is not a failed call, for example of a device. */
  readonly mapUnknown?: ((error: unknown) => string) | undefined;
  /** Names the fields of a problem that the server reports without one. */
  readonly errorFields?: ((error: ApiError) => FieldErrors) | undefined;
  /** Called after a failure other than a canceled step-up. `fields` contains the messages that belong to fields. */
  readonly onFailure?: ((error: ApiError, fields: FieldErrors) => void) | undefined;
}

export interface AppMutationOptions<Input, Result> extends FailureOptions {
  readonly mutate: (input: Input, submission: Submission) => Promise<Result>;
  readonly onSuccess?: ((result: Result, input: Input) => Promise<unknown> | void) | undefined;
  /** Shows a failure as a toast with this title if the page has no place for it, as for a change from a menu. */
  readonly toastTitle?: string | undefined;
}

export interface AppMutation<Input> {
  /** Runs one change at a time. Never rejects, and resolves with whether the change succeeded. */
  readonly run: (input: Input) => Promise<boolean>;
  readonly busy: boolean;
  /** The input of the running change. */
  readonly pending: Input | undefined;
  /** An error that belongs to no field. */
  readonly failure: string | null;
  readonly fieldErrors: FieldErrors;
  /** True if the record changed concurrently and has been reloaded. */
  readonly isConflict: boolean;
  /** Clears the failure. */
  readonly reset: () => void;
}

// A separate client, because changes share nothing with the cached queries and pages before sign-in make changes as
// well. Input may contain passwords, so nothing is kept after the component is unmounted.
const mutationClient = new QueryClient({
  defaultOptions: { mutations: { retry: false, networkMode: "always", gcTime: 0 } },
});

const noFieldErrors: FieldErrors = {};

/** Changes something on the server. Every change in the portal follows the same error policy. */
export function useAppMutation<Input = void, Result = unknown>(
  options: AppMutationOptions<Input, Result>,
): AppMutation<Input> {
  const { mutate, onSuccess, mapError, mapUnknown, errorFields, onConflict, onFailure, toastTitle } = options;
  const common = useTranslations("common");
  const { notify } = useNotify();
  const [keys] = useState(createSubmissionKeys);
  const [isHandled, setHandled] = useState(false);
  // Set before the next render, so that a second press is ignored.
  const isRunning = useRef(false);
  const textOf = (error: unknown) => {
    const failure = failureOf(error, errorFields);
    const unknownText = failure.kind === "unknown" ? mapUnknown?.(error) : undefined;
    const texts = { offline: common("error.offline"), unknown: unknownText ?? common("error.title") };
    return failureText(failure, texts, mapError);
  };
  // A toast has no fields, so it shows their messages as well.
  const notifyFailure = (title: string, error: unknown, fields: FieldErrors) => {
    const message = textOf(error) ?? Object.values(fields).join(" ");
    if (message !== "") notify({ type: "error", title, message });
  };
  const mutation = useMutation<Result, unknown, Input>(
    {
      async mutationFn(input) {
        setHandled(false);
        const result = await mutate(input, { idempotencyKey: keys.keyFor(input) });
        keys.settle();
        await onSuccess?.(result, input);
        return result;
      },
      async onError(error) {
        keys.settleBy(error);
        const failure = failureOf(error, errorFields);
        const fields = failure.kind === "fields" ? failure.fields : noFieldErrors;
        if ("error" in failure) onFailure?.(failure.error, fields);
        if (toastTitle !== undefined) notifyFailure(toastTitle, error, fields);
        if (failure.kind !== "conflict" || onConflict === undefined) return;
        await onConflict();
        setHandled(true);
      },
    },
    mutationClient,
  );
  const failure: Failure = mutation.isError ? failureOf(mutation.error, errorFields) : { kind: "declined" };
  const isConflict = failure.kind === "conflict" && isHandled;
  return {
    async run(input) {
      if (isRunning.current) return false;
      isRunning.current = true;
      try {
        await mutation.mutateAsync(input);
        return true;
      } catch {
        // The error is shown according to the policy.
        return false;
      } finally {
        isRunning.current = false;
      }
    },
    busy: mutation.isPending,
    pending: mutation.isPending ? mutation.variables : undefined,
    failure: mutation.isError && !isConflict ? textOf(mutation.error) : null,
    fieldErrors: failure.kind === "fields" ? failure.fields : noFieldErrors,
    isConflict,
    reset: mutation.reset,
  };
}
