/**
 * Domains of hosting services whose customers choose a name under them, and where the next customer can take a name that does not exist.
 * Services that verify the ownership of a custom domain first are left out.
 */
export const CLAIMABLE_SUFFIXES: readonly string[] = [
  'azure-api.net',
  'azurecontainer.io',
  'azurecr.io',
  'azuredatalakestore.net',
  'azureedge.net',
  'azurehdinsight.net',
  'azurewebsites.net',
  'blob.core.windows.net',
  'cloudapp.azure.com',
  'cloudapp.net',
  'elasticbeanstalk.com',
  'redis.cache.windows.net',
  'search.windows.net',
  'servicebus.windows.net',
  'trafficmanager.net',
];
