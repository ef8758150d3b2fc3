import { InvalidArgument } from '#platform/errors/api-error';
import { ALL_SCOPES, isScope, type Scope } from '#platform/identity/scope';

/** Scopes as an operator writes them: separated by commas, or `all`. */
export function readScopes(text: string): Scope[] {
  return text.trim() === 'all' ? ALL_SCOPES : checkedScopes(text.split(','));
}

/** In the order of SCOPES, without duplicates. */
export function checkedScopes(given: readonly string[]): Scope[] {
  const names = given.map((name) => name.trim()).filter(Boolean);
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0)
    throw new InvalidArgument(`There is no scope ${unknown.join(', ')}; the scopes are ${ALL_SCOPES.join(', ')}.`, 'SCOPE_UNKNOWN');
  if (names.length === 0) throw new InvalidArgument('A credential needs at least one scope.', 'SCOPE_UNKNOWN');
  return ALL_SCOPES.filter((scope) => names.includes(scope));
}
