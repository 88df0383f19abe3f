import SearchX from "lucide-react/icons/search-x";
import { PageHeader } from "../layout/page-header.tsx";
import { EmptyState } from "./empty-state.tsx";

interface NotFoundProps {
  title: string;
  /** One sentence that explains why the object may be missing. */
  text: string;
}

/** Heading and content of a page whose object does not exist. The link back belongs to the page. */
export function NotFound({ title, text }: NotFoundProps) {
  return (
    <>
      <PageHeader title={title} />
      <div className="mt-4 rounded-r-3 border border-line bg-surface">
        <EmptyState icon={SearchX} title={text} />
      </div>
    </>
  );
}
