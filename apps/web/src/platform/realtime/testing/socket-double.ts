/** A WebSocket controlled by the test. */
export class SocketDouble extends EventTarget {
  readonly sent: unknown[] = [];
  readonly ticket: string;
  readyState: number = 0;
  /** Code with which the client closed the connection. */
  closedWith: number | null = null;

  constructor(ticket: string) {
    super();
    this.ticket = ticket;
  }

  send(text: string): void {
    if (this.readyState !== 1) throw new DOMException("not open", "InvalidStateError");
    this.sent.push(JSON.parse(text));
  }

  close(code: number): void {
    this.closedWith = code;
    this.readyState = 2;
  }

  /** Simulates that the connection is open and the ticket is not yet confirmed. */
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  /** Simulates that the server has accepted the connection and the ticket. */
  accept(): void {
    this.open();
    this.deliver({ type: "auth", ok: true });
  }

  /** Simulates a frame from the server. */
  deliver(frame: unknown): void {
    const data = typeof frame === "string" ? frame : JSON.stringify(frame);
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  /** Simulates that the connection was closed with this code. */
  end(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}
