/** Open connection to the server that carries packets between the processes. */
export type BusConnection = {
  /** Size limit of a packet. */
  readonly maxBytes: number;
  /** Sends a packet to all other processes. Resolves when the server has it. Rejects if that is unknown. */
  send(packet: string): Promise<void>;
  /** Ends the connection without waiting for packets in flight. */
  close(): Promise<void>;
};

export type BusConnectionEvents = {
  /** Called with each packet of any process, possibly of this one. */
  onPacket: (packet: string) => void;
  /** Called once when the connection has ended for any reason. */
  onClosed: () => void;
};

/** Carries packets between the processes in the order of each sender, at most once and without storing them. */
export type BusDriver = {
  readonly name: "postgres" | "nats";
  /** Opens a connection that receives packets from now on. Rejects if no server is reachable. */
  connect(events: BusConnectionEvents): Promise<BusConnection>;
};
