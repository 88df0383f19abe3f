import { isInBackground } from "./background.ts";
import type {
  BodyInputOf,
  Endpoint,
  ParamsInputOf,
  QueryInputOf,
  ResultOf,
} from "@praxisportal/contract/endpoint";
import { isApiError } from "./api-error.ts";
import { requestStepUp } from "./step-up-request.ts";
import { recordFailedRequest } from "./failed-requests.ts";
import { requestHeaders, withToken } from "./request-headers.ts";
import type { CallTarget, EndpointOf } from "./route.ts";
import { finishedTaskCount, isOtherPerson, sessionSignals, tabUserId } from "./session-signals.ts";
import { notAuthenticated, refreshRoute, renewToken } from "./token-refresh.ts";
import { accessToken, storedPersonId } from "./tokens.ts";
import { send } from "./transport.ts";
import type { WireRequest } from "./transport.ts";
import { urlOf } from "./url.ts";

/**
 * One part of the options. It is absent if the endpoint has no such part, optional if it may be empty, and otherwise
 * required.
 */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [name in Name]?: undefined }
  : object extends Value
    ? { readonly [name in Name]?: Value | undefined }
    : { readonly [name in Name]: Value };

type CommonOptions = {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Aborts the call: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout in ms. The default is 30 s. Set only for operations that are known to be slow. */
  readonly timeoutMs?: number | undefined;
  /** True if the user did not cause the call (polling, live updates). It then does not keep the session alive. */
  readonly background?: boolean | undefined;
  /** Makes a changing call retryable: the server executes it once per key. */
  readonly idempotencyKey?: string | undefined;
  /** Id of the bulk operation that the call is part of. */
  readonly bulkOperation?: string | undefined;
  /** Version of the entity as last read. The server responds with 412 if it has changed since. */
  readonly ifMatch?: number | undefined;
  /**
   * True if the caller handles STEP_UP_REQUIRED itself. Otherwise, the user is asked for proof, and the call is
   * repeated once.
   */
  readonly skipStepUp?: boolean | undefined;
  /** Reads a successful response that is not JSON. See `callStream`. */
  readonly read?: WireRequest["read"];
  /** A multipart body instead of JSON. See `callUpload`. */
  readonly form?: FormData | undefined;
  readonly fetch?: WireRequest["fetch"];
};

export type CallOptions<E extends Endpoint> = CommonOptions &
  Part<"params", ParamsInputOf<E>> &
  Part<"query", QueryInputOf<E>> &
  Part<"body", BodyInputOf<E>>;

type OptionsArgument<E extends Endpoint> =
  object extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

type RawOptions = CommonOptions & {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
};

/** Paths of sign-in and unlock calls. A token left by another session must not affect them. */
const signInPaths: readonly string[] = [
  "/api/v1/auth/login",
  "/api/v1/auth/verify-2fa",
  "/api/v1/auth/passkey-login/options",
  "/api/v1/auth/passkey-login",
  "/api/v1/auth/unlock/options",
  "/api/v1/auth/unlock",
  "/api/v1/auth/workstation",
];

/**
 * Makes one API call, typed by its endpoint. The timeout is 30 s. A call that is safe to repeat is retried up to three
 * times. After a 401, all callers share one refresh, and the call is attempted once more. A 401 to a call without a
 * token, to the login or to the refresh itself is an ordinary error. A call that requires a step-up waits for the user
 * and is repeated once. If the user cancels, it rejects with STEP_UP_REQUIRED.
 * @throws ApiError for every failure, or the reason of `signal` if the caller aborts.
 */
export async function call<T extends CallTarget>(
  target: T,
  ...[options]: OptionsArgument<EndpointOf<T>>
): Promise<ResultOf<EndpointOf<T>>> {
  const rawOptions = (options ?? {}) as RawOptions;
  try {
    return (await callOnce(target, rawOptions)) as ResultOf<EndpointOf<T>>;
  } catch (error) {
    const needsStepUp = isApiError(error, "STEP_UP_REQUIRED") && rawOptions.skipStepUp !== true;
    // During a background call, the user may be absent.
    if (!needsStepUp || rawOptions.background === true || !(await requestStepUp())) throw error;
  }
  return (await callOnce(target, rawOptions)) as ResultOf<EndpointOf<T>>;
}

async function callOnce(target: CallTarget, rawOptions: RawOptions): Promise<unknown> {
  const isSignIn = signInPaths.includes(target.path);
  if (isOtherPerson(storedPersonId()) && !isSignIn) {
    // Another user has signed in in another tab. Calls of this tab must not run in that session.
    sessionSignals.otherPerson.emit();
    throw notAuthenticated();
  }
  const token = isSignIn ? null : accessToken();
  const request = wireRequest(target, rawOptions, token);
  const finishedTasks = finishedTaskCount();
  const result =
    token === null || target.path === refreshRoute.path ? send(request) : sendSigned(request, token);
  return result.catch((error: unknown) => reportFailure(target, error, finishedTasks));
}

function wireRequest(target: CallTarget, options: RawOptions, token: string | null): WireRequest {
  return {
    url: urlOf(target, options.params, options.query),
    method: target.method,
    headers: requestHeaders({
      token,
      hasBody: options.body !== undefined,
      background: options.background === true || isInBackground(),
      idempotencyKey: options.idempotencyKey,
      bulkOperation: options.bulkOperation,
      ifMatch: options.ifMatch,
      extra: options.headers,
    }),
    body: options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    signal: options.signal,
    timeoutMs: options.timeoutMs,
    isRetryable: target.method === "GET" || options.idempotencyKey !== undefined,
    read: options.read,
    fetch: options.fetch,
  };
}

async function sendSigned(request: WireRequest, token: string): Promise<unknown> {
  const person = tabUserId();
  try {
    return await send(request);
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    await renewToken(token);
    // Another user has signed in meanwhile. The call must not run in their session.
    if (person !== null && person !== tabUserId()) throw error;
  }
  request.signal?.throwIfAborted();
  try {
    return await send({ ...request, headers: withToken(request.headers, accessToken()) });
  } catch (error) {
    // A fresh token was rejected: the session itself is no longer valid.
    if (isApiError(error) && error.status === 401) sessionSignals.lost.emit(error);
    throw error;
  }
}

function reportFailure(target: CallTarget, error: unknown, finishedTasks: number): never {
  if (isApiError(error)) recordFailedRequest(target, error);
  // The call was sent before the user finished the required task.
  if (finishedTasks !== finishedTaskCount()) throw error;
  if (isApiError(error, "PASSWORD_CHANGE_REQUIRED")) sessionSignals.restricted.emit("password_change");
  if (isApiError(error, "TWO_FACTOR_SETUP_REQUIRED")) sessionSignals.restricted.emit("two_factor_setup");
  throw error;
}
