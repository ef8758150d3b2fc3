import { InvalidArgument } from '#platform/errors/api-error';
import { ALL_SCOPES, isScope, type Scope } from '#platform/identity/scope';

/** Scopes as an operator writes them: separated by commas, or `all`. */
export function readScopes(text: string): Scope[] {
  return text.trim() === 'all' ? ALL_SCOPES : checkedScopes(text.split(','));
}

/** In the order of SCOPES, without duplicates. */
export function checkedScopes(given: readonly string[]): Scope[] {
  const names = given.map((name) => name.trim());
  const unknown = names.flatMap((name, index) => (name && !isScope(name) ? [{ name, index }] : []));
  if (unknown.length > 0) {
    const known = ALL_SCOPES.join(', ');
    const violations = unknown.map(({ index }) => ({ field: `scopes[${index}]`, description: `must be one of ${known}` }));
    const message = `There is no scope ${unknown.map(({ name }) => name).join(', ')}; the scopes are ${known}.`;
    throw new InvalidArgument(message, 'SCOPE_UNKNOWN', violations);
  }
  if (!names.some(Boolean))
    throw new InvalidArgument('A credential needs at least one scope.', 'SCOPE_UNKNOWN', [
      { field: 'scopes', description: 'must contain at least one scope' },
    ]);
  return ALL_SCOPES.filter((scope) => names.includes(scope));
}
