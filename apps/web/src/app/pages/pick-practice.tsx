import { PracticeList } from "../../features/organizations/practice-list.tsx";
import type { PickPractice } from "../../features/org-tokens/token-filters.tsx";

/** Organizations to filter by, with a search over all of them. */
export const pickPractice: PickPractice = (choose) => (
  <PracticeList currentId={null} searchable onChoose={choose} />
);
