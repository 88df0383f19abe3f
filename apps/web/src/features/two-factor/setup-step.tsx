import { useEffect, useRef, type ReactNode } from "react";

export interface SetupStepProps {
  title: string;
  text: ReactNode;
  /** True for every step except the first, so that screen readers announce each new step. */
  takesFocus: boolean;
  children?: ReactNode;
}

/** Shows one step of the setup: heading, text and content. */
export function SetupStep({ title, text, takesFocus, children }: SetupStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className="grid gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-section text-text">
          {title}
        </h2>
        <p className="mt-1 text-body text-text-2">{text}</p>
      </div>
      {children}
    </section>
  );
}
