import { Dialer } from '../../src/modules/monitoring/looking/dialer';
import { LookSettings } from '../../src/modules/monitoring/looking/look-settings';
import type { Internet } from '../support/internet/internet';
import { startTestApp, type TestApp } from '../support/test-app';

/** The service with a simulated internet on loopback. */
export async function startMonitoredApp(internet: Internet, settings: Record<string, string> = {}): Promise<TestApp> {
  const service = await startTestApp(settings);
  const { dialer, settings: lookSettings } = internet;
  Object.assign(service.app.get(Dialer), { target: (address: string, port: number) => dialer.target(address, port) });
  Object.assign(service.app.get(LookSettings), lookSettings);
  return service;
}
