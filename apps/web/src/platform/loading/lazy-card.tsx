import { useTranslations } from "use-intl";
import { SkeletonCard } from "../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import type { CatalogueName } from "../i18n/catalogues.ts";
import { createPart, type LazyPart, type Load, withTexts } from "./lazy-part.tsx";
import { PartFailed, type PendingProps } from "./part-pending.tsx";

/** Placeholder for a part that consists of cards until it is downloaded. */
function CardPending({ failed, onRetry }: PendingProps) {
  const t = useTranslations("common");
  if (failed) return <PartFailed onRetry={onRetry} />;
  return (
    <SkeletonGroup label={t("part.loading")}>
      <SkeletonCard rows={3} />
    </SkeletonGroup>
  );
}

/** Creates a part of a page that consists of cards, as its placeholder does, and is otherwise like `lazyPart`. */
export function lazyCard<Props extends object>(
  load: Load<Props>,
  ...catalogues: readonly CatalogueName[]
): LazyPart<Props> {
  return createPart(withTexts(load, ...catalogues), CardPending, () => ({ isNeeded: true }));
}
