const mark = "data-screen-cover";

/**
 * Hides everything on the page at once, before anybody is asked: whoever turns away from the screen need not wait for
 * a server. The title of the window names the portal only.
 */
export function coverScreen(): void {
  if (document.querySelector(`[${mark}]`) !== null) return;
  for (const element of document.body.children) if (element instanceof HTMLElement) element.hidden = true;
  const cover = document.createElement("div");
  cover.setAttribute(mark, "");
  cover.className = "fixed inset-0 z-60 bg-canvas";
  document.body.append(cover);
  document.title = "Praxisportal";
}

/** Shows the page again; what it shows by then is the lock screen. */
export function uncoverScreen(): void {
  document.querySelector(`[${mark}]`)?.remove();
  for (const element of document.body.children) if (element instanceof HTMLElement) element.hidden = false;
}
