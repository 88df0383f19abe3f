import { isApiError, type ApiError } from "../api-client/api-error.ts";
import type { FieldErrors } from "../validation/validate.ts";

/** Kinds of failed changes. */
export type Failure =
  /** The user canceled the step-up. Nothing was sent, and this is not an error. */
  | { readonly kind: "declined" }
  /** Messages that belong to fields, by dotted path. */
  | { readonly kind: "fields"; readonly fields: FieldErrors; readonly error: ApiError }
  /** The record changed since the user saw it. */
  | { readonly kind: "conflict"; readonly error: ApiError }
  /** There was no response, so it is unknown whether the change happened. */
  | { readonly kind: "offline"; readonly error: ApiError }
  /** A problem that the server explains. */
  | { readonly kind: "problem"; readonly error: ApiError }
  /** Anything else, for example a part of the page that could not be downloaded. */
  | { readonly kind: "unknown" };

/**
 * Classifies a failure, which determines where it is shown. This is the error policy of all changes. `errorFields`
 * names the field of a problem that the server reports without one.
 */
export function failureOf(error: unknown, errorFields?: (error: ApiError) => FieldErrors): Failure {
  if (!isApiError(error)) return { kind: "unknown" };
  if (error.code === "STEP_UP_REQUIRED") return { kind: "declined" };
  const fieldMessages = (error.problem?.errors ?? []).map(({ path, message }) => [path, message] as const);
  const fields = { ...Object.fromEntries(fieldMessages), ...errorFields?.(error) };
  if (Object.keys(fields).length > 0) return { kind: "fields", fields, error };
  if (error.code === "PRECONDITION_FAILED") return { kind: "conflict", error };
  return { kind: error.hasNoResponse ? "offline" : "problem", error };
}

export interface FailureTexts {
  readonly offline: string;
  readonly unknown: string;
}

/** Returns the text for a failure that is not shown at a field, or null if there is nothing to show. */
export function failureText(
  failure: Failure,
  texts: FailureTexts,
  mapError?: (error: ApiError) => string | undefined,
): string | null {
  if (failure.kind === "declined") return null;
  if (failure.kind === "unknown") return texts.unknown;
  const customText = mapError?.(failure.error);
  if (customText !== undefined) return customText;
  if (failure.kind === "fields") return null;
  return failure.error.message || (failure.kind === "offline" ? texts.offline : texts.unknown);
}
