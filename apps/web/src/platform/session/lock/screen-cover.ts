const mark = "data-screen-cover";

/**
 * Hides the entire page at once, before any server call, so that a user who walks away does not have to wait. The
 * window title shows only the portal's name.
 */
export function showScreenCover(): void {
  if (isScreenCovered()) return;
  for (const element of document.body.children) if (element instanceof HTMLElement) element.hidden = true;
  const cover = document.createElement("div");
  cover.setAttribute(mark, "");
  cover.className = "fixed inset-0 z-60 bg-canvas";
  document.body.append(cover);
  document.title = "Praxisportal";
}

/** Shows the page again, which by then is the lock screen. */
export function hideScreenCover(): void {
  document.querySelector(`[${mark}]`)?.remove();
  for (const element of document.body.children) if (element instanceof HTMLElement) element.hidden = false;
}

/** Returns whether the page is hidden, because the screen was locked after the page was loaded. */
export function isScreenCovered(): boolean {
  return document.querySelector(`[${mark}]`) !== null;
}
