/** Names without shell metacharacters. Evidence is copied into terminals, and the names come from untrusted servers. */
const HARMLESS = /^[a-z0-9_][a-z0-9_.-]{0,252}$/i;

/** The command that shows the records; undefined when the name is not safe to paste. */
export function dig(type: string, name: string): string | undefined {
  return HARMLESS.test(name) ? `See it: dig +noall +answer ${name} ${type}` : undefined;
}

/** The command that shows the headers of an answer. */
export function curl(scheme: 'http' | 'https', host: string): string | undefined {
  return HARMLESS.test(host) ? `See it: curl -sSI ${scheme}://${host}/` : undefined;
}

/** The command that shows the certificates and the TLS version. */
export function openssl(host: string): string | undefined {
  return HARMLESS.test(host) ? `See it: openssl s_client -connect ${host}:443 -servername ${host} -showcerts` : undefined;
}
