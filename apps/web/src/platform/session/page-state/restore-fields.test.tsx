// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { restoreFields } from "./restore-fields.ts";
import { trackTyping, typedFields } from "./typed-fields.ts";

const initial = {
  name: "",
  firstPhone: "110",
  secondPhone: "112",
  note: "",
  language: "de",
  news: false,
  reminders: true,
  contact: "mail",
  password: "",
  code: "",
};

/** A form with every kind of field. It displays its state, which only events can change. */
function Form() {
  const [values, setValues] = useState(initial);
  const set = (changes: Partial<typeof initial>) => setValues({ ...values, ...changes });
  const text = (name: "name" | "firstPhone" | "secondPhone" | "password" | "code") => ({
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [name]: target.value }),
  });
  return (
    <form>
      <input aria-label="Name" {...text("name")} />
      <input type="tel" aria-label="Telefon" {...text("firstPhone")} />
      <input type="tel" aria-label="Telefon" {...text("secondPhone")} />
      <textarea
        aria-label="Notiz"
        value={values.note}
        onChange={({ target }) => set({ note: target.value })}
      />
      <select
        aria-label="Sprache"
        value={values.language}
        onChange={({ target }) => set({ language: target.value })}
      >
        <option value="de">Deutsch</option>
        <option value="en">English</option>
      </select>
      {(["news", "reminders"] as const).map((name) => (
        <input
          key={name}
          type="checkbox"
          aria-label={name}
          checked={values[name]}
          onChange={({ target }) => set({ [name]: target.checked })}
        />
      ))}
      {["mail", "phone"].map((way) => (
        <input
          key={way}
          type="radio"
          name="contact"
          aria-label={way}
          value={way}
          checked={values.contact === way}
          onChange={() => set({ contact: way })}
        />
      ))}
      <input type="password" aria-label="Passwort" {...text("password")} />
      <input autoComplete="one-time-code" aria-label="Code" {...text("code")} />
      <output>{JSON.stringify(values)}</output>
    </form>
  );
}

const displayedState = () => JSON.parse(screen.getByRole("status").textContent) as unknown;

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

it("see R0-249 the typed input of every kind of field is restored, except for secrets", async () => {
  stops = [trackTyping()];
  const previousPage = render(<Form />);
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type("Name", "Lia Muster");
  fireEvent.change(screen.getAllByLabelText("Telefon")[1] as HTMLElement, {
    target: { value: "030 5554443" },
  });
  type("Notiz", "Zwei\nZeilen");
  type("Sprache", "en");
  for (const label of ["news", "reminders", "phone"]) fireEvent.click(screen.getByLabelText(label));
  type("Passwort", "Sonnen-Garten-83");
  type("Code", "123456");
  const fields = typedFields();
  expect(JSON.stringify(fields)).not.toMatch(/Sonnen-Garten-83|123456/);
  previousPage.unmount();

  stops.push(restoreFields(fields, location.pathname));
  render(<Form />);
  await waitFor(() =>
    expect(displayedState()).toEqual({
      name: "Lia Muster",
      // This value was not typed. A newer value of the server must not be replaced.
      firstPhone: "110",
      secondPhone: "030 5554443",
      note: "Zwei\nZeilen",
      language: "en",
      news: true,
      reminders: false,
      contact: "phone",
      password: "",
      code: "",
    }),
  );
});

const levels = [
  { value: "none", label: "Nein" },
  { value: "view", label: "Ansehen" },
  { value: "change", label: "Ändern" },
] as const;
type Level = (typeof levels)[number]["value"];

/** A form with groups of choices and a list whose options are loaded. */
function Choices({ departments }: { departments: readonly string[] }) {
  const [role, setRole] = useState<Level>("none");
  const [rights, setRights] = useState<readonly Level[]>(["none", "none"]);
  const [department, setDepartment] = useState("");
  return (
    <form>
      <RadioGroup label="Rolle" options={levels} value={role} onChange={setRole} />
      {rights.map((level, area) => (
        <SegmentedControl
          // oxlint-disable-next-line react/no-array-index-key -- the areas never change
          key={area}
          label={`Bereich ${area}`}
          segments={levels}
          value={level}
          onChange={(next) => setRights(rights.with(area, next))}
        />
      ))}
      <select
        aria-label="Abteilung"
        value={department}
        onChange={({ target }) => setDepartment(target.value)}
      >
        <option value="">Keine</option>
        {departments.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <output>{JSON.stringify({ role, rights, department })}</output>
    </form>
  );
}

it("see R0-249 choices are restored, also in a list whose options are loaded later", async () => {
  stops = [trackTyping()];
  const previousPage = render(<Choices departments={["Empfang", "Labor"]} />);
  const choose = (group: string, label: string) =>
    fireEvent.click(within(screen.getByRole("radiogroup", { name: group })).getByLabelText(label));
  choose("Rolle", "Ändern");
  choose("Bereich 0", "Ansehen");
  choose("Bereich 1", "Ändern");
  choose("Bereich 1", "Ansehen");
  fireEvent.change(screen.getByLabelText("Abteilung"), { target: { value: "Labor" } });
  const fields = typedFields();
  previousPage.unmount();

  stops.push(restoreFields(fields, location.pathname));
  const page = render(<Choices departments={[]} />);
  const choices = { role: "change", rights: ["view", "view"] };
  await waitFor(() => expect(displayedState()).toEqual({ ...choices, department: "" }));
  page.rerender(<Choices departments={["Empfang", "Labor"]} />);
  await waitFor(() => expect(displayedState()).toEqual({ ...choices, department: "Labor" }));
});
