import { InvalidArgument } from '#platform/errors/api-error';

/** The current version of the major in the path. */
export const SERVICE_API_VERSION = '1.0.0';
export const VERSION_HEADER = 'Service-API-Version';

const FORM = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;

function refuse(reason: string, description: string): never {
  throw new InvalidArgument(description, reason, [{ field: VERSION_HEADER, description }]);
}

/** Checks the optional version pin. Within a major every change is additive, so the current version serves an older pin. */
export function checkApiVersion(pin: string | string[] | undefined): void {
  if (pin === undefined) return;
  const parts = FORM.exec(String(pin));
  if (!parts) refuse('VERSION_MALFORMED', `${VERSION_HEADER} must be MAJOR.MINOR.PATCH.`);
  const [major, minor, patch] = parts.slice(1).map(Number) as [number, number, number];
  const [ourMajor, ourMinor, ourPatch] = SERVICE_API_VERSION.split('.').map(Number) as [number, number, number];
  if (major !== ourMajor) refuse('VERSION_MAJOR_MISMATCH', `${VERSION_HEADER} names major ${major}; this path serves major ${ourMajor}.`);
  if (minor > ourMinor || (minor === ourMinor && patch > ourPatch)) {
    refuse('VERSION_UNKNOWN', `${VERSION_HEADER} ${String(pin)} is newer than this service, which serves ${SERVICE_API_VERSION}.`);
  }
}
