/** The file as a whole cannot be read; nothing of it is imported. */
export class FormatError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FormatError';
  }
}
