import Search from "lucide-react/icons/search";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { TextInput } from "../../../ui/text-input.tsx";

/** The search answers while one types, after this pause in ms. */
const pauseMs = 200;

interface PracticeSearchFieldProps {
  value: string;
  onSearch: (text: string) => void;
}

/** Search by the name of a practice. The field follows the address, and the address the field. */
export function PracticeSearchField({ value, onSearch }: PracticeSearchFieldProps) {
  const t = useTranslations("practices");
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    // A change that did not come from here (back button, "Filter zurücksetzen") takes over the field.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  useEffect(() => () => clearTimeout(timer.current), []);

  function type(next: string): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = next.trim();
      onSearch(next.trim());
    }, pauseMs);
  }

  return (
    <TextInput
      type="search"
      size="toolbar"
      icon={Search}
      className="min-w-0 max-md:w-full md:w-81"
      aria-label={t("search")}
      placeholder={t("searchPlaceholder")}
      maxLength={100}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
