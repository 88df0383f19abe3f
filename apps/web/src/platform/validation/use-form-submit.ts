import { useRef, useState, type FormEvent, type RefObject } from "react";
import { useTranslations } from "use-intl";
import { useFocusFirstError } from "../../ui/use-focus-first-error.ts";
import { isApiError, type ApiError } from "../api-client/api-error.ts";
import type { FieldErrors } from "./validate.ts";

export interface FormSubmit {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Messages by field, from validation before sending or from the server. */
  readonly errors: FieldErrors;
  /** An error that belongs to no field. */
  readonly failure: string | null;
  readonly busy: boolean;
  readonly submit: (event?: FormEvent) => void;
  /** Clears all errors. */
  readonly clear: () => void;
}

export interface FormHandlers {
  /** Validates before anything is sent. */
  readonly validate: () => Promise<FieldErrors>;
  readonly onSubmit: () => Promise<void>;
  /** Replaces the server's message; undefined keeps it. */
  readonly mapError?: (error: ApiError) => string | undefined;
}

/**
 * Submits a form, one submission at a time. Errors are shown at their fields, the first of which receives
 * focus, and no input is lost.
 */
export function useFormSubmit({ validate, onSubmit, mapError }: FormHandlers): FormSubmit {
  const common = useTranslations("common");
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useFocusFirstError(form, errors);

  function show(error: unknown): void {
    const problem = isApiError(error) ? error : undefined;
    const fields = problem?.problem?.errors ?? [];
    if (fields.length > 0) setErrors(Object.fromEntries(fields.map((each) => [each.path, each.message])));
    const own = problem && mapError?.(problem);
    if (own !== undefined) setFailure(own);
    else if (fields.length === 0) setFailure(problem?.message || common("error.title"));
  }

  async function run(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const found = await validate();
      setErrors(found);
      if (Object.keys(found).length === 0) await onSubmit();
    } catch (error) {
      // The user closed the question for a proof of identity: nothing was sent, and nothing went wrong.
      if (!isApiError(error, "STEP_UP_REQUIRED")) show(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    form,
    errors,
    failure,
    busy,
    submit(event) {
      event?.preventDefault();
      if (!busy) void run();
    },
    clear() {
      setErrors({});
      setFailure(null);
    },
  };
}
