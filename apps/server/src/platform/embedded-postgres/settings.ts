import { createHash } from "node:crypto";

/** Marker in the running server: an orphan with other settings (older release) is restarted, not adopted. */
export const SETTINGS_MARKER = "praxisportal.settings";

/**
 * Settings of the embedded database: safe first (fsync, synchronous commit), small enough for a practice's
 * server, silent about personal data. They are given on the command line, so neither a hand-edited
 * `postgresql.conf` nor `ALTER SYSTEM` can switch durability off or open the database to the network.
 */
export function serverSettings(logFolder: string): Record<string, string> {
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    // No socket file: its path has a length limit of about 100 bytes that long folder names exceed.
    unix_socket_directories: "",
    // Two pools and a listener a process, a few processes, commands beside them; an unused place costs nothing.
    max_connections: "200",
    shared_buffers: "64MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    effective_cache_size: "512MB",
    random_page_cost: "1.1",
    jit: "off",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    // The online backup needs the log of all changes from its start to its end.
    wal_level: "replica",
    max_wal_senders: "0",
    max_logical_replication_workers: "0",
    max_wal_size: "512MB",
    min_wal_size: "80MB",
    timezone: "UTC",
    log_timezone: "UTC",
    logging_collector: "on",
    log_directory: logFolder,
    log_filename: "postgres-%a.log",
    log_file_mode: "0600",
    log_checkpoints: "off",
    log_rotation_age: "1d",
    log_rotation_size: "0",
    log_truncate_on_rotation: "on",
    log_line_prefix: "%m [%p] %a ",
    // Details of an error quote row values ("Key (email)=(…) already exists"): personal data stays out of logs.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    log_parameter_max_length: "0",
    log_parameter_max_length_on_error: "0",
  };
  return { ...settings, [SETTINGS_MARKER]: fingerprint(settings) };
}

/** Command-line words for the settings. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function fingerprint(settings: Record<string, string>): string {
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, 16);
}
