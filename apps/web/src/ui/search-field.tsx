import Search from "lucide-react/icons/search";
import { useEffect, useRef, useState } from "react";
import { TextInput } from "./text-input.tsx";

/** The search answers while one types, after this pause in ms. */
const pauseMs = 200;

export interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** What is searched for now, as the address of the page has it. */
  value: string;
  onSearch: (text: string) => void;
  /** Width; by default a line of its own in a narrow window. */
  className?: string;
}

/** A search over a list. The field follows the address of the page, and the address the field. */
export function SearchField({ label, placeholder, value, onSearch, className }: SearchFieldProps) {
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
      className={className ?? "min-w-0 max-md:w-full md:w-81"}
      aria-label={label}
      placeholder={placeholder}
      maxLength={100}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
