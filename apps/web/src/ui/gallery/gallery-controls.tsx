import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { ThemeMode } from "../../platform/theme/theme-store.ts";
import { useTheme } from "../../platform/theme/use-theme.ts";
import { Button } from "../button/button.tsx";
import { Checkbox } from "../form/checkbox.tsx";
import { CodeInput } from "../form/code-input.tsx";
import { Field } from "../form/field.tsx";
import { GalleryBox } from "./gallery-box.tsx";
import { PasswordInput } from "../form/password-input.tsx";
import { PasswordRules } from "../form/password-rules.tsx";
import { RadioGroup } from "../form/radio-group.tsx";
import { SegmentedControl } from "../form/segmented-control.tsx";
import { Select } from "../form/select.tsx";
import { Switch } from "../form/switch.tsx";
import { TextArea } from "../form/text-area.tsx";
import { TextInput } from "../form/text-input.tsx";

/** Every variant and state of a button. */
export function GalleryButtons() {
  return (
    <GalleryBox title="Schaltflächen">
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        <Button variant="primary">Speichern</Button>
        <Button variant="primary" data-state="hover">
          Darüber
        </Button>
        <Button variant="primary" data-state="focus">
          Fokus
        </Button>
        <Button>Abbrechen</Button>
        <Button variant="destructive" icon={Trash2}>
          Löschen …
        </Button>
        <Button variant="danger">Jetzt löschen</Button>
        <Button variant="quiet">Mehr anzeigen</Button>
        <Button variant="primary" disabled disabledReason="Sie sind offline">
          Inaktiv
        </Button>
        <Button variant="primary" busy busyLabel="Wird gespeichert …">
          Speichern
        </Button>
      </div>
    </GalleryBox>
  );
}

/** Every state of a field, followed by checkboxes and switches. */
export function GalleryFields() {
  const [on, setOn] = useState(true);
  const [off, setOff] = useState(false);
  return (
    <GalleryBox title="Felder">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Vorname">{(control) => <TextInput {...control} defaultValue="Lena" />}</Field>
        <Field label="Nachname">
          {(control) => <TextInput {...control} data-state="focus" defaultValue="Beispielmann" />}
        </Field>
        <Field label="E-Mail-Adresse" error="Bitte geben Sie eine gültige E-Mail-Adresse ein">
          {(control) => <TextInput {...control} type="email" defaultValue="lena.beispielmann" />}
        </Field>
        <Field label="Benutzername" hint="Nach dem Anlegen nicht änderbar">
          {(control) => <TextInput {...control} readOnly defaultValue="redaktion" />}
        </Field>
        <div className="flex flex-wrap gap-5">
          <Checkbox label="Ausgewählt" defaultChecked />
          <Checkbox label="Offen" />
        </div>
        <div className="flex flex-wrap gap-5">
          <Switch label="Ein" checked={on} onChange={setOn} />
          <Switch label="Aus" checked={off} onChange={setOff} />
        </div>
      </div>
    </GalleryBox>
  );
}

/** Fields that are not part of the design reference. */
export function GalleryMoreFields() {
  const { mode, setMode } = useTheme();
  const [role, setRole] = useState("read");
  const [code, setCode] = useState("482");
  const [password, setPassword] = useState("Muster-2026");
  return (
    <GalleryBox title="Weitere Felder">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Rolle" hint="Sieht Praxis und Mitarbeitende, ändert nichts.">
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={setRole}
              options={[
                { value: "read", label: "Nur lesen", hint: "Ändert nichts" },
                { value: "write", label: "Mitarbeit mit Schreibrecht" },
                { value: "admin", label: "Praxis-Administration", disabled: true },
              ]}
            />
          )}
        </Field>
        <Field label="Code aus der App">
          {(control) => <CodeInput {...control} value={code} onChange={setCode} />}
        </Field>
        <Field label="Neues Passwort" aside="8 bis 128 Zeichen">
          {(control) => (
            <>
              <PasswordInput
                {...control}
                showLabel="Passwort anzeigen"
                hideLabel="Passwort verbergen"
                autoComplete="new-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <PasswordRules
                label="Anforderungen an das Passwort"
                metLabel="erfüllt"
                openLabel="noch offen"
                rules={[
                  { key: "length", label: "mindestens 8 Zeichen", isMet: password.length >= 8 },
                  { key: "special", label: "ein Sonderzeichen wie ! oder ?", isMet: /[!?]/.test(password) },
                ]}
              />
            </>
          )}
        </Field>
        <Field label="Persönliche Nachricht" optionalMark="(freiwillig)">
          {(control) => <TextArea {...control} defaultValue="Willkommen im Team!" />}
        </Field>
        <RadioGroup
          label="Zustellung"
          value="mail"
          onChange={() => undefined}
          options={[
            { value: "mail", label: "Per E-Mail", hint: "Kommt sofort an" },
            { value: "none", label: "Gar nicht" },
          ]}
        />
        <div>
          <SegmentedControl<ThemeMode>
            label="Darstellung"
            iconsOnly
            value={mode}
            onChange={setMode}
            segments={[
              { value: "light", label: "Hell", icon: Sun },
              { value: "dark", label: "Dunkel", icon: Moon },
              { value: "system", label: "Wie das System", icon: Monitor },
            ]}
          />
        </div>
      </div>
    </GalleryBox>
  );
}
