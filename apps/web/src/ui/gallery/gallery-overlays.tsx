import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import CirclePause from "lucide-react/icons/circle-pause";
import KeyRound from "lucide-react/icons/key-round";
import LockOpen from "lucide-react/icons/lock-open";
import LogOut from "lucide-react/icons/log-out";
import Shield from "lucide-react/icons/shield";
import Trash2 from "lucide-react/icons/trash-2";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useRef, useState } from "react";
import { Avatar } from "../label/avatar.tsx";
import { Button } from "../button/button.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import { Drawer } from "../overlay/drawer.tsx";
import { GalleryBox } from "./gallery-box.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { Menu } from "../overlay/menu.tsx";
import { Popover } from "../overlay/popover.tsx";
import { ProgressRing } from "../feedback/progress-ring.tsx";

function noop() {
  return undefined;
}

const people = [
  { id: "p-3", initials: "ABO", name: "Anneliese Beispiel-Oberhuber" },
  { id: "p-5", initials: "FDK", name: "Fatma Demo-Kessler" },
  { id: "p-8", initials: "PML", name: "Per Muster-Lindqvist" },
];

function DeleteDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      title="3 Personen löschen?"
      description="Das kann nicht rückgängig gemacht werden. Diese Personen verlieren sofort jeden Zugang zur Praxis am Musterplatz:"
      initialFocus={safe}
      actions={
        <>
          <Button ref={safe} onClick={() => onOpenChange(false)}>
            Abbrechen
          </Button>
          <Button variant="danger" onClick={() => onOpenChange(false)}>
            3 Personen löschen
          </Button>
        </>
      }
    >
      <ul className="grid gap-2">
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-3 text-dense font-strong">
            <Avatar id={person.id} initials={person.initials} />
            {person.name}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-dense text-text-2">
        2 offene Sitzungen und 1 Einladung enden. Das Protokoll bleibt erhalten.
      </p>
    </Dialog>
  );
}

/** Menu, popover, dialog, drawer and ring, opened by their buttons. */
export function GalleryOverlays() {
  const [dialog, setDialog] = useState(false);
  const [drawer, setDrawer] = useState(false);
  return (
    <GalleryBox title="Was sich öffnet">
      <div className="flex flex-wrap items-center gap-2">
        <Menu
          align="start"
          trigger={<IconButton icon={Ellipsis} label="Aktionen für Lena Beispielmann" />}
          items={[
            { key: "open", label: "Öffnen", icon: ArrowUpRight, onSelect: noop },
            { key: "unlock", label: "Entsperren …", icon: LockOpen, onSelect: noop },
            { key: "role", label: "Rolle ändern …", icon: Shield, onSelect: noop },
            {
              key: "password",
              label: "Passwort zurücksetzen",
              icon: KeyRound,
              disabledReason: "Sie sind offline",
            },
            { key: "sessions", label: "Sitzungen beenden", icon: LogOut, onSelect: noop },
            { key: "off", label: "Deaktivieren …", icon: CirclePause, onSelect: noop, hasSeparator: true },
            { key: "delete", label: "Löschen …", icon: Trash2, onSelect: noop, destructive: true },
          ]}
        />
        <Popover title="Spalten" trigger={<Button size="small">Spalten</Button>}>
          <p className="text-dense text-text-2">Hier stehen die Spalten.</p>
        </Popover>
        <Button size="small" onClick={() => setDialog(true)}>
          Dialog
        </Button>
        <Button size="small" onClick={() => setDrawer(true)}>
          Schublade
        </Button>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <ProgressRing ratio={0.9}>
          <span className="block text-display">4:32</span>
          <span className="block text-small text-text-3">Minuten</span>
        </ProgressRing>
        <ProgressRing ratio={0.12} urgent>
          <span className="block text-display">36</span>
          <span className="block text-small text-text-3">Sekunden</span>
        </ProgressRing>
      </div>
      <DeleteDialog open={dialog} onOpenChange={setDialog} />
      <Drawer
        open={drawer}
        onOpenChange={setDrawer}
        title="Lena Beispielmann"
        description="Mitarbeit mit Schreibrecht · Labor"
        closeLabel="Schließen"
        actions={<Button variant="primary">Öffnen</Button>}
      >
        <p className="text-dense text-text-2">Letzte Anmeldung heute, 07:18 an Empfang 1.</p>
      </Drawer>
    </GalleryBox>
  );
}
