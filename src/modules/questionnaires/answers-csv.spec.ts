import { readAnswersCsv } from './answers-csv';

describe('readAnswersCsv', () => {
  it.each([',', ';', '\t'])('reads a file separated by %j, with quotes, empty cells and a byte order mark', (delimiter) => {
    const line = (...cells: string[]) => cells.join(delimiter);
    const csv = `\uFEFF${line('Question_ID', 'answer', 'comment')}\r\n${line('mfa', 'yes', '')}\r\n\r\n${line('owner', '"IT; ""ops"",\nboth"', 'x')}\r\n`;
    expect(readAnswersCsv(csv)).toEqual({
      rows: [
        { rowIndex: 1, patch: { questionId: 'mfa', answer: 'yes' } },
        { rowIndex: 2, patch: { questionId: 'owner', answer: 'IT; "ops",\nboth', comment: 'x' } },
      ],
    });
  });

  it('marks a record with another number of cells', () => {
    expect(readAnswersCsv('question_id,answer\nmfa\nmfa,YES\n')).toEqual({
      rows: [
        { rowIndex: 1, patch: undefined },
        { rowIndex: 2, patch: { questionId: 'mfa', answer: 'YES' } },
      ],
    });
  });

  it.each([
    ['', 'The column question_id is missing.'],
    ['answer,comment\nYES,\n', 'The column question_id is missing.'],
    ['question_id,answer,answer\n', 'A column is in the header twice.'],
    ['question_id,colour\n', '"colour" is not a column; the columns are question_id, answer, comment.'],
    [`${'x'.repeat(70_000)}\n`, `"${'x'.repeat(60)}" is not a column; the columns are question_id, answer, comment.`],
    [`question_id,answer\n${'mfa,YES\n'.repeat(300)}mfa,"not read`, 'The file has more than 200 rows.'],
    ['question_id,answer\nmfa,"YES\n', 'The file is not CSV: a quote is stray or never closed.'],
  ])('refuses %j', (csv, problem) => {
    expect(readAnswersCsv(csv)).toEqual({ problem });
  });
});
