/**
 * Returns the redirect target for a page with malformed escapes, such as "/users/%zz": the same URL with its percent
 * signs escaped, so that the application can handle it like any unknown page. Leading slashes are collapsed, because
 * "//other.example" is another origin.
 */
export function repairedAddress(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return `/${path.replace(/^[/\\]+/, "").replaceAll("%", "%25")}`;
}
