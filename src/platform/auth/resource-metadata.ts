import type { Env } from '#platform/config/env';
import type { Surface } from '#platform/identity/caller';

/** Where RFC 9728 clients learn how to get a token for a surface. Each resource has its own document. */
export function resourceMetadataUrl(env: Env, surface: Surface): string {
  return `${env.baseUrl}/.well-known/oauth-protected-resource${surface === 'mcp' ? '/public/v1/mcp' : ''}`;
}
