import { avatarTint, type AvatarTint } from "./avatar-tint.ts";
import { cx } from "../cx.ts";

export type AvatarSize = 28 | 32 | 40 | 56;

const tints: Record<AvatarTint, string> = {
  teal: "bg-tint-teal text-tint-teal-ink",
  blue: "bg-tint-blue text-tint-blue-ink",
  plum: "bg-tint-plum text-tint-plum-ink",
  sand: "bg-tint-sand text-tint-sand-ink",
  moss: "bg-tint-moss text-tint-moss-ink",
  clay: "bg-tint-clay text-tint-clay-ink",
  iris: "bg-tint-iris text-tint-iris-ink",
  slate: "bg-tint-slate text-tint-slate-ink",
};

const sizes: Record<AvatarSize, string> = { 28: "size-7", 32: "size-8", 40: "size-10", 56: "size-14" };

/** Type sizes for letters that are as wide as usual, wider, or very wide, so that they keep clear of the circle. */
const typeSizes: Record<AvatarSize, readonly [string, string, string]> = {
  28: ["text-[0.625rem]", "text-[0.5625rem]", "text-[0.5rem]"],
  32: ["text-[0.6875rem]", "text-[0.625rem]", "text-[0.5625rem]"],
  40: ["text-small", "text-small", "text-[0.6875rem]"],
  56: ["text-section", "text-section", "text-body"],
};

function typeSize(letters: string, size: AvatarSize): string {
  // In thirds of the width of an M.
  const widths = [...letters].map((letter) => (/[MW]/i.test(letter) ? 3 : /[IJ]/i.test(letter) ? 1 : 2));
  const width = widths.reduce((sum, each) => sum + each, 0);
  return typeSizes[size][width > 7 ? 2 : width > 6 ? 1 : 0];
}

export interface AvatarProps {
  /** The person's id, which determines the tint. */
  id: string;
  /**
   * Initials ("Kürzel") of 2 or 3 letters. Always show the name next to the avatar, which has no accessible
   * text.
   */
  initials: string;
  size?: AvatarSize;
}

/** A person's initials on their tint; hidden from assistive technology. */
export function Avatar({ id, initials, size = 32 }: AvatarProps) {
  const letters = initials.slice(0, 3);
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-flex shrink-0 items-center justify-center rounded-full font-title hyphens-none whitespace-nowrap select-none",
        sizes[size],
        typeSize(letters, size),
        tints[avatarTint(id)],
      )}
    >
      {letters}
    </span>
  );
}
