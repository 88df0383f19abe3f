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

const sizes: Record<AvatarSize, string> = {
  28: "size-7 text-[0.625rem]",
  32: "size-8 text-[0.6875rem]",
  40: "size-10 text-small",
  56: "size-14 text-section",
};

export interface AvatarProps {
  /** The person's id, which determines the tint. */
  id: string;
  /** Initials ("Kürzel") of 2 or 3 letters. Always show the name next to the avatar, which has no accessible text. */
  initials: string;
  size?: AvatarSize;
}

/** A person's initials on their tint. Hidden from assistive technology. */
export function Avatar({ id, initials, size = 32 }: AvatarProps) {
  const letters = initials.slice(0, 3);
  // Three letters of which two are wide would touch the circle.
  const isWide = letters.replaceAll(/[MW]/gi, "__").length > 4;
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-flex shrink-0 items-center justify-center rounded-full font-title hyphens-none whitespace-nowrap select-none",
        sizes[size],
        tints[avatarTint(id)],
      )}
    >
      <span className={isWide ? "scale-80" : ""}>{letters}</span>
    </span>
  );
}
