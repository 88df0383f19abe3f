import { use, type ReactNode } from "react";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { InAppLayout } from "./in-app-layout.ts";
import { StandalonePage } from "./standalone-page.tsx";

interface MessagePageProps {
  title: string;
  text: string;
  /** `alert` for a failure. */
  role?: "alert";
  children: ReactNode;
}

/** A heading, one sentence and an action, inside the layout or as a standalone page. */
export function MessagePage({ title, text, role, children }: MessagePageProps) {
  if (!use(InAppLayout)) {
    return (
      <StandalonePage title={title} text={text}>
        {children}
      </StandalonePage>
    );
  }
  return (
    <div role={role} className="max-w-[40rem]">
      <PageHeader title={title} subtitle={text} />
      <div className="mt-6">{children}</div>
    </div>
  );
}
