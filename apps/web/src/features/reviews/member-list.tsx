import CircleCheck from "lucide-react/icons/circle-check";
import CircleMinus from "lucide-react/icons/circle-minus";
import CircleX from "lucide-react/icons/circle-x";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import { initialsOf } from "../../entities/person/person-name.ts";
import { cx } from "../../ui/cx.ts";
import { Avatar } from "../../ui/label/avatar.tsx";
import type { ReviewedMember } from "./reviews.api.ts";
import { type Unusual, unusualOf } from "./unusual.ts";

const icons = { keep: CircleCheck, reduce: CircleMinus, end: CircleX } as const;
const tones = { keep: "text-success", reduce: "text-warning", end: "text-danger" } as const;

/** Returns the initials of a name whose first word is the first name. */
export function nameInitials(name: string): string {
  const [firstName = "", ...others] = name.split(" ");
  return initialsOf({ personalInfo: { firstName, lastName: others.join(" ") } } as Parameters<
    typeof initialsOf
  >[0]);
}

/** Returns a function that describes in words what is unusual about a member. */
function useUnusualText(): (unusual: Unusual) => string {
  const t = useTranslations("reviews");
  return (unusual) => {
    if (unusual.kind === "absent") return t("unusual.absent", { days: unusual.days });
    if (unusual.kind === "unused") return t("unusual.unused", { count: unusual.count });
    return t(`unusual.${unusual.kind}`);
  };
}

interface MemberListProps {
  list: RefObject<HTMLElement | null>;
  members: readonly ReviewedMember[];
  nowMs: number;
  chosenId: string | undefined;
  onChoose: (userId: string) => void;
}

/** Shows the members of an open review, each with the decision or with what is unusual about them. */
export function MemberList({ list, members, nowMs, chosenId, onChoose }: MemberListProps) {
  const t = useTranslations("reviews");
  const textOf = useUnusualText();
  return (
    <nav ref={list} aria-label={t("members")} className="min-w-0 rounded-r-3 border border-line bg-surface">
      <p className="border-b border-line px-4 py-2.5 text-small text-text-3">{t("unusualFirst")}</p>
      <ul className="faded-ends max-h-56 overflow-y-auto py-1 lg:max-h-[36rem]">
        {members.map((member) => {
          const { userId, name, decision } = member;
          const unusual = unusualOf(member, nowMs);
          const isChosen = userId === chosenId;
          const Icon = decision === null ? null : icons[decision];
          return (
            <li key={userId}>
              <button
                type="button"
                aria-current={isChosen || undefined}
                onClick={() => onChoose(userId)}
                className={cx(
                  "flex min-h-13 w-full items-center gap-3 border-l-3 py-1.5 pr-4 pl-3 text-left",
                  isChosen ? "border-accent bg-accent-soft" : "border-transparent hover:bg-surface-2",
                )}
              >
                <Avatar id={userId} initials={nameInitials(name ?? "")} />
                <span className="min-w-0 flex-1">
                  <span className="block wrap-anywhere text-dense font-strong text-text">
                    {name ?? t("erased")}
                  </span>
                  <span
                    className={cx(
                      "block wrap-anywhere text-small",
                      decision === null && unusual !== undefined ? "text-warning" : "text-text-2",
                    )}
                  >
                    {decision !== null
                      ? t(`decided.${decision}`)
                      : unusual === undefined
                        ? t("unusual.none")
                        : textOf(unusual)}
                  </span>
                </span>
                {Icon !== null && decision !== null && (
                  <Icon size={18} strokeWidth={2} aria-hidden className={cx("shrink-0", tones[decision])} />
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
