import { Baseline1764000000000 } from './1764000000000-baseline';

/** All migrations, oldest first. */
export const MIGRATIONS = [Baseline1764000000000];
