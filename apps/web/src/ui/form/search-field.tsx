import Search from "lucide-react/icons/search";
import { useEffect, useRef, useState } from "react";
import { TextInput } from "./text-input.tsx";

/** Debounce of the search while typing, in ms. */
const pauseMs = 200;

export interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** The current search, from the page's URL. */
  value: string;
  onSearch: (text: string) => void;
  /** Width of the field. By default, it has a separate line in a narrow window. */
  className?: string;
}

/** A search over a list, kept in sync with the page's URL. */
export function SearchField({ label, placeholder, value, onSearch, className }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const lastSearch = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    // A change by other controls (back button, "Filter zurücksetzen") overwrites the field.
    if (value === lastSearch.current) return;
    lastSearch.current = value;
    setText(value);
  }, [value]);

  useEffect(() => () => clearTimeout(timer.current), []);

  function type(next: string): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      lastSearch.current = next.trim();
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
