import { Component, type ReactNode } from "react";
import { FailedPage } from "./pages/failed-page.tsx";

/** The last net: what fails while it is drawn, and is caught by no page, must not leave an empty window behind. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? <FailedPage error={null} /> : this.props.children;
  }
}
