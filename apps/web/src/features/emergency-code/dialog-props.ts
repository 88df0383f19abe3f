export interface EmergencyCodeDialogProps {
  organizationId: string;
  /** Whether a code can be used now. */
  isOpen: boolean;
  onChanged: () => void;
  onClose: () => void;
}
