import type * as z from "zod/mini";
import { useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors as LibraryErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  set,
  useForm,
  useFormState,
  useWatch,
} from "react-hook-form";
import { focusFirstError } from "../../ui/form/focus-first-error.ts";
import type { FieldErrors } from "../validation/validate.ts";
import type { SubmittableForm } from "./app-form.tsx";
import { type FailureOptions, type Submission, useAppMutation } from "./use-app-mutation.ts";

export interface AppFormOptions<Values extends FieldValues, Result> extends FailureOptions {
  /** The initial values. Fields are named by the paths of the contract, to which the errors of the server refer. */
  readonly values: Values;
  /** Loads the contract's schema, which validates `body`. */
  readonly schema?: (() => Promise<z.ZodMiniType>) | undefined;
  /** Returns the request body. The default is the values themselves. */
  readonly body?: ((values: Values) => unknown) | undefined;
  /** Adds to or replaces the errors found by the schema. */
  readonly check?:
    | ((values: Values, fieldErrors: FieldErrors) => FieldErrors | Promise<FieldErrors>)
    | undefined;
  readonly send: (values: Values, submission: Submission) => Promise<Result>;
  readonly onSuccess?: ((result: Result, values: Values) => Promise<unknown> | void) | undefined;
  /** If false, input is discarded without a question. Used for codes, passwords and the reason of a confirmation. */
  readonly keepsInput?: boolean | undefined;
}

/** Props of a field: its value, its error and its change handler. */
export interface FieldBinding<Value> {
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
}

export interface AppFormControl<Values extends FieldValues> extends SubmittableForm {
  readonly values: Values;
  readonly field: <Name extends Path<Values>>(name: Name) => FieldBinding<PathValue<Values, Name>>;
  readonly setValue: <Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>) => void;
  /** Sets a field to its initial value, without an error. */
  readonly clear: (name: Path<Values>) => void;
  /** Messages by dotted path of their field. */
  readonly errors: FieldErrors;
  /** True if the values differ from the initial values. */
  readonly isChanged: boolean;
  /** True if the record changed concurrently and was reloaded. The input is kept. */
  readonly isConflict: boolean;
  /** Resets the form to the values of `base`, without errors. `values` is the input to keep, if it differs. */
  readonly reset: (base: Values, values?: Values) => void;
}

/** Errors reported by the server. They stay until their own field is changed. */
const fromServer = "server";

function nested(errors: FieldErrors): LibraryErrors {
  const result: LibraryErrors = {};
  // Sets parents first, because an error of a whole part must not replace the errors of its fields.
  for (const path of Object.keys(errors).toSorted()) {
    set(result, path, { type: "check", message: errors[path] });
  }
  return result;
}

/**
 * Provides a form. Validates its values with the contract's schema before sending, shows errors at their fields until
 * they are corrected, and moves the focus to the first error. Follows the error policy of all changes.
 */
export function useAppForm<Values extends FieldValues, Result>(
  options: AppFormOptions<Values, Result>,
): AppFormControl<Values> {
  const { schema, body = (values: Values) => values, check, send, keepsInput = true } = options;
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const afterSending = useRef<(() => void) | null>(null);

  async function findErrors(values: Values): Promise<FieldErrors> {
    let fieldErrors: FieldErrors = {};
    if (schema !== undefined) {
      const [{ validate }, loaded] = await Promise.all([import("../validation/validate.ts"), schema()]);
      fieldErrors = await validate(loaded, body(values));
    }
    return check === undefined ? fieldErrors : check(values, fieldErrors);
  }

  const { control, handleSubmit, setValue, setError, clearErrors, trigger, reset } = useForm<Values>({
    defaultValues: options.values as DefaultValues<Values>,
    shouldFocusError: false,
    async resolver(values) {
      const errors = await findErrors(values);
      return Object.keys(errors).length === 0
        ? { values, errors: {} }
        : { values: {}, errors: nested(errors) as LibraryErrors<Values> };
    },
  });
  const values = useWatch({ control }) as Values;
  const { errors: formErrors, isDirty, isSubmitting, submitCount } = useFormState({ control });
  const errors = messagesOf(formErrors);
  // A page that closes after saving must not ask whether to discard, although the form still has its input.
  const [isSaved, setSaved] = useState(false);
  const change = useAppMutation<Values, Result>({
    mutate: send,
    onSuccess(result, input) {
      // A null result means that only one step of a multi-step form was completed.
      if (result !== null) setSaved(true);
      return options.onSuccess?.(result, input);
    },
    mapError: options.mapError,
    mapUnknown: options.mapUnknown,
    onConflict: options.onConflict,
    errorFields: options.errorFields,
    onFailure(error, fields) {
      for (const [path, message] of Object.entries(fields)) {
        setError(path as Path<Values>, { type: fromServer, message });
      }
      options.onFailure?.(error, fields);
    },
  });

  useEffect(() => {
    if (submitCount > 0) focusFirstError(element.current);
  }, [submitCount]);

  function setField<Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>): void {
    setValue(name, value, { shouldDirty: true });
    setSaved(false);
    if (submitCount === 0) return;
    // The change may also correct the error of another field, for example of the repeated password.
    const otherPaths = Object.keys(errors).filter(
      (path) =>
        path.startsWith(name) ||
        name.startsWith(`${path}.`) ||
        get(formErrors, `${path}.type`) !== fromServer,
    );
    void trigger([...new Set([name, ...(otherPaths as Path<Values>[])])]);
  }

  async function submit(): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    change.reset();
    try {
      await handleSubmit((checked) => change.run(checked))();
    } finally {
      sending.current = false;
      afterSending.current?.();
      afterSending.current = null;
    }
  }
  // Messages for fields that this form does not have.
  const others = Object.entries(change.fieldErrors)
    .filter(([path]) => !((path.split(".")[0] ?? "") in values))
    .map(([, message]) => message);

  return {
    element,
    values,
    busy: isSubmitting,
    failure: change.failure ?? (others.length > 0 ? others.join(" ") : null),
    isConflict: change.isConflict,
    isChanged: isDirty,
    isUnsaved: keepsInput && isDirty && !isSubmitting && !isSaved,
    errors,
    field: (name) => ({
      value: get(values, name) as PathValue<Values, typeof name>,
      error: errors[name],
      onChange: (value) => setField(name, value),
    }),
    setValue: setField,
    clear(name) {
      setValue(name, get(options.values, name), { shouldDirty: true });
      clearErrors(name);
    },
    submit: () => void submit(),
    reset(base, kept) {
      const begin = () => {
        change.reset();
        reset(base);
        for (const [name, value] of Object.entries(kept ?? {})) {
          setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
        }
      };
      // The end of the submission would mark the new form as already submitted.
      if (sending.current) afterSending.current = begin;
      else begin();
    },
  };
}

/** Returns the messages of nested errors by dotted path. */
function messagesOf(errors: object, prefix = ""): FieldErrors {
  return Object.assign(
    {},
    ...Object.entries(errors).map(([key, value]: [string, unknown]) => {
      if (typeof value !== "object" || value === null) return {};
      const path = `${prefix}${key}`;
      const ownMessage =
        "message" in value && typeof value.message === "string" ? { [path]: value.message } : {};
      return { ...messagesOf(value, `${path}.`), ...ownMessage };
    }),
  ) as FieldErrors;
}
