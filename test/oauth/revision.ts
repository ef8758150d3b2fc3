import { asOwner } from '../isolation/tenant-tables';

/** The number that processes poll to learn that a credential, an organization, a key or a lifecycle has changed. */
export const revision = async () => (await asOwner<{ revision: string }>('SELECT revision FROM platform_revision'))[0]?.revision;
