import { useState } from "react";

/** The rows that show their details. Several rows can be open. */
export interface OpenRows {
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
}

export function useOpenRows(): OpenRows {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id) => openIds.has(id),
    toggle: (id) => {
      const next = new Set(openIds);
      if (!next.delete(id)) next.add(id);
      setOpenIds(next);
    },
  };
}
