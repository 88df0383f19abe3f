export interface EmergencyCodeDialogProps {
  organizationId: string;
  /** True if there is a code that can be used now. */
  isOpen: boolean;
  onChanged: () => void;
  onClose: () => void;
}
