import { createContext, type ReactNode, useContext } from "react";
import { Button, type ButtonProps } from "../../ui/button/button.tsx";
import { ServerBlockContext } from "../../ui/button/server-block.ts";
import { useTranslations } from "use-intl";
import { useAppState } from "../app-state/app-state.store.ts";
import type { MenuEntry } from "../../ui/overlay/menu-props.ts";

const WriteBlockContext = createContext<string | null>(null);

interface WriteBlockProps {
  /** The reason why nothing can be changed right now, or null if changes are possible. */
  reason: string | null;
  children: ReactNode;
}

/** Disables all controls inside it that change data, while there is a reason. */
export function WriteBlock({ reason, children }: WriteBlockProps) {
  return <WriteBlockContext value={reason}>{children}</WriteBlockContext>;
}

/**
 * Contains controls that work even while the organization is blocked, for example those for the user's own password,
 * factors and sessions, and for the plan after a trial.
 */
export function AlwaysWritable({ children }: { children: ReactNode }) {
  return <WriteBlock reason={null}>{children}</WriteBlock>;
}

/** Disables all controls inside it that need the server, while the server cannot be reached. */
export function OfflineBlock({ children }: { children: ReactNode }) {
  const common = useTranslations("common");
  const online = useAppState((state) => state.online);
  return (
    <ServerBlockContext value={online ? null : common("offline.noChanges")}>{children}</ServerBlockContext>
  );
}

/** Contains controls that work without the server, for example for a change that is sent later. */
export function OfflineWritable({ children }: { children: ReactNode }) {
  return <ServerBlockContext value={null}>{children}</ServerBlockContext>;
}

/** Returns whether the organization is blocked. Unlike `useWriteBlock`, a lost connection does not count. */
export function useIsReadOnly(): boolean {
  return useContext(WriteBlockContext) !== null;
}

/** Returns the reason why nothing can be changed here, or null. */
export function useWriteBlock(): string | null {
  const organizationBlock = useContext(WriteBlockContext);
  return useContext(ServerBlockContext) ?? organizationBlock;
}

/** The button of a change. While changes are blocked, it is disabled and shows the reason. */
export function WriteButton(props: ButtonProps) {
  const reason = useWriteBlock();
  return reason === null ? <Button {...props} /> : <Button {...props} disabled disabledReason={reason} />;
}

/** Returns a function that disables the entries of a menu, with the reason, while changes are blocked. */
export function useWriteEntries(): (entries: readonly MenuEntry[]) => readonly MenuEntry[] {
  const reason = useWriteBlock();
  return (entries) =>
    reason === null ? entries : entries.map((entry) => ({ ...entry, disabledReason: reason }));
}
