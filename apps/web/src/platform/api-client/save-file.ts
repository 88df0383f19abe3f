/** Hands a file to the browser, which saves it under its name or asks where to. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: url, download: file.name });
  link.click();
  URL.revokeObjectURL(url);
}
