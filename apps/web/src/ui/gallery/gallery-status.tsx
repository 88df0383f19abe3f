import SearchX from "lucide-react/icons/search-x";
import WifiOff from "lucide-react/icons/wifi-off";
import { useState } from "react";
import { Badge } from "../label/badge.tsx";
import { Banner, bannerLinkClass } from "../feedback/banner.tsx";
import { BrandArches } from "../layout/brand-arches.tsx";
import { Button } from "../button/button.tsx";
import { FilterChip } from "../label/chip.tsx";
import { EmptyState } from "../feedback/empty-state.tsx";
import { ErrorState } from "../feedback/error-state.tsx";
import { FilterOptions } from "../form/filter-options.tsx";
import { GalleryBox } from "./gallery-box.tsx";
import { Highlight } from "../label/highlight.tsx";
import { Kbd } from "../label/kbd.tsx";
import { linkClass } from "../button/link-style.ts";
import { Logo } from "../layout/logo.tsx";
import { ErrorBox, SuccessBox } from "../feedback/message-box.tsx";
import { Meter, Progress } from "../chart/meter.tsx";
import { Skeleton, SkeletonGroup } from "../feedback/skeleton.tsx";
import { Spinner, type SpinnerSize, type SpinnerType } from "../feedback/spinner.tsx";
import { Dotted } from "../label/dotted.tsx";
import { StatusBadge, statusStyles } from "../label/status-badge.tsx";
import { Tabs } from "../layout/tabs.tsx";
import { ToastCard } from "../feedback/toast.tsx";

function noop() {
  return undefined;
}

/** Every status with its label. */
export function GalleryBadges() {
  const expiring = statusStyles.expiring;
  return (
    <GalleryBox title="Status: Farbe, Zeichen und Wort">
      <div className="flex flex-wrap gap-2">
        <StatusBadge meaning="active">Aktiv</StatusBadge>
        <StatusBadge meaning="invited">Eingeladen</StatusBadge>
        <StatusBadge meaning="locked">Gesperrt</StatusBadge>
        <StatusBadge meaning="blocked">Blockiert</StatusBadge>
        <StatusBadge meaning="deactivated">Deaktiviert</StatusBadge>
        <StatusBadge meaning="suspended">Ausgesetzt</StatusBadge>
        <Badge tone={expiring.tone} icon={expiring.icon}>
          Läuft ab
        </Badge>
        <StatusBadge meaning="expired">Abgelaufen</StatusBadge>
        <StatusBadge meaning="revoked">Widerrufen</StatusBadge>
        <StatusBadge meaning="trial">Testphase</StatusBadge>
      </div>
    </GalleryBox>
  );
}

/** Chips and views. */
export function GalleryFilters() {
  const [roles, setRoles] = useState<readonly string[]>(["read"]);
  const options = [
    "Nur lesen",
    "Mitarbeit",
    "Praxismanagement",
    "Praxis-Administration",
    "Labor",
    "Röntgen",
    "IT",
    "Extern",
  ];
  return (
    <GalleryBox title="Filter und Ansichten">
      <div className="flex flex-wrap gap-2">
        <FilterChip
          label="Rolle"
          value={roles.length > 0 ? "Nur lesen" : undefined}
          onClear={() => setRoles([])}
          clearLabel="Filter Rolle entfernen"
        >
          <FilterOptions
            label="Rolle"
            searchLabel="Werte suchen"
            emptyText="Kein Wert passt"
            selected={roles}
            onChange={setRoles}
            options={options.map((label, index) => ({
              value: index === 0 ? "read" : label,
              label,
              count: index + 2,
            }))}
          />
        </FilterChip>
        <FilterChip label="Abteilung" onClear={noop} clearLabel="Filter Abteilung entfernen">
          <p className="text-dense">Labor</p>
        </FilterChip>
      </div>
      <Tabs
        label="Ansichten"
        className="mt-4"
        items={[
          {
            key: "a",
            label: "Aktiv",
            count: 41,
            current: true,
            link: (props) => <a href="#aktiv" {...props} />,
          },
          {
            key: "g",
            label: "Gesperrt",
            count: 2,
            current: false,
            link: (props) => <a href="#gesperrt" {...props} />,
          },
        ]}
      />
    </GalleryBox>
  );
}

/** Progress and meters. */
export function GalleryProgress() {
  return (
    <GalleryBox title="Fortschritt">
      <div className="grid gap-4">
        <Progress label="Export wird erstellt" valueText="62 %" ratio={0.62} />
        <Meter label="KI-Verbrauch" valueText="62 %" ratio={0.62} forecastRatio={0.76} limitMark />
        <Meter label="Plätze" valueText="88 %" ratio={0.88} limitMark />
        <Meter label="Speicher" valueText="100 %" ratio={1} limitMark />
      </div>
    </GalleryBox>
  );
}

function SkeletonRow({ wide }: { wide: boolean }) {
  return (
    <div className="flex items-center gap-3">
      <Skeleton round className="size-8 shrink-0" />
      <div className="grid flex-1 gap-2">
        <Skeleton className={wide ? "h-2.5 w-3/5" : "h-2.5 w-2/5"} />
        <Skeleton className="h-2 w-1/2" />
      </div>
      <Skeleton className="h-6 w-16" />
      <Skeleton className="h-2.5 w-20 max-md:hidden" />
    </div>
  );
}

/** Skeleton and spinners. */
export function GalleryLoading() {
  const sizes: SpinnerSize[] = ["small", "medium", "large", "xlarge"];
  const types: SpinnerType[] = ["default", "ring", "dots", "pulse"];
  return (
    <>
      <GalleryBox title="Lädt">
        <SkeletonGroup label="Wird geladen …" className="grid gap-4">
          <SkeletonRow wide={false} />
          <SkeletonRow wide />
        </SkeletonGroup>
      </GalleryBox>
      <GalleryBox title="Warten">
        <div className="flex flex-wrap items-center gap-6 text-accent">
          {sizes.map((size) => (
            <Spinner key={size} size={size} label={`Wartet, ${size}`} />
          ))}
          {types.map((type) => (
            <Spinner key={type} type={type} size="large" label={`Wartet, ${type}`} />
          ))}
        </div>
      </GalleryBox>
    </>
  );
}

/** No results. */
export function GalleryEmpty() {
  return (
    <GalleryBox title="Leer">
      <EmptyState
        icon={SearchX}
        title="Niemand gefunden"
        text="Zu „Musterfrau“ passt niemand in der Abteilung Labor."
        action={<Button size="small">Filter zurücksetzen</Button>}
      />
    </GalleryBox>
  );
}

/** Error state, message boxes, toasts and banner. */
export function GalleryMessages() {
  return (
    <div className="grid gap-4">
      <ErrorState
        title="Das hat nicht geklappt"
        text="Die Mitarbeitenden konnten nicht geladen werden. Ihre Eingaben sind noch da."
        onRetry={noop}
        retryLabel="Erneut versuchen"
        requestId="req-0193-demo-7c1e"
        requestIdLabel="Anfragenummer"
        copyLabel="Anfragenummer kopieren"
      />
      <ToastCard
        type="success"
        title="Rolle geändert"
        text="Per Muster-Lindqvist: Nur lesen"
        closeLabel="Schließen"
        onClose={noop}
        durationMs={null}
      />
      <ToastCard
        type="warning"
        title="Kontingent zu 80 % verbraucht"
        text="Bei 100 % hält der Assistent an."
        action={
          <a className={linkClass} href="#verbrauch">
            Verbrauch ansehen
          </a>
        }
        closeLabel="Schließen"
        onClose={noop}
      />
      <ErrorBox persistent title="Ungültige Anmeldedaten">
        Bitte prüfen Sie Benutzername und Passwort.
      </ErrorBox>
      <ErrorBox variant="warning" dismissible closeLabel="Schließen">
        Der Zugang endet am 30.11.
      </ErrorBox>
      <ErrorBox variant="info" persistent>
        Die neue Fassung ist bereit.
      </ErrorBox>
      <SuccessBox title="Gespeichert" hideAfterMs={600_000}>
        Die Änderungen gelten ab sofort.
      </SuccessBox>
      <SuccessBox variant="achievement" hideAfterMs={600_000}>
        Alle Prüfungen sind erfüllt.
      </SuccessBox>
      <SuccessBox variant="complete" hideAfterMs={600_000}>
        6 von 6 bearbeitet.
      </SuccessBox>
      <Banner
        icon={WifiOff}
        state={<Dotted details={["Offline-Modus", "2 ausstehend"]} />}
        text="Letzter Kontakt um 07:38. Ihre Änderungen bleiben erhalten."
        action={
          <a className={bannerLinkClass} href="#ausstehend">
            Ausstehendes ansehen
          </a>
        }
      />
    </div>
  );
}

/** Logo, arches, a key and a highlighted word. */
export function GalleryBrand() {
  return (
    <GalleryBox title="Marke">
      <div className="relative overflow-hidden rounded-r-3 bg-brand-panel p-5">
        <Logo name="Praxisportal" />
        <p className="mt-6 text-claim">
          Ihr Team, Ihre Zugriffe,
          <br />
          an einem Ort.
        </p>
        <p className="mt-4 mb-40 text-body text-text-2">
          <Kbd>Strg K</Kbd> <Highlight text="Musterfrau, Ina" search="muster" />
        </p>
        <BrandArches className="absolute right-0 bottom-0" />
      </div>
    </GalleryBox>
  );
}
