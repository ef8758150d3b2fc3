/** A palette that is safe for colour-blind people; every colour is also labelled. */
export const KINDS = {
  HOSTING: { name: 'Hosting', color: '#0072b2' },
  CDN: { name: 'Content network', color: '#56b4e9' },
  DNS: { name: 'DNS', color: '#009e73' },
  EMAIL: { name: 'E-mail', color: '#e69f00' },
  CERTIFICATE_AUTHORITY: { name: 'Certificates', color: '#8a5a2b' },
  JAVASCRIPT: { name: 'Scripts', color: '#e5d71d' },
  SAAS: { name: 'Software', color: '#cc79a7' },
  IDENTITY: { name: 'Identity', color: '#d55e00' },
  ANALYTICS: { name: 'Analytics', color: '#7b61c9' },
  OTHER: { name: 'Other', color: '#7a8699' },
};

export const PREFIX = 'FOURTH_PARTY_CONNECTION_TYPE_';

export function kindOf(connectionType) {
  return connectionType.slice(PREFIX.length);
}

/** Black or white, whichever has more contrast on the colour. */
export function inkOn(color) {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.3 ? '#10151f' : '#ffffff';
}
