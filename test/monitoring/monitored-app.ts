import { Dialer } from '../../src/modules/monitoring/scanning/dialer';
import { ScanSettings } from '../../src/modules/monitoring/scanning/scan-settings';
import { Internet } from '../support/internet/internet';
import { startTestApp, type TestApp } from '../support/test-app';

/** The service with a simulated internet on loopback. */
export async function startMonitoredApp(internet: Internet, settings: Record<string, string> = {}): Promise<TestApp> {
  const service = await startTestApp(settings);
  const { dialer, settings: scanSettings } = internet;
  Object.assign(service.app.get(Dialer), { target: (address: string, port: number) => dialer.target(address, port) });
  Object.assign(service.app.get(ScanSettings), scanSettings);
  return service;
}

/** The service and its simulated internet, for all tests of a describe block. */
export interface MonitoredStage {
  internet: Internet;
  service: TestApp;
}

/** To be called in a describe block; the members are set before its first test. */
export function useMonitoredApp(): MonitoredStage {
  const stage = {} as MonitoredStage;
  beforeAll(async () => {
    stage.internet = await Internet.start();
    stage.service = await startMonitoredApp(stage.internet);
  });
  afterAll(async () => {
    await stage.service.close();
    await stage.internet.stop();
  });
  return stage;
}
