import type { Endpoint } from "@praxisportal/contract/endpoint";

declare const endpointOf: unique symbol;

/** The data needed to send a call: the wire part of an endpoint, without its schemas. */
export type CallTarget = Pick<Endpoint, "name" | "method" | "path">;

/** The wire part of one endpoint. Its type refers to the endpoint. */
export type Route<E extends Endpoint> = Pick<E, "name" | "method" | "path"> & { readonly [endpointOf]: E };

/** The endpoint type behind a target: the target itself, or the endpoint its route refers to. */
export type EndpointOf<T extends CallTarget> = T extends Endpoint
  ? T
  : T extends { readonly [endpointOf]: infer E extends Endpoint }
    ? E
    : never;

/**
 * Declares the wire part of an endpoint for chunks that must not include its schemas (the login page). Name,
 * method and path are checked against the endpoint's type, so that they cannot drift from the contract:
 *
 *     const loginRoute = route<typeof login>()("auth.login", "POST", "/api/v1/auth/login");
 */
export function route<E extends Endpoint>() {
  return (name: E["name"], method: E["method"], path: E["path"]): Route<E> =>
    // The symbol exists only in the type.
    ({ name, method, path }) as Route<E>;
}
