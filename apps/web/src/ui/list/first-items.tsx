import { type ReactNode, useState } from "react";
import { Button } from "../button/button.tsx";

interface FirstItemsProps<Item> {
  items: readonly Item[];
  /** Number of items that are initially visible. */
  count: number;
  /** Labels of the button that shows all items or only the first items. */
  allLabel: string;
  fewerLabel: string;
  /** Renders an item as `li`. */
  children: (item: Item) => ReactNode;
}

/** A list that shows its first items, with a button for the others. */
export function FirstItems<Item>({ items, count, allLabel, fewerLabel, children }: FirstItemsProps<Item>) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <div className="grid justify-items-start gap-4">
      <ul className="w-full">{(showsAll ? items : items.slice(0, count)).map(children)}</ul>
      {items.length > count && (
        <Button size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? fewerLabel : allLabel}
        </Button>
      )}
    </div>
  );
}
