import { InvalidArgument } from '#platform/errors/api-error';
import type { FormatError } from '#platform/import/format-error';

export function unreadable({ message }: FormatError): InvalidArgument {
  return new InvalidArgument(message, 'FILE_UNREADABLE', [{ field: 'content', description: message }]);
}
