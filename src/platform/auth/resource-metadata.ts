import type { Env } from '#platform/config/env';
import type { Surface } from '#platform/identity/caller';

/** Where RFC 9728 clients read how to get a token for a surface; each resource has a document of its own. */
export function resourceMetadataUrl(env: Env, surface: Surface): string {
  return `${env.baseUrl}/.well-known/oauth-protected-resource${surface === 'mcp' ? '/public/v1/mcp' : ''}`;
}
