const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Counts the cells of each record while a file is read in chunks. */
export class CellCount {
  private readonly delimiter: number;
  private cells = 1;
  private isQuoted = false;

  constructor(
    delimiter: string,
    private readonly limit: number,
  ) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  /** Whether a record exceeds the limit of cells. A doubled quote counts as closing and reopening the quotes, which does not change the result. */
  isExceededBy(piece: string): boolean {
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (code === QUOTE) this.isQuoted = !this.isQuoted;
      else if (this.isQuoted) continue;
      else if (code === NEWLINE) this.cells = 1;
      else if (code === this.delimiter && ++this.cells > this.limit) return true;
    }
    return false;
  }
}
