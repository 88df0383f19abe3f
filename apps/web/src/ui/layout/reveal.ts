/**
 * Scrolls the box around `element` until the element is visible, outside the box's scroll padding. Unlike
 * `scrollIntoView`, it scrolls only that box, and it does not change where Tab continues.
 */
export function reveal(element: HTMLElement): void {
  let box = element.parentElement;
  while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
  if (box === null) return;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(box);
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const above = outer.top + (Number.parseFloat(scrollPaddingTop) || 0) - inner.top;
  const below = inner.bottom - outer.bottom + (Number.parseFloat(scrollPaddingBottom) || 0);
  if (above > 0) box.scrollTop -= above;
  else if (below > 0) box.scrollTop += below;
}
