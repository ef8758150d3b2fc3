/** A character as itself or percent-encoded, any number of times over. */
function encodable(character: string): string {
  const codes = [character.toLowerCase(), character.toUpperCase()].map((each) => each.charCodeAt(0).toString(16));
  const itself = /\w/.test(character) ? character : `\\${character}`;
  return `(?:${itself}|%(?:25)*(?:${[...new Set(codes)].join('|')}))`;
}

const word = (text: string) => [...text].map(encodable).join('');
const SLASHES = `(?:${encodable('/')}|\\\\|%(?:25)*5c)+`;

/** Client secrets, tokens, and all that follows the path of the answer pages, which is the token of a link. */
const SECRET = new RegExp(
  [
    `${word('vrs_')}[\\w~.%-]{8,}`,
    `${word('eyJ')}[\\w%-]{8,}(?:(?:\\.|%(?:25)*2e)[\\w%-]*){1,2}`,
    `(${word('answer')}${SLASHES})[^"?#\\s\\\\]+`,
  ].join('|'),
  'gi',
);

/** Every line of the log passes this: a secret or token in the wrong place, such as a URL, is not logged. */
export function maskSecrets(line: string): string {
  return line.replace(SECRET, (_secret, path: string | undefined) => `${path ?? ''}[redacted]`);
}
