import { asOwner } from '../isolation/tenant-tables';
import { msUntil } from '../support/wait';

const revision = async () => (await asOwner<{ revision: string }>('SELECT revision FROM platform_revision'))[0]?.revision;

/**
 * Waits for one time that the act leaves the revision of the platform as it is. Other specs use the same database and move
 * the revision now and then; an act that moved it would do so every time.
 */
export async function expectRevisionKept(act: () => Promise<unknown>): Promise<void> {
  await msUntil(async () => {
    const before = await revision();
    await act();
    return (await revision()) === before;
  }, 20_000);
}
