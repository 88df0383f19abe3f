import { websocketHeartbeatMs } from "@praxisportal/contract/limits";

export type Heartbeat = {
  start: () => void;
  stop: () => void;
  /** Records that data was received. */
  markAlive: () => void;
};

/**
 * Pings every 30 s. If nothing was received between two pings, the connection is dead although it was never closed, for
 * example on a sleeping laptop. `onDead` is then called instead of the next ping.
 */
export function heartbeat(ping: () => void, onDead: () => void): Heartbeat {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isWaiting = false;

  function beat(): void {
    if (isWaiting) return onDead();
    isWaiting = true;
    ping();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    start: () => {
      stop();
      isWaiting = false;
      timer = setInterval(beat, websocketHeartbeatMs);
    },
    stop,
    markAlive: () => {
      isWaiting = false;
    },
  };
}
