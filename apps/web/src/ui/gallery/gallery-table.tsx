import CircleCheck from "lucide-react/icons/circle-check";
import Ellipsis from "lucide-react/icons/ellipsis";
import Trash2 from "lucide-react/icons/trash-2";
import UserPlus from "lucide-react/icons/user-plus";
import { useState } from "react";
import { Avatar } from "../label/avatar.tsx";
import { Button } from "../button/button.tsx";
import { Checkbox } from "../form/checkbox.tsx";
import {
  HeaderCell,
  SortableHeaderCell,
  TableBody,
  TableCard,
  TableCell,
  TableHeader,
  TableRow,
  type SortOrder,
} from "../list/data-table.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { linkClass, nameLinkClass } from "../button/link-style.ts";
import { Menu } from "../overlay/menu.tsx";
import { PageHeader } from "../layout/page-header.tsx";
import { Pagination } from "../list/pagination.tsx";
import { SelectionBar } from "../list/selection-bar.tsx";
import { StatusBadge, type StatusMeaning } from "../label/status-badge.tsx";

interface Row {
  id: string;
  initials: string;
  name: string;
  mail: string;
  role: string;
  status: StatusMeaning;
  word: string;
  last: string;
}

const rows: readonly Row[] = [
  {
    id: "1",
    initials: "MIB",
    name: "Beispiel-Ahorn, Mira",
    mail: "mira.beispiel-ahorn@example.org",
    role: "Nur lesen",
    status: "active",
    word: "Aktiv",
    last: "Heute, 07:31",
  },
  {
    id: "2",
    initials: "ABO",
    name: "Beispiel-Oberhuber, Anneliese",
    mail: "anneliese.beispiel-oberhuber@example.org",
    role: "Nur lesen",
    status: "locked",
    word: "Gesperrt",
    last: "Fr., 20.11., 17:02",
  },
  {
    id: "3",
    initials: "LEB",
    name: "Beispielmann, Lena",
    mail: "lena.beispielmann@example.org",
    role: "Mitarbeit mit Schreibrecht",
    status: "active",
    word: "Aktiv",
    last: "Heute, 07:18",
  },
];

/** A page header, a table with a selection, and its pagination. */
export function GalleryTable() {
  const [selected, setSelected] = useState<readonly string[]>(["2"]);
  const [order, setOrder] = useState<SortOrder>("asc");
  const [page, setPage] = useState(1);
  const isAllSelected = selected.length === rows.length;

  function choose(id: string, on: boolean) {
    setSelected(on ? [...selected, id] : selected.filter((other) => other !== id));
  }

  return (
    <div className="grid gap-4">
      <PageHeader
        title="Mitarbeitende"
        subtitle="46 von 60 Plätzen belegt"
        actions={
          <Button variant="primary" icon={UserPlus}>
            Einladen
          </Button>
        }
      />
      <div className="max-md:hidden">
        <TableCard
          label="Mitarbeitende"
          reloading
          footer={
            selected.length > 0 && (
              <SelectionBar
                count={`${selected.length} ausgewählt`}
                selectAll={
                  <button
                    type="button"
                    className={linkClass}
                    onClick={() => setSelected(rows.map((row) => row.id))}
                  >
                    Alle 46 auswählen
                  </button>
                }
                clearLabel="Auswahl aufheben"
                onClear={() => setSelected([])}
                actions={
                  <>
                    <Button size="small" icon={CircleCheck}>
                      Aktivieren
                    </Button>
                    <Button size="small" variant="destructive" icon={Trash2}>
                      Löschen …
                    </Button>
                  </>
                }
              />
            )
          }
        >
          <TableHeader>
            <HeaderCell narrow>
              <Checkbox
                wideHit
                aria-label="Alle auf dieser Seite auswählen"
                checked={isAllSelected}
                indeterminate={selected.length > 0 && !isAllSelected}
                onChange={(on) => setSelected(on ? rows.map((row) => row.id) : [])}
              />
            </HeaderCell>
            <SortableHeaderCell
              minWidth="15rem"
              order={order}
              onSort={() => setOrder(order === "asc" ? "desc" : "asc")}
            >
              Name
            </SortableHeaderCell>
            <SortableHeaderCell onSort={() => undefined}>Rolle</SortableHeaderCell>
            <HeaderCell>Status</HeaderCell>
            <SortableHeaderCell onSort={() => undefined}>Letzte Anmeldung</SortableHeaderCell>
            <HeaderCell narrow>
              <span className="sr-only">Aktionen</span>
            </HeaderCell>
          </TableHeader>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.id} selected={selected.includes(row.id)}>
                <TableCell>
                  <Checkbox
                    wideHit
                    aria-label={`${row.name} auswählen`}
                    checked={selected.includes(row.id)}
                    onChange={(on) => choose(row.id, on)}
                  />
                </TableCell>
                <TableCell header>
                  <span className="flex items-center gap-3">
                    <Avatar id={row.id} initials={row.initials} />
                    <span className="min-w-0">
                      <a className={nameLinkClass} href={`#${row.id}`}>
                        {row.name}
                      </a>
                      <span className="block text-small text-text-3">{row.mail}</span>
                    </span>
                  </span>
                </TableCell>
                <TableCell>{row.role}</TableCell>
                <TableCell>
                  <StatusBadge meaning={row.status}>{row.word}</StatusBadge>
                </TableCell>
                <TableCell className="tabular-nums">{row.last}</TableCell>
                <TableCell>
                  <Menu
                    trigger={<IconButton icon={Ellipsis} label={`Aktionen für ${row.name}`} />}
                    items={[{ key: "open", label: "Öffnen", onSelect: () => undefined }]}
                  />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </TableCard>
      </div>
      <Pagination
        label="Seiten"
        range="1–20 von 46 (48 ohne Filter)"
        page={page}
        pages={3}
        onPage={setPage}
        pageSize={20}
        pageSizes={[20, 50, 100]}
        onPageSize={() => undefined}
        sizeLabel="Pro Seite"
        previousLabel="Vorherige Seite"
        nextLabel="Nächste Seite"
        pageLabel={(number) => `Seite ${number}`}
      />
    </div>
  );
}
