import { createHash } from "node:crypto";

/**
 * Setting with the fingerprint of the settings. An orphan of an older release with other settings is restarted instead
 * of adopted.
 */
export const SETTINGS_MARKER = "praxisportal.settings";

/**
 * Returns the settings of the embedded database. They make it durable (fsync, synchronous commit), small enough for the
 * server of a practice, and keep personal data out of its logs. They are passed on the command line, so neither an
 * edited `postgresql.conf` nor `ALTER SYSTEM` can disable durability or expose the database to the network.
 */
export function serverSettings(logFolder: string): Record<string, string> {
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    // There is no Unix socket, because its path is limited to about 100 bytes, which long folder names exceed.
    unix_socket_directories: "",
    // Several processes have two pools and a listener each, and commands run alongside them. An unused slot costs
    // almost nothing.
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
    // The online backup needs the WAL from its start to its end.
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
    // Error details quote row values ("Key (email)=(…) already exists"), so they would add personal data to the logs.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    log_parameter_max_length: "0",
    log_parameter_max_length_on_error: "0",
  };
  return { ...settings, [SETTINGS_MARKER]: fingerprint(settings) };
}

/** Returns the settings as command-line arguments. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function fingerprint(settings: Record<string, string>): string {
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, 16);
}
