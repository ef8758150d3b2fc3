import { readEnv } from '#platform/config/env';
import { allowedNetworks } from './allowed-networks';

describe('allowedNetworks', () => {
  it('reads the networks of a setting', () => {
    const networks = allowedNetworks(readEnv({ WEBHOOK_ALLOWED_NETWORKS: '10.1.0.0/16, 192.0.2.7' }), 'WEBHOOK_ALLOWED_NETWORKS');
    expect(['10.1.2.3', '192.0.2.7', '10.2.0.1', '192.0.2.8'].filter((address) => networks.has(address))).toEqual([
      '10.1.2.3',
      '192.0.2.7',
    ]);
  });

  it('names the setting and the value that is not a network', () => {
    const env = readEnv({ MONITORING_ALLOWED_NETWORKS: '10.0.0.0/8,10.0.0.0/33' });
    expect(() => allowedNetworks(env, 'MONITORING_ALLOWED_NETWORKS')).toThrow('MONITORING_ALLOWED_NETWORKS contains 10.0.0.0/33');
  });
});
