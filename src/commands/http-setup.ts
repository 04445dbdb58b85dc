import type { HttpFlags, readHttpConfig } from '../config/http.ts';
import type { Config } from '../config/server.ts';
import type { Log } from '../server/observe/log.ts';
import type { MonitoringFlags } from './monitoring.ts';

export interface ServeHttpFlags extends HttpFlags, MonitoringFlags {
  workers: number;
}

/** The parts of an HTTP server. */
export interface HttpSetup {
  config: Config;
  http: ReturnType<typeof readHttpConfig>['http'];
  flags: ServeHttpFlags;
  log: Log;
}
