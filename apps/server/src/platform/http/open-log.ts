import pino, { type Logger } from "pino";

const flushIntervalMs = 250;
const bufferBytes = 4_096;

/**
 * Opens the log on standard output. Lines are batched for up to a quarter of a second, because one write per request
 * would cost an eighth of all layers around it. A killed process loses the lines of that interval, so events that must
 * not be lost are in the audit log. `close` writes the remaining lines.
 */
export function openLog(level: string): { log: Logger; close: () => void } {
  const destination = pino.destination({ dest: 1, minLength: bufferBytes, sync: true });
  const flush = () => destination.flushSync();
  const timer = setInterval(flush, flushIntervalMs).unref();
  process.once("exit", flush);
  return {
    log: pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination),
    close() {
      clearInterval(timer);
      process.off("exit", flush);
      flush();
    },
  };
}
