import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { cx } from "../../../ui/cx.ts";

/** A question up to this length is always shown in full. */
const shortCharacters = 240;
const shortLines = 4;

/** Shows the question of an answer. A long one is clamped until the user opens it. */
export function Question({ text }: { text: string }) {
  const t = useTranslations("assistant");
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > shortCharacters || text.split("\n").length > shortLines;
  return (
    <div className="min-w-0">
      <p
        className={cx(
          "text-dense wrap-anywhere whitespace-pre-wrap text-text-2 select-text",
          isLong && !isOpen && "line-clamp-3",
        )}
        translate="no"
      >
        {text}
      </p>
      {isLong && (
        <Button
          className="-ml-3"
          size="small"
          variant="quiet"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? "question.less" : "question.all")}
        </Button>
      )}
    </div>
  );
}
