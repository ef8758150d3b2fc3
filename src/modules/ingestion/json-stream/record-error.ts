/** Why one record cannot be taken. The file goes on with the next one. */
export class RecordError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RecordError';
  }
}
