/** Returns the token of an `Authorization: Bearer` header. Other schemes count as absent. */
export function bearerOf(header: string | undefined): string | undefined {
  return header?.startsWith("Bearer ") ? header.slice("Bearer ".length) : undefined;
}

/** Returns the first value of a header that may occur several times. */
export function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the version from `If-Match`. `*` matches every version and counts as absent. */
export function versionOf(ifMatch: string | undefined): string | undefined {
  return ifMatch === "*" ? undefined : ifMatch?.replace(/^(?:W\/)?"(.*)"$/, "$1");
}
