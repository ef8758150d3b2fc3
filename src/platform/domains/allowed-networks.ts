import { ConfigurationError, type Env } from '#platform/config/env';
import { Networks, readNetwork } from './network';

/** The networks that a setting allows besides the public internet. */
export function allowedNetworks(env: Env, setting: 'WEBHOOK_ALLOWED_NETWORKS' | 'MONITORING_ALLOWED_NETWORKS'): Networks {
  return new Networks(
    env[setting].map((text) => {
      const network = readNetwork(text);
      if (network === undefined)
        throw new ConfigurationError(`Invalid configuration: ${setting} contains ${text}, which is not a network.`);
      return network;
    }),
  );
}
