export type Side = "top" | "right" | "bottom" | "left";

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;
type Size = { width: number; height: number };

/** Distance to the anchor and minimum distance to the edge of the window, in CSS pixels. */
const gap = 6;
const edge = 5;

const opposite: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };

/**
 * Returns the position of a box next to an anchor, in CSS pixels of the window. The box is on the preferred side, or on
 * the opposite side if only that has room, and always within the window.
 */
export function positionBeside(
  requestedSide: Side,
  anchor: Box,
  { width, height }: Size,
  view: Size = { width: document.documentElement.clientWidth, height: window.innerHeight },
): { left: number; top: number } {
  const room: Record<Side, number> = {
    top: anchor.top - gap - edge - height,
    bottom: view.height - anchor.bottom - gap - edge - height,
    left: anchor.left - gap - edge - width,
    right: view.width - anchor.right - gap - edge - width,
  };
  const side =
    room[requestedSide] < 0 && room[opposite[requestedSide]] >= 0 ? opposite[requestedSide] : requestedSide;
  const middle = {
    left: (anchor.left + anchor.right - width) / 2,
    top: (anchor.top + anchor.bottom - height) / 2,
  };
  const beside: Record<Side, Partial<typeof middle>> = {
    top: { top: anchor.top - gap - height },
    bottom: { top: anchor.bottom + gap },
    left: { left: anchor.left - gap - width },
    right: { left: anchor.right + gap },
  };
  const { left, top } = { ...middle, ...beside[side] };
  return {
    left: Math.round(Math.max(edge, Math.min(left, view.width - width - edge))),
    top: Math.round(Math.max(edge, Math.min(top, view.height - height - edge))),
  };
}
