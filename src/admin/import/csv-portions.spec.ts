import fc from 'fast-check';
import { csvPortions } from './csv-portions';

async function portions(text: string, sizes: readonly number[], maxRows: number, maxText = 1_000): Promise<string[]> {
  // eslint-disable-next-line @typescript-eslint/require-await -- a stream of pieces
  const pieces = async function* () {
    let at = 0;
    for (let index = 0; at < text.length; index++) {
      const size = sizes[index % sizes.length] ?? 1;
      yield text.slice(at, at + size);
      at += size;
    }
  };
  const found: string[] = [];
  for await (const portion of csvPortions(pieces(), maxRows, maxText)) found.push(portion);
  return found;
}

describe('portions of a CSV file', () => {
  it('have the header and whole records', async () => {
    const file = 'a,b\n1,"x\ny"\n2,"q""\n"\r\n3,z';
    for (const size of [1, 3, 100]) expect(await portions(file, [size], 1)).toEqual(['a,b\n1,"x\ny"\n', 'a,b\n2,"q""\n"\r\n', 'a,b\n3,z']);
    expect(await portions(file, [5], 2)).toEqual(['a,b\n1,"x\ny"\n2,"q""\n"\r\n', 'a,b\n3,z']);
    expect(await portions(file, [5], 10)).toEqual([file]);
  });

  it('lose and repeat nothing, whatever the pieces and limits', async () => {
    const record = fc.constantFrom('1,2\n', '"a\nb",c\r\n', '"""",d\n', '\n', 'long,line with more text\n');
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 40, max: 90 }),
        async (records, sizes, maxRows, maxText) => {
          const found = await portions(`h,i\n${records.join('')}`, sizes, maxRows, maxText);
          expect(found.every((portion) => portion.startsWith('h,i\n'))).toBe(true);
          expect(found.map((portion) => portion.slice(4)).join('')).toBe(records.join(''));
        },
      ),
    );
  });

  it('end where a quote is never closed', async () => {
    const found = await portions(`a\n"${'x'.repeat(5_000)}`, [100], 10, 1_000);
    expect(found).toHaveLength(1);
    expect(found[0]?.length).toBeLessThan(1_300);
    expect(await portions('', [1], 10)).toEqual(['']);
  });
});
