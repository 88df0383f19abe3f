import type { ReactNode } from "react";
import { PrintSheet } from "../layout/print-sheet.tsx";

export interface InfoSheetProps {
  title: string;
  /** Introduction above the facts. */
  lead?: ReactNode;
  details: readonly (readonly [label: string, value: string])[];
  stepsTitle: string;
  /** The steps for the recipient, in order. */
  steps: readonly string[];
  /** Advice on handling the sheet itself. */
  care: string;
}

/** A printed sheet to hand over, with data to type in and the next steps. */
export function InfoSheet({ title, lead, details, stepsTitle, steps, care }: InfoSheetProps) {
  return (
    <PrintSheet>
      <h1 className="text-title">{title}</h1>
      {lead}
      <dl className="mt-8 grid grid-cols-[12rem_1fr] gap-2">
        {details.map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="font-mono">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-8 text-section">{stepsTitle}</h2>
      <ol className="mt-2 grid list-decimal gap-2 pl-6">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="mt-8">{care}</p>
    </PrintSheet>
  );
}
