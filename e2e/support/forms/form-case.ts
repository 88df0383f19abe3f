import type { Page } from "@playwright/test";

/** A form with the data that the test of all forms needs. */
export interface FormCase {
  /** Name of the screen that shows the form. */
  readonly screen: string;
  /** Opens the form instead of the screen's own preparation; runs again after the form was closed. */
  readonly open?: (page: Page) => Promise<void>;
  /**
   * Accessible name of a form on the page itself, or an empty text if it is the only form there. Absent for a
   * form in a dialog.
   */
  readonly onPage?: string;
  /** Valid values by the label of their field, where the type of the field does not suggest one. */
  readonly values?: Readonly<Record<string, string>>;
  /** Invalid values by label, instead of emptying the fields, for a form without required fields. */
  readonly mistakes?: Readonly<Record<string, string>>;
  /** The form has only choices or an optional text, so no input can be wrong and there is no error to correct. */
  readonly acceptsAnything?: true;
  /** No choice is preselected and none can be undone, so the mistake is to submit the form as it opens. */
  readonly startsIncomplete?: true;
  /** Text that the form shows for a server failure instead of the server's message. */
  readonly refusal?: string;
  /** After a server error, the progress of the work replaces the form; this button continues it with the same input. */
  readonly resume?: string;
  /** Whether the change is kept and sent when the server is reachable again. */
  readonly worksOffline?: true;
}
