/** Background, border and shadow of popups. */
export const popupClass =
  "motion-open rounded-r-3 border border-line-strong bg-overlay text-text shadow-sh-2 outline-none max-w-(--available-width)";

/** Classes of an item of a menu or a list of options. The highlight follows the pointer and the keyboard. */
export const popupItemClass =
  "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-r-2 px-2.5 py-1.5 text-left text-body outline-none select-none data-highlighted:bg-surface-3 md:min-h-9 forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:-outline-offset-2";

/**
 * Classes of the buttons of a dialog or sheet. They are at the right, the safe button first. Below 768 px, they are
 * always stacked at full width with the last button on top, so that their order and width do not depend on the length
 * of their labels.
 */
export const actionBarClass =
  "flex flex-col-reverse gap-2 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:flex-row md:flex-wrap md:items-center md:justify-end md:px-6";

/**
 * Classes of an invisible backdrop below a popup. The first click outside only closes the popup. The backdrop also
 * makes the state modal for accessibility checkers, which otherwise report the library's focus guards as hidden
 * content.
 */
export const popupGroundClass = "fixed inset-0 z-60";
