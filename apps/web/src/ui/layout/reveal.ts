/**
 * Scrolls the box around `element` until the element is visible. Unlike `scrollIntoView`, it scrolls only that box, and
 * it does not change where Tab continues.
 */
export function reveal(element: HTMLElement): void {
  let box = element.parentElement;
  while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
  if (box === null) return;
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
