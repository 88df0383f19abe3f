import { useEffect } from "react";

/** Returns the element and its ancestors up to the page, or an empty list outside of the page. */
function pathInPage(element: Element): Element[] {
  const page = element.closest("main");
  if (page === null) return [];
  const path: Element[] = [];
  for (let ancestor = element; ancestor !== page; ancestor = ancestor.parentElement ?? page)
    path.push(ancestor);
  return [...path, page];
}

/**
 * Moves the focus when the focused control of a page disappears because its action is done. The focus moves to the
 * section that contained it, or else to the heading of the page. Otherwise, screen readers would begin again at the top
 * of the document.
 */
export function useKeepPageFocus(): void {
  useEffect(() => {
    let path: Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      // Overlays are outside the root element and return the focus themselves.
      if (target instanceof Element && target.closest("#root") !== null) path = pathInPage(target);
    };
    const observer = new MutationObserver(() => {
      const [focused] = path;
      if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return;
      const page = path.at(-1);
      const section = path.find((ancestor) => ancestor.isConnected && ancestor.matches("section"));
      path = [];
      // On navigation the whole page is replaced, and the new heading takes the focus.
      if (page?.isConnected !== true) return;
      const target = section ?? page.querySelector("h1");
      if (!(target instanceof HTMLElement)) return;
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, []);
}
