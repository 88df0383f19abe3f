import { useState } from "react";

/** The rows that show their details; several can be open. */
export interface OpenRows {
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
}

export function useOpenRows(): OpenRows {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id) => opened.has(id),
    toggle: (id) => {
      const next = new Set(opened);
      if (!next.delete(id)) next.add(id);
      setOpened(next);
    },
  };
}
