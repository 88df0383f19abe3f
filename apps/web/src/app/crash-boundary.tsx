import { Component, type ReactNode } from "react";
import { FailedPage } from "./pages/failed-page.tsx";

/** Root error boundary: shows an error page for render errors that no page catches, instead of a blank window. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? <FailedPage error={null} /> : this.props.children;
  }
}
